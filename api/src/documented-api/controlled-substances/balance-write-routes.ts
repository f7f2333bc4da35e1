import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { hundredthsOf } from 'sync-protocol/rules/ledger-volume'
import { sameBottle } from 'sync-protocol/rules/balance-forms'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { previousBalance } from 'sync-protocol/rules/previous-balance'
import type { Speaker } from 'sync-protocol/wire/store'
import * as z from 'zod'
import { alsoAs } from '../collection-paths.ts'
import { itemSchema } from '../item.ts'
import { payloadValidator } from '../payload-validator.ts'
import { versionSeen, writeCall, type WritingDependencies } from '../write-call.ts'
import { keyedHeaders, versionedHeaders } from '../write-headers.ts'
import { balanceOf } from './balance-of.ts'
import { balancePayload, combinePayload } from './balance-payload.ts'
import { combining, insertingBalance, refusingUpdate, voidingFacts } from './composing-facts.ts'
import type { LedgerReading } from './ledger-reading.ts'

const permission = PERMISSION.records
const tags = ['Controlled substances']
const also = alsoAs('balances')
const OTHERS = 'Records of others need permission 2 as well.'
const idPath = z.object({ id: z.uuid().transform((id) => id.toLowerCase()) })
const ids = z.array(z.string().max(100)).min(1).max(5000)
const idsBody = z
  .union([z.object({ ids, reason: z.string().max(500).optional() }), ids])
  .meta({ description: 'The ids, in `ids` or as a bare list; with `ids` also a `reason`.' })
const deleted = z.object({ success: z.literal(true), deleted: z.int() })
const item = { success: z.literal(true), item: itemSchema.balances }

/** A sheet that opens with what the last one closed with goes on from it. */
async function withPrevious(
  reading: LedgerReading,
  { org_id }: Speaker,
  content: BalanceContent,
): Promise<BalanceContent> {
  if (content.previous_id !== undefined) return content
  const opening = content.pages[0]?.[0]
  const previous = previousBalance(await reading.balances.of(org_id), content)
  const goesOn =
    previous !== null &&
    opening !== undefined &&
    sameBottle(previous.bottle_number, opening.bottle_number) &&
    previous.balance === hundredthsOf(opening.balance ?? 0)
  return goesOn ? { ...content, previous_id: previous.previous_id } : content
}

/** Balance sheets are facts: inserted, combined, and only voided (`spec 2 §7`). */
export function balanceWriteRoutes(
  scope: FastifyInstance,
  { reading, ...deps }: WritingDependencies & { reading: LedgerReading },
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  for (const path of ['/controlled-substances/', '/new/controlled-substances/']) {
    app.post(
      path,
      {
        config: { permission, etag: true, refusals: ['conflict', 'limit', 'invalid'] },
        validatorCompiler: payloadValidator,
        schema: {
          tags,
          summary: 'Save a balance sheet',
          description: `Its pages are made anew, its closing is computed. One whose numbers do not add up is stored as it was sent, with the flag \`sums_differ\`; what could not be kept as it was sent (a row that adds and uses, one without a balance, another carried balance) is refused with its field. ${also}`,
          headers: keyedHeaders,
          body: balancePayload,
          response: { 200: z.object(item) },
        },
      },
      async (request, reply) => {
        const content = await withPrevious(reading, request.speaker, balanceOf(request.body))
        return writeCall(deps, request, reply, (writing) => insertingBalance(content, writing))
      },
    )
  }

  app.post(
    '/controlled-substances/update/:id',
    {
      config: { permission, refusals: ['conflict', 'immutable', 'invalid'] },
      schema: {
        tags,
        summary: 'Update a balance sheet',
        description: `A balance sheet is a fact and stays as it is: 409 immutable. ${also}`,
        params: idPath,
        headers: versionedHeaders,
        body: z.looseObject({}),
        response: { 200: z.object(item) },
      },
    },
    async (request, reply) => writeCall(deps, request, reply, () => refusingUpdate(request.params.id)),
  )

  app.delete(
    '/controlled-substances/:id',
    {
      config: { permission, refusals: ['conflict'] },
      schema: {
        tags,
        summary: 'Delete a balance sheet',
        description: `It is voided and kept, with the reason. ${OTHERS} ${also}`,
        params: idPath,
        querystring: z.object({
          reason: z
            .string()
            .max(500)
            .optional()
            .meta({ description: 'Why; `Deleted by a call` when left out.' }),
        }),
        headers: versionedHeaders,
        response: { 200: deleted },
      },
    },
    async (request, reply) => {
      const seen = versionSeen(request)
      const { reason } = request.query
      return writeCall(deps, request, reply, (writing) =>
        voidingFacts({ collection: 'balances', ids: [request.params.id], reason, seen }, writing),
      )
    },
  )

  for (const [method, url] of [
    ['PUT', '/controlled-substances'],
    ['POST', '/controlled-substances/delete-multiple'],
  ] as const) {
    app.route({
      method,
      url,
      config: { permission, refusals: ['not_found', 'conflict'] },
      schema: {
        tags,
        summary: 'Delete several balance sheets',
        description: `All of them or none; they are voided and kept. ${OTHERS} ${also}`,
        headers: keyedHeaders,
        body: idsBody,
        response: { 200: deleted },
      },
      handler: async (request, reply) => {
        const sent = request.body
        const several = Array.isArray(sent) ? { ids: sent } : sent
        return writeCall(deps, request, reply, (writing) =>
          voidingFacts({ collection: 'balances', ...several }, writing),
        )
      },
    })
  }

  for (const path of ['/controlled-substances/combine', '/new/controlled-substances/combine']) {
    app.post(
      path,
      {
        config: { permission, etag: true, refusals: ['not_found', 'conflict', 'limit', 'invalid'] },
        validatorCompiler: payloadValidator,
        schema: {
          tags,
          summary: 'Combine balance sheets',
          description: `Makes one sheet of several of the same drug, concentration and form; they stay as they are. Rows of draws that stand in an earlier one are left out, \`dropped\` says how many. ${also}`,
          headers: keyedHeaders,
          body: combinePayload,
          response: {
            200: z.object({
              ...item,
              dropped: z.int().nonnegative(),
              gaps: z.int().nonnegative().meta({ description: 'Places where the balances do not meet.' }),
              warning: z.string().optional(),
            }),
          },
        },
      },
      async (request, reply) => {
        const sent = request.body as Partial<z.infer<typeof combinePayload>>
        const { drugName = '', drugConcentration, drugForm = '', ids: named = [] } = sent
        const target = {
          drug_name: drugName,
          drug_concentration: drugConcentration ?? 0,
          drug_form: drugForm,
        }
        return writeCall(deps, request, reply, (writing) => combining({ ...target, ids: named }, writing))
      },
    )
  }
}
