import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { newPasswordRequest, resetParams, resetReply } from 'sync-protocol/wire/password-reset'
import { confirmReset, isOpen, requestReset, type PasswordResetParts } from './password-reset.ts'
import { ResetThrottle } from './reset-throttle.ts'

const guest = { access: 'guest' } as const
/** By address: a clinic behind one, not somebody who tries links. */
const counted = { ...guest, rateLimit: { max: 60, timeWindow: 60_000 } }

export function passwordResetRoutes(
  scope: FastifyInstance,
  deps: Omit<PasswordResetParts, 'throttle'>,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  const parts = { ...deps, throttle: new ResetThrottle() }

  app.post(
    '/services/password-reset-request/:id',
    { config: guest, schema: { params: resetParams, response: { 200: doneReply } } },
    async ({ params, ip }) => {
      requestReset(parts, params.id, ip)
      return { success: true } as const
    },
  )

  app.get(
    '/services/password-reset/:id',
    { config: counted, schema: { params: resetParams, response: { 200: resetReply } } },
    async ({ params }) => ({ success: true, result: await isOpen(parts, params.id) }) as const,
  )

  app.put(
    '/services/password-reset/confirm/:id',
    {
      config: counted,
      schema: { params: resetParams, body: newPasswordRequest, response: { 200: resetReply } },
    },
    async ({ params, body, ip }) =>
      ({ success: true, result: await confirmReset(parts, params.id, body, ip) }) as const,
  )
}
