import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { logFilter, logPeopleReply, logQuery, logReply } from 'sync-protocol/wire/action-log'
import type { Speaker } from 'sync-protocol/wire/store'
import * as z from 'zod'
import { exportedLog, exportMessage, exportName } from './log-export.ts'
import type { LogReadingStore } from './log-reading-store.ts'

export interface ActionLogDependencies {
  log: LogReadingStore
  /** Writes down that somebody took a copy of the log. */
  write(speaker: Speaker, message: string, now: Date): Promise<void>
  now(): Date
}

const config = { permission: 0 } as const
const tags = ['Action log']
const csv = z.string().describe('A row for each entry, newest first, as a file to keep.')

/** The organization's action log, for holders of 0. */
export function actionLogRoutes(scope: FastifyInstance, { log, write, now }: ActionLogDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/action-log',
    {
      config,
      schema: {
        tags,
        summary: 'Read the action log',
        description:
          'Newest first. `cursor` reads on and is null at the end. A search looks through 50,000 entries in one call: a page ' +
          'may be empty and not be the last; `searched_to` says how far back it looked.',
        querystring: logQuery,
        response: { 200: logReply },
      },
    },
    async ({ speaker, query }) => {
      const { cursor, received_since, limit, ...filter } = query
      const server_time = now().toISOString()
      const timeZone = await log.timeZone(speaker.org_id)
      const page = await log.page(speaker.org_id, filter, timeZone, { cursor, received_since, limit })
      return { success: true, ...page, server_time } as const
    },
  )

  app.get(
    '/organization/action-log/people',
    {
      config,
      schema: {
        tags,
        summary: 'Everybody who may stand in the log',
        description: 'Those who were removed too.',
        response: { 200: logPeopleReply },
      },
    },
    async ({ speaker }) => ({ success: true, people: await log.people(speaker.org_id) }) as const,
  )

  app.get(
    '/organization/action-log/export',
    {
      config: { ...config, sends: { type: 'text/csv', schema: csv } },
      schema: {
        tags,
        summary: 'The action log as CSV',
        description:
          'A field that a spreadsheet would compute begins with an apostrophe. The export is itself an entry.',
        querystring: logFilter,
      },
    },
    async ({ speaker, query }, reply) => {
      const { org_id } = speaker
      const timeZone = await log.timeZone(org_id)
      const asked = now()
      const people = query.user === undefined ? [] : await log.people(org_id)
      const person = people.find(({ _id }) => _id === query.user)?.name ?? query.user
      const name = await exportName(log, org_id, query, timeZone, asked)
      await write(speaker, exportMessage(query, person), asked)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exportedLog(log, org_id, query, timeZone, asked)))
    },
  )
}
