import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { deviceCookie, deviceCookieName } from 'sync-protocol/wire/device-cookie'
import {
  doneReply,
  loginFailure,
  loginReply,
  loginRequest,
  logoutRequest,
  profileReply,
  registerRequest,
  setupReply,
  visitReply,
} from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import { profileOf, sessionToken } from '../plugins/session.ts'
import type { AccountStore } from './account-store.ts'
import { isOpen, register, type Registration } from './registration.ts'
import type { SessionStore } from './session-store.ts'
import type { SetupDoor } from './setup-code.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { type LibraryDependencies, writeLibraries } from './starting-library.ts'
import { signIn, type SignInParts } from './sign-in.ts'
import { visit } from './visitor.ts'

export interface AccountDependencies {
  accounts: AccountStore
  sessions: SessionStore
  store: LibraryDependencies['store']
  registration: Registration
  setupDoor: SetupDoor
  throttle: SignInThrottle
  known: SignInParts['known']
  /** When the demonstration is reset next; undefined where it never is. */
  nextReset(): Promise<Date | undefined>
  /** What the password of the demonstration's visitor follows from. */
  secret: string
  /** What proves a tablet. */
  keys: {
    isCarried(request: FastifyRequest, tablet: { org: string; device: string }): boolean
    give(request: FastifyRequest, reply: FastifyReply, tablet: { org: string; device: string }): void
  }
  now(): Date
}

const guest = { access: 'guest' } as const
const tags = ['Signing in']
/** The code is of this server, not of the contract with tablets. */
const registerBody = z.object({ ...registerRequest.shape, setup_code: z.string().max(100).optional() })

export function accountRoutes(scope: FastifyInstance, deps: AccountDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  const { accounts, sessions, registration, nextReset, now } = deps
  const parts: SignInParts = {
    accounts,
    sessions,
    throttle: deps.throttle,
    store: deps.store,
    known: deps.known,
    failed: (speaker, address, at) =>
      void accounts
        .logFailedLogin(speaker, address, at)
        .catch((error: unknown) => scope.log.error(error, 'A failed sign-in was not written down.')),
    token: (account, sessionId, at) => sessionToken(scope, account, sessionId, at),
  }

  app.get(
    '/setup/state',
    {
      config: guest,
      schema: {
        tags,
        summary: 'May an organization be registered?',
        description:
          '`setup_open` says so; `demo` tells that this server holds a demonstration clinic, `demo_org` which, `clinic` that it ' +
          'holds a real one. `demo_reset_at`: when the demonstration is next reset: it is another organization then.',
        response: { 200: setupReply },
      },
    },
    async () => {
      const clinics = await accounts.clinics()
      const { demoId, real } = clinics
      const reset = demoId === null ? undefined : await nextReset()
      return {
        success: true,
        setup_open: isOpen(registration, clinics),
        demo: demoId !== null,
        clinic: real > 0,
        ...(demoId !== null && { demo_org: demoId }),
        ...(reset && { demo_reset_at: reset.toISOString() }),
      } as const
    },
  )

  app.post(
    '/user/register',
    {
      config: {
        ...guest,
        rateLimit: { max: 30, timeWindow: 60_000 },
        refusals: ['forbidden', 'conflict', 'invalid', 'rate_limited'],
      },
      schema: {
        tags,
        summary: 'Register an organization and its first user',
        description:
          'The first user holds every permission. 403 when registration is closed, 409 when the e-mail is taken. The first ' +
          'organization needs the `setup_code` that the server prints at its start, unless the call comes from the same ' +
          'computer and through no proxy.',
        body: registerBody,
        response: { 200: doneReply },
      },
    },
    async (request) => {
      const { body } = request
      const enter = () => deps.setupDoor.check(request, body.setup_code ?? '', now().getTime())
      await register(accounts, registration, body, now(), enter)
      // The organization stands; a library that fails now is finished by the next start.
      await writeLibraries({ ...deps, week: false }).catch((error: unknown) =>
        request.log.error({ err: error }),
      )
      return { success: true } as const
    },
  )

  app.post(
    '/user/login',
    {
      config: { ...guest, refusals: ['forbidden', 'rate_limited'] },
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'Gives the token that every other call carries in its `authorization` header. A wrong password and an unknown ' +
          'e-mail alike answer 200 with `success: false, code: 2`. `device` and `lane` are for tablets: with a lane there ' +
          'is a `push_token` as well, which may do nothing but push that lane. A tablet that was revoked is 403 with `revoked`.',
        body: loginRequest,
        response: { 200: z.discriminatedUnion('success', [loginReply, loginFailure]) },
      },
    },
    async (request, reply) => {
      const caller = {
        address: request.ip,
        carriesKey: (tablet: { org: string; device: string }) => deps.keys.isCarried(request, tablet),
        giveKey: (tablet: { org: string; device: string }) => deps.keys.give(request, reply, tablet),
      }
      const answer = await signIn(parts, request.body, caller, now())
      const { device } = request.body
      if (answer.success && device !== undefined) {
        const port = /:(\d+)$/.exec(request.host)?.[1] ?? ''
        void reply.header(
          'set-cookie',
          deviceCookie(deviceCookieName(port), device, request.protocol === 'https'),
        )
      }
      return answer
    },
  )

  app.post(
    '/demonstration/visit',
    {
      config: {
        ...guest,
        rateLimit: { max: 20, timeWindow: 60_000 },
        refusals: ['not_found', 'rate_limited'],
      },
      schema: {
        tags,
        summary: 'Try the demonstration',
        description:
          'With what anybody signs in to the demonstration clinic: a visitor, who may use everything but the organization ' +
          'itself. 404 where there is no demonstration, or a clinic works on this server.',
        response: { 200: visitReply },
      },
    },
    async () => ({ success: true, ...(await visit(accounts, deps.secret, now())) }) as const,
  )

  for (const path of ['/user/confirm', '/user/profile']) {
    const schema = {
      tags,
      summary: path === '/user/confirm' ? 'Is this token good?' : 'The profile of the caller',
      description: 'Whose token this is, with the permissions that hold now.',
      response: { 200: profileReply },
    }
    app.get(path, { schema }, async ({ signedIn }) => {
      if (!signedIn) throw new ProtocolError('unauthenticated', 'Please log in.')
      return { success: true, user: profileOf(signedIn.account) } as const
    })
  }

  app.post(
    '/user/logout',
    {
      config: { whenRevoked: true },
      schema: {
        tags,
        summary: 'Sign out',
        description:
          "Ends the token's session. Push tokens of its device end with it, unless `keep_push` is true or names the lane to keep.",
        body: logoutRequest,
        response: { 200: doneReply },
      },
    },
    async ({ signedIn, speaker, body }) => {
      if (signedIn?.sessionId) {
        const keep = body?.keep_push ?? false
        await sessions.endSession(speaker, signedIn.sessionId, keep, now(), body?.event)
      }
      return { success: true } as const
    },
  )
}
