import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import { alsoAs, PATH_OF, TITLES } from './collection-paths.ts'
import { deleting, inserting, updating } from './composing.ts'
import { itemSchema } from './item.ts'
import { payloads, sheetPayload, WRITTEN } from './payload-fields.ts'
import { payloadValidator } from './payload-validator.ts'
import { speciesNamed, speciesPath } from './species-path.ts'
import { keyedHeaders, versionedHeaders } from './write-headers.ts'
import { versionSeen, writeCall, type WritingDependencies } from './write-call.ts'

const permission = PERMISSION.records
/** A key that was used for another request. */
const SEVERAL = { permission, refusals: ['not_found', 'conflict'] } as const
const OTHERS = 'Records of others need permission 2 as well.'
const IDS_MAX = 5000
const idPath = z.object({ id: z.uuid().transform((id) => id.toLowerCase()) })
const ids = z.array(z.string().max(100)).min(1).max(IDS_MAX)
const idsBody = z
  .union([z.object({ ids }), ids])
  .meta({ description: 'The ids, in `ids` or as a bare list.' })
const idsIn = (body: z.infer<typeof idsBody>) => (Array.isArray(body) ? body : body.ids)
const deleted = z.object({ success: z.literal(true), deleted: z.int() })

/** Insert, update and delete (`spec 1 §7`, `spec 2 §7`). */
export function writeRoutes(scope: FastifyInstance, deps: WritingDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  for (const collection of WRITTEN) {
    const path = PATH_OF[collection]
    const things = TITLES[collection]
    const tags = [`Writing: ${things}`]
    const also = alsoAs(collection)
    const item = z.object({ success: z.literal(true), item: itemSchema[collection] })

    app.post(
      `/${path}/`,
      {
        config: {
          permission,
          etag: true,
          refusals: ['conflict', 'limit', 'invalid'],
          ...(collection === 'sheets' ? { takes: sheetPayload } : {}),
        },
        validatorCompiler: payloadValidator,
        schema: {
          tags,
          summary: `Insert into ${things}`,
          description: `${
            collection === 'sheets'
              ? 'Saves a sheet with a draw for each controlled drug of its anesthesia protocol, in one change. '
              : 'The author and the dates are the server’s. '
          }${also}`,
          headers: keyedHeaders,
          body: payloads[collection] as z.ZodType<object>,
          response: { 200: item },
        },
      },
      async (request, reply) =>
        writeCall(deps, request, reply, (writing) => inserting(collection, request.body, writing)),
    )

    app.post(
      `/${path}/update/:id`,
      {
        config: { permission, etag: true, refusals: ['conflict', 'immutable', 'invalid'] },
        validatorCompiler: payloadValidator,
        schema: {
          tags,
          summary: `Update one of the ${things}`,
          description:
            collection === 'sheets'
              ? `A sheet is a fact and stays as it is: 409 immutable. ${also}`
              : `Changes the fields that are sent. ${OTHERS} ${also}`,
          params: idPath,
          headers: versionedHeaders,
          body: payloads[collection].partial() as z.ZodType<object>,
          response: { 200: item },
        },
      },
      async (request, reply) => {
        const seen = versionSeen(request)
        return writeCall(deps, request, reply, (writing) =>
          updating(collection, request.params.id, request.body, seen, writing),
        )
      },
    )

    app.delete(
      `/${path}/:id`,
      {
        config: { permission, refusals: ['conflict'] },
        schema: {
          tags,
          summary: `Delete one of the ${things}`,
          description: `${collection === 'sheets' ? 'The sheet and its draws are voided and kept. ' : ''}${OTHERS} ${also}`,
          params: idPath,
          headers: versionedHeaders,
          response: { 200: deleted },
        },
      },
      async (request, reply) => {
        const seen = versionSeen(request)
        const one = { collection, ids: [request.params.id], seen }
        return writeCall(deps, request, reply, (writing) => deleting(one, writing))
      },
    )

    app.put(
      `/${path}`,
      {
        config: SEVERAL,
        schema: {
          tags,
          summary: `Delete several of the ${things}`,
          description: `All of them or none. ${OTHERS} ${also}`,
          headers: keyedHeaders,
          body: idsBody,
          response: { 200: deleted },
        },
      },
      async (request, reply) =>
        writeCall(deps, request, reply, (writing) =>
          deleting({ collection, ids: idsIn(request.body) }, writing),
        ),
    )

    // Drugs and fluids may name a section, which is not looked at.
    for (const section of collection === 'drugs' || collection === 'fluids' ? ['', '/:section'] : ['']) {
      app.post(
        `/${path}/delete-multiple/:species${section}`,
        {
          config: SEVERAL,
          schema: {
            tags,
            summary: `Delete several of the ${things} of a species`,
            description: `All of them or none; each must be of the species. ${OTHERS} ${also}`,
            params: z.object({
              species: speciesPath,
              ...(section === '' ? {} : { section: z.string().max(100) }),
            }),
            headers: keyedHeaders,
            body: idsBody,
            response: { 200: deleted },
          },
        },
        async (request, reply) => {
          const several = {
            collection,
            ids: idsIn(request.body),
            species: speciesNamed(request.params.species),
          }
          return writeCall(deps, request, reply, (writing) => deleting(several, writing))
        },
      )
    }
  }
}
