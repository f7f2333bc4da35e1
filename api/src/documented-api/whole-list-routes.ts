import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { id } from 'sync-protocol/records/fields'
import { contentIn } from 'sync-protocol/records/kinds'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import * as z from 'zod'
import {
  alsoAs,
  CALLED,
  collectionNamed,
  PATH_OF,
  TITLES,
  type CalledCollection,
} from './collection-paths.ts'
import { itemOf, itemSchema } from './item.ts'
import { asStored } from './list-replies.ts'
import { sectionNames, wholeList, type Part, type ReadingDependencies } from './reading.ts'
import { sendTexts } from './send-texts.ts'
import { speciesNamed, speciesPath } from './species-path.ts'
import { nextLink, stretchOf, wholeListQuery, type WholeListQuery } from './whole-list-query.ts'

const config = { permission: PERMISSION.records, links: true } as const
const typePath = z.string().meta({
  description:
    '0 drug, 1 anesthesia protocol, 2 emergency protocol, 3 injection, 4 procedure, 5 saved sheet, 6 balance sheet, 7 fluid.',
  examples: ['4'],
})

/** Sheets come newest first, a library in the order in which it was made. */
const isNewestFirst = (collection: CalledCollection) => collection === 'sheets' || collection === 'balances'

/** Whole lists, as a bare JSON array (`spec 1 §7`, `spec 2 §7`). */
export function wholeListRoutes(scope: FastifyInstance, deps: ReadingDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  const send = async (reply: FastifyReply, speaker: Speaker, part: Part, query: WholeListQuery) => {
    const { texts, next } = await wholeList(deps, speaker, part, {
      sort: 'date',
      descending: isNewestFirst(part.collection),
      ...stretchOf(query),
      own: query.own === 'true',
    })
    if (next !== null) void reply.header('link', nextLink(reply.request.url, next))
    return sendTexts(reply, texts)
  }

  for (const collection of CALLED) {
    app.get(
      `/${PATH_OF[collection]}/:species/all`,
      {
        config,
        serializerCompiler: asStored,
        schema: {
          tags: ['Lists'],
          summary: `All ${TITLES[collection]}`,
          description: `All ${TITLES[collection]} of a species${
            collection === 'balances' ? ' (a balance sheet belongs to no species: either gives all)' : ''
          }, ${isNewestFirst(collection) ? 'newest' : 'oldest'} first. ${alsoAs(collection)}`,
          params: z.object({ species: speciesPath }),
          querystring: wholeListQuery,
          response: { 200: z.array(itemSchema[collection]) },
        },
      },
      async ({ speaker, params, query }, reply) =>
        send(reply, speaker, { collection, species: speciesNamed(params.species) }, query),
    )
  }

  app.get(
    '/drugs/:species/:id/all',
    {
      config,
      serializerCompiler: asStored,
      schema: {
        tags: ['Lists'],
        summary: 'All drugs of a section',
        description: `All drugs of a species in one section, oldest first; or the one drug with this \`_id\`. ${alsoAs('drugs')}`,
        params: z.object({
          species: speciesPath,
          id: z
            .string()
            .max(100)
            .meta({ description: "A section's key or plural title, or the `_id` of a drug." }),
        }),
        querystring: wholeListQuery,
        response: { 200: z.array(itemSchema.drugs) },
      },
    },
    async ({ speaker, params, query }, reply) => {
      const species = speciesNamed(params.species)
      if (!id.safeParse(params.id).success) {
        return send(reply, speaker, { collection: 'drugs', species, section: params.id }, query)
      }
      const [record] = await deps.listing.records(speaker.org_id, 'drugs', [params.id])
      const theirs = record?.content && contentIn('drugs', record.content).species.includes(species)
      if (!record || theirs !== true) throw new ProtocolError('not_found', 'This record does not exist.')
      return [itemOf(record, await sectionNames(deps.listing, speaker.org_id))]
    },
  )

  app.get(
    '/library/:type/:species',
    {
      config,
      serializerCompiler: asStored,
      schema: {
        tags: ['Lists'],
        summary: 'Retrieve library objects by type',
        description:
          'All records of a numeric type for a species, the own ones or the organization’s. Drugs may be narrowed to a section.',
        params: z.object({ type: typePath, species: speciesPath }),
        querystring: wholeListQuery.extend({
          section: z.string().max(100).optional().meta({
            description: "Of drugs: a section's key or plural title, `-1` unset, `-2` emergency.",
          }),
        }),
        response: { 200: z.array(z.union(Object.values(itemSchema))) },
      },
    },
    async ({ speaker, params, query }, reply) => {
      const collection = collectionNamed(params.type)
      if (!collection) throw new ProtocolError('not_found', 'There is no such type.')
      const part = { collection, species: speciesNamed(params.species), section: query.section }
      return send(reply, speaker, part, query)
    },
  )
}
