import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { ownPasswordRequest, ownSessionRequest, ownSessionsReply } from 'sync-protocol/wire/own-account'
import type { AccountStore } from './account-store.ts'
import type { OwnAccountStore } from './own-account-store.ts'
import { changeOwnPassword } from './own-password.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface OwnAccountDependencies {
  accounts: AccountStore
  own: OwnAccountStore
  throttle: SignInThrottle
  now(): Date
}

const tags = ['Own account']

/** Who calls, with the session that they call with. */
function callerOf({ signedIn }: Pick<FastifyRequest, 'signedIn'>) {
  if (!signedIn?.sessionId) throw new ProtocolError('unauthenticated', 'Please log in.')
  const { account, sessionId, device } = signedIn
  return { account, kept: { session_id: sessionId, device } }
}

/** Visitors of the demonstration share their accounts: none of them locks the others out. */
function refuseDemonstration(request: FastifyRequest, message: string) {
  if (callerOf(request).account.demo) throw new ProtocolError('forbidden', message)
}

/** What everybody does with their own account: the password, and the sessions that are open under it. */
export function ownAccountRoutes(
  scope: FastifyInstance,
  { accounts, own, throttle, now }: OwnAccountDependencies,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/user/password',
    {
      config: { refusals: ['invalid', 'rate_limited'] },
      schema: {
        tags,
        summary: 'Change the own password',
        description:
          'Asks for the old one; the new one keeps the rules of a reset. Every other session of the caller ends, this one goes ' +
          'on. A wrong old password is 422 with `field: old_password`. 403 in the demonstration, whose people share their passwords.',
        body: ownPasswordRequest,
        response: { 200: doneReply },
      },
    },
    async (request) => {
      refuseDemonstration(request, 'The password of the demonstration is shared. It cannot be changed.')
      const { account, kept } = callerOf(request)
      await changeOwnPassword({ accounts, own, throttle }, account, kept, request.body, request.ip, now())
      return { success: true } as const
    },
  )

  app.get(
    '/user/sessions',
    {
      schema: {
        tags,
        summary: 'The own sessions',
        description:
          'Where the caller is signed in, the newest first. In the demonstration, whose people share their accounts, only this one.',
        response: { 200: ownSessionsReply },
      },
    },
    async (request) => {
      const { account, kept } = callerOf(request)
      const all = await own.sessions(account, kept.session_id, now())
      return { success: true, sessions: account.demo ? all.filter(({ here }) => here) : all } as const
    },
  )

  app.post(
    '/user/sessions/end',
    {
      config: { refusals: ['not_found'] },
      schema: {
        tags,
        summary: 'End one of the own sessions',
        description:
          'Its tablet asks for a login at its next contact; what it has not sent waits there. 404 for a session that is over ' +
          'already. 403 in the demonstration.',
        body: ownSessionRequest,
        response: { 200: doneReply },
      },
    },
    async (request) => {
      refuseDemonstration(request, SHARED)
      if (!(await own.endOne(request.speaker, request.body._id, now())))
        throw new ProtocolError('not_found', 'This session is over.')
      return { success: true } as const
    },
  )

  app.post(
    '/user/sessions/end-others',
    {
      schema: {
        tags,
        summary: 'End all other own sessions',
        description: 'All but the one that calls. 403 in the demonstration.',
        response: { 200: doneReply },
      },
    },
    async (request) => {
      refuseDemonstration(request, SHARED)
      await own.endOthers(request.speaker, callerOf(request).kept.session_id, now())
      return { success: true } as const
    },
  )
}

const SHARED = 'The accounts of the demonstration are shared. Nobody can be logged out of them.'
