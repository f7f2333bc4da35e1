import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  doneReply,
  loginFailure,
  loginReply,
  loginRequest,
  logoutRequest,
  profileReply,
  registerRequest,
  setupReply,
} from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import { profileOf, sessionToken } from '../plugins/session.ts'
import type { AccountStore } from './account-store.ts'
import { isOpen, register, type Registration } from './registration.ts'
import type { SessionStore } from './session-store.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { type LibraryDependencies, writeLibraries } from './starting-library.ts'
import { signIn, type SignInParts } from './sign-in.ts'

export interface AccountDependencies {
  accounts: AccountStore
  sessions: SessionStore
  store: LibraryDependencies['store']
  registration: Registration
  throttle: SignInThrottle
  now(): Date
}

const guest = { access: 'guest' } as const

export function accountRoutes(scope: FastifyInstance, deps: AccountDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  const { accounts, sessions, registration, now } = deps
  const parts: SignInParts = {
    accounts,
    sessions,
    throttle: deps.throttle,
    store: deps.store,
    failed: (speaker, address, at) =>
      void accounts
        .logFailedLogin(speaker, address, at)
        .catch((error: unknown) => scope.log.error(error, 'A failed sign-in was not written down.')),
    token: (account, sessionId, at) => sessionToken(scope, account, sessionId, at),
  }

  app.get('/setup/state', { config: guest, schema: { response: { 200: setupReply } } }, async () => {
    const clinics = await accounts.clinics()
    return { success: true, setup_open: isOpen(registration, clinics), demo: clinics.demo > 0 } as const
  })

  app.post(
    '/user/register',
    {
      config: { ...guest, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: { body: registerRequest, response: { 200: doneReply } },
    },
    async (request) => {
      await register(accounts, registration, request.body, now())
      // The organization stands; a library that fails now is finished by the next start.
      await writeLibraries(deps).catch((error: unknown) => request.log.error(error))
      return { success: true } as const
    },
  )

  app.post(
    '/user/login',
    {
      config: guest,
      schema: {
        body: loginRequest,
        response: { 200: z.discriminatedUnion('success', [loginReply, loginFailure]) },
      },
    },
    async (request) => signIn(parts, request.body, request.ip, now()),
  )

  for (const path of ['/user/confirm', '/user/profile']) {
    app.get(path, { schema: { response: { 200: profileReply } } }, async ({ signedIn }) => {
      if (!signedIn) throw new ProtocolError('unauthenticated', 'Please log in.')
      return { success: true, user: profileOf(signedIn.account) } as const
    })
  }

  app.post(
    '/user/logout',
    { schema: { body: logoutRequest, response: { 200: doneReply } } },
    async ({ signedIn, speaker, body }) => {
      if (signedIn?.sessionId) {
        const keep = body?.keep_push ?? false
        await sessions.endSession(speaker, signedIn.sessionId, keep, now(), body?.event)
      }
      return { success: true } as const
    },
  )
}
