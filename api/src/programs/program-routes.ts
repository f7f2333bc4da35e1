import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import {
  endProgramRequest,
  newProgramReply,
  newProgramRequest,
  programsReply,
} from 'sync-protocol/wire/programs'
import type { ProgramStore } from './program-store.ts'

export interface ProgramDependencies {
  programs: Pick<ProgramStore, 'programs' | 'make' | 'end'>
  now(): Date
}

const config = { permission: 0 } as const
const tags = ['Organization']

/** The keys with which other programs of the clinic call. */
export function programRoutes(scope: FastifyInstance, { programs, now }: ProgramDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/programs',
    {
      config,
      schema: {
        tags,
        summary: 'The other programs',
        description: 'Those that have a key, by name.',
        response: { 200: programsReply },
      },
    },
    async ({ speaker }) => ({ success: true, programs: await programs.programs(speaker.org_id) }) as const,
  )

  app.post(
    '/organization/programs/create',
    {
      config: { ...config, refusals: ['conflict', 'limit', 'invalid'] },
      schema: {
        tags,
        summary: 'Make a key for another program',
        description:
          'The answer holds the key, which cannot be read again. `access: reads` may call what reads records, and nothing else; ' +
          '`writes` also what writes them, with the permissions of `org_perms`. Records that it writes name the program as ' +
          'their author. 409 `conflict` for a name that another program has, `limit` from 20 programs on.',
        body: newProgramRequest,
        response: { 200: newProgramReply },
      },
    },
    async ({ speaker, body }) => ({ success: true, ...(await programs.make(speaker, body, now())) }) as const,
  )

  app.post(
    '/organization/programs/revoke',
    {
      config: { ...config, refusals: ['not_found'] },
      schema: {
        tags,
        summary: 'Revoke the key of another program',
        description: 'Its next call is 401. The records that it wrote stay.',
        body: endProgramRequest,
        response: { 200: doneReply },
      },
    },
    async ({ speaker, body }) => {
      if (!(await programs.end(speaker, body._id, now())))
        throw new ProtocolError('not_found', 'There is no such program.')
      return { success: true } as const
    },
  )
}
