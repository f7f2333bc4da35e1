import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { messages } from 'sync-protocol/records/messages'
import { drawsOfSubstance } from 'sync-protocol/rules/draw-list'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { previousBalance } from 'sync-protocol/rules/previous-balance'
import { uniqueSubstances } from 'sync-protocol/rules/substances'
import * as z from 'zod'
import { alsoAs } from '../collection-paths.ts'
import { itemOf } from '../item.ts'
import { asStored, EMPTY_LIST, failedList, listReply } from '../list-replies.ts'
import { balanceFields, balanceListQuery, usedWithin } from './balance-list-query.ts'
import { drawPage, drawQuery, drawsReply } from './draw-list.ts'
import { searched } from './fact-search.ts'
import type { LedgerReading } from './ledger-reading.ts'

const permission = PERMISSION.records
const tags = ['Controlled substances']
const substance = {
  name: z
    .string(messages.required('Name'))
    .min(1, messages.required('Name'))
    .max(100, messages.tooLong('Name'))
    .meta({ description: 'The drug’s name, in any case.', examples: ['Ketamine'] }),
  concentration: z.coerce
    .number(messages.notANumber('Concentration'))
    .positive(messages.notPositive('Concentration'))
    .meta({ description: 'mg/ml', examples: [100] }),
}
const unique = z.array(
  z.object({ drug_name: z.string(), drug_concentration: z.number().meta({ description: 'mg/ml' }) }),
)
const previous = z.object({
  success: z.literal(true),
  balance: z
    .number()
    .nullable()
    .meta({ description: 'In ml; null where there is no previous sheet, as are the others.' }),
  bottleNumber: z.string().nullable(),
  containerSize: z.number().nullable().meta({ description: 'In ml.' }),
  previous_id: z.uuid().nullable().meta({ description: 'The sheet that closed with this.' }),
  branches: z.int().nonnegative().meta({
    description: 'How many sheets nothing goes on from: above 1 where two went on from the same balance.',
  }),
})

/** What can be read of controlled substances (`spec 2 §7`). */
export function balanceReadRoutes(scope: FastifyInstance, reading: LedgerReading): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/controlled-substances/unique',
    {
      config: { permission },
      schema: {
        tags,
        summary: 'The controlled substances',
        description:
          'Controlled drugs of the library, and what has draws or balance sheets though its drug was deleted; each name and ' +
          'concentration once, in order.',
        response: { 200: unique },
      },
    },
    async ({ speaker: { org_id } }) => {
      const [drugs, draws, balances] = await Promise.all([
        reading.drugs.of(org_id),
        reading.draws.of(org_id),
        reading.balances.of(org_id),
      ])
      return uniqueSubstances({ drugs, draws, balances })
    },
  )

  app.get(
    '/controlled-substances/prev-balance',
    {
      config: { permission },
      schema: {
        tags,
        summary: 'What the next balance sheet of a substance starts from',
        description: 'The closing of its last balance sheet that is neither combined nor deleted.',
        querystring: z.object(substance),
        response: { 200: previous },
      },
    },
    async ({ speaker: { org_id }, query: { name, concentration } }) => {
      const asked = { drug_name: name, drug_concentration: concentration }
      const found = previousBalance(await reading.balances.of(org_id), asked)
      return {
        success: true as const,
        balance: found ? mlOf(found.balance) : null,
        bottleNumber: found?.bottle_number ?? null,
        containerSize: found ? mlOf(found.container_size) : null,
        previous_id: found?.previous_id ?? null,
        branches: found?.ends.length ?? 0,
      }
    },
  )

  app.get(
    '/controlled-substances/draws',
    {
      config: { permission },
      serializerCompiler: asStored,
      schema: {
        tags,
        summary: 'Search the draws of a substance',
        description:
          'One page of the draws in ml, of saved sheets and single ones, with how often each was used.',
        querystring: drawQuery.extend(substance),
        response: { 200: drawsReply },
      },
    },
    ({ speaker, query: { name, concentration, ...query } }) =>
      drawPage(reading, speaker, query, (draws) =>
        drawsOfSubstance(draws, { drug_name: name, drug_concentration: concentration }),
      ),
  )

  for (const path of ['/controlled-substances', '/new/controlled-substances']) {
    app.get(
      path,
      {
        config: { permission, failure: EMPTY_LIST },
        serializerCompiler: asStored,
        schema: {
          tags,
          summary: 'Search the balance sheets',
          description: `One page of the balance sheets that were not deleted; \`startDate\` and \`endDate\` are days of the balance, not of its making. ${alsoAs('balances')}`,
          querystring: balanceListQuery,
          response: { 200: listReply('balances'), '4xx': failedList, '5xx': failedList },
        },
      },
      async ({ speaker: { org_id }, signedIn, query }) => {
        const within = usedWithin(query)
        const sheets = (await reading.balances.of(org_id)).filter((sheet) => !sheet.voided && within(sheet))
        const fields = balanceFields(query, signedIn?.account.time_zone ?? 'UTC')
        const { total, page } = searched(sheets, fields, {
          ...query,
          query: query.searchQuery ?? query.query,
          descending: query.descending === 'true',
        })
        const ids = page.map(({ _id }) => _id)
        const records = await reading.listing.records(org_id, 'balances', ids)
        return { success: true as const, total, items: records.map((record) => itemOf(record)) }
      },
    )
  }
}
