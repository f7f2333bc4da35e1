import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'

const schema = {
  tags: ['Server'],
  summary: 'Is the server well?',
  description: '200 while its database answers, else 503 `unavailable`.',
  response: { 200: doneReply },
}

/** For whoever watches the server: 200 while its database answers, else 503. */
export function healthRoute(scope: FastifyInstance, databaseAnswers: () => Promise<void>): void {
  scope
    .withTypeProvider<ZodTypeProvider>()
    .get('/health', { config: { access: 'guest' }, schema }, async () => {
      await databaseAnswers().catch((error: unknown) => {
        throw Object.assign(new ProtocolError('unavailable', 'The database does not answer.'), {
          cause: error,
        })
      })
      return { success: true } as const
    })
}
