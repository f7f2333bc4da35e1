import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { healthReply } from 'sync-protocol/wire/backups'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { BackupState } from './database/backup/kept-backups.ts'

const schema = {
  tags: ['Server'],
  summary: 'Is the server well?',
  description:
    '200 while its database answers, else 503 `unavailable`. `backup` says when the last one was made, and whether it failed since.',
  response: { 200: healthReply },
}

interface Health {
  databaseAnswers(): Promise<void>
  backups(): Promise<BackupState>
  now(): Date
}

/** For whoever watches the server: 200 while its database answers, else 503. */
export function healthRoute(scope: FastifyInstance, { databaseAnswers, backups, now }: Health): void {
  scope
    .withTypeProvider<ZodTypeProvider>()
    .get('/health', { config: { access: 'guest' }, schema }, async () => {
      await databaseAnswers().catch((error: unknown) => {
        throw Object.assign(new ProtocolError('unavailable', 'The database does not answer.'), {
          cause: error,
        })
      })
      const { made, failed } = await backups()
      const age_hours =
        made === null ? null : Math.max(0, Math.floor((now().getTime() - Date.parse(made.at)) / 3_600_000))
      return {
        success: true,
        backup: { last_made_at: made?.at ?? null, age_hours, failed: failed !== null },
      } as const
    })
}
