import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import { alsoAs, PATH_OF, TITLES, type CalledCollection } from './collection-paths.ts'
import { listQuery } from './list-query.ts'
import { asStored, EMPTY_LIST, failedList, listReply } from './list-replies.ts'
import { searchedList, type ReadingDependencies } from './reading.ts'
import { speciesNamed, speciesPath } from './species-path.ts'

const config = { permission: PERMISSION.records, failure: EMPTY_LIST } as const
const OF_SPECIES = [
  'fluids',
  'anesthesia_protocols',
  'emergency_protocols',
  'injections',
  'procedures',
  'sheets',
] as const
const section = z
  .string()
  .max(100)
  .meta({
    description:
      "A section's key, or its plural title in lower case: `-1` and `unset medications`, `-2` and `emergency medications`.",
    examples: ['opioids'],
  })

/** The searched, ordered and paged lists (`spec 1 §7`, `spec 2 §7`). */
export function listRoutes(scope: FastifyInstance, deps: ReadingDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  const replies = (collection: CalledCollection) => ({
    200: listReply(collection),
    '4xx': failedList,
    '5xx': failedList,
  })

  app.get(
    '/drugs/:species/:section',
    {
      config,
      serializerCompiler: asStored,
      schema: {
        tags: ['Lists'],
        summary: 'Search the drugs of a section',
        description: `One page of the drugs of a species and a section. ${alsoAs('drugs')}`,
        params: z.object({ species: speciesPath, section }),
        querystring: listQuery,
        response: replies('drugs'),
      },
    },
    ({ speaker, params, query }) =>
      searchedList(
        deps,
        speaker,
        { collection: 'drugs', species: speciesNamed(params.species), section: params.section },
        query,
      ),
  )

  for (const collection of OF_SPECIES) {
    app.get(
      `/${PATH_OF[collection]}/:species`,
      {
        config,
        serializerCompiler: asStored,
        schema: {
          tags: ['Lists'],
          summary: `Search ${TITLES[collection]}`,
          description: `One page of the ${TITLES[collection]} of a species. ${alsoAs(collection)}`,
          params: z.object({ species: speciesPath }),
          querystring: listQuery,
          response: replies(collection),
        },
      },
      ({ speaker, params, query }) =>
        searchedList(deps, speaker, { collection, species: speciesNamed(params.species) }, query),
    )
  }

  for (const collection of ['drugs', ...OF_SPECIES] as const) {
    app.get(
      `/new/${PATH_OF[collection]}`,
      {
        config: collection === 'drugs' ? { ...config, refusals: ['not_found'] } : config,
        serializerCompiler: asStored,
        schema: {
          tags: ['Lists'],
          summary: `Search ${TITLES[collection]} of both species`,
          description: `One page of the ${TITLES[collection]}, of both species unless one is named. ${alsoAs(collection)}`,
          querystring: listQuery.extend({
            species: speciesPath.optional(),
            ...(collection === 'drugs' ? { section: section.optional() } : {}),
          }),
          response: replies(collection),
        },
      },
      ({ speaker, query: { species, ...query } }) =>
        searchedList(
          deps,
          speaker,
          {
            collection,
            species: species === undefined ? undefined : speciesNamed(species),
            section: (query as { section?: string }).section,
          },
          query,
        ),
    )
  }
}
