import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { newPasswordRequest, resetParams, resetReply } from 'sync-protocol/wire/password-reset'
import { confirmReset, isOpen, requestReset, type PasswordResetParts } from './password-reset.ts'

const guest = { access: 'guest' } as const
const tags = ['Password reset']
/** By address: a clinic behind one, not somebody who tries links. */
const counted = { ...guest, rateLimit: { max: 60, timeWindow: 60_000 } }

export function passwordResetRoutes(scope: FastifyInstance, parts: PasswordResetParts): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/services/password-reset-request/:id',
    {
      config: { ...guest, refusals: ['rate_limited'] },
      schema: {
        tags,
        summary: 'Ask for a link by e-mail',
        description:
          '`id` is the e-mail. The answer is the same whether it is known or not. The link holds for an hour, once.',
        params: resetParams,
        response: { 200: doneReply },
      },
    },
    async ({ params, ip }) => {
      await requestReset(parts, params.id, ip)
      return { success: true } as const
    },
  )

  app.get(
    '/services/password-reset/:id',
    {
      config: counted,
      schema: {
        tags,
        summary: 'Does this link still hold?',
        description: '`id` is the last part of the link.',
        params: resetParams,
        response: { 200: resetReply },
      },
    },
    async ({ params }) => ({ success: true, result: await isOpen(parts, params.id) }) as const,
  )

  app.put(
    '/services/password-reset/confirm/:id',
    {
      config: { ...counted, refusals: ['invalid'] },
      schema: {
        tags,
        summary: 'Choose a new password',
        description:
          '`result` is false, and nothing changed, when the link does not hold any more. A new password ends every session of its user.',
        params: resetParams,
        body: newPasswordRequest,
        response: { 200: resetReply },
      },
    },
    async ({ params, body, ip }) =>
      ({ success: true, result: await confirmReset(parts, params.id, body, ip) }) as const,
  )
}
