import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { deviceIdRequest, devicesReply, listedDeviceReply } from 'sync-protocol/wire/device-list'
import {
  heldRequest,
  standing,
  standingQuery,
  tellRequest,
  type Standing,
  wipedRequest,
} from 'sync-protocol/wire/device-standing'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { checkProtocol } from 'sync-protocol/wire/version'
import type { DeviceStore } from './device-store.ts'

interface DeviceRef {
  org: string
  device: string
}

export interface DeviceDependencies {
  devices: DeviceStore
  /** Whether who asks has the key of the tablet that it names. */
  carriesKey(request: FastifyRequest, ref: DeviceRef): boolean
  /** Gives the tablet its key in the answer. */
  giveKey(request: FastifyRequest, reply: FastifyReply, ref: DeviceRef): void
  /** Whether who asks is the tablet that it names: by its key, or by a push token that it was given. */
  proves(request: FastifyRequest, ref: DeviceRef): Promise<boolean>
  now(): Date
}

const manages = { permission: 0 } as const
/** Of a clinic's tablets behind one address, each asks once a minute. */
const GUEST = { access: 'guest', rateLimit: { max: 600, timeWindow: 60_000 } } as const
/**
 * What a tablet without a proof has to obey, that it was revoked and nobody may sign in offline, and nothing else: one whose
 * people were signed out before tablets had keys.
 */
const unproven = ({ protocol, server_time, revoked, offline_sign_in }: Standing): Standing => ({
  protocol,
  server_time,
  revoked,
  offline_sign_in,
  name: null,
})
const unknown = () => new ProtocolError('not_found', 'The organization has no such tablet.')

/** The organization's tablets: what each tells of itself, how it stands, and revoking one (sync contract, section 6). */
export function deviceRoutes(
  scope: FastifyInstance,
  { devices, carriesKey, giveKey, proves, now }: DeviceDependencies,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/devices',
    {
      config: manages,
      schema: {
        tags: ['Organization'],
        summary: 'The tablets',
        description: 'What the server last heard from each, latest first.',
        response: { 200: devicesReply },
      },
    },
    async ({ speaker }) =>
      ({
        success: true,
        devices: await devices.list(speaker.org_id),
        server_time: now().toISOString(),
      }) as const,
  )

  const told = {
    revoke: {
      summary: 'Revoke a tablet',
      description:
        'From now on it reads nothing and nobody signs in on it; at its next contact it sends what is unsent, then removes its records.',
    },
    restore: {
      summary: 'Undo the revocation of a tablet',
      description: 'People may sign in on it again. It loads again what it removed.',
    },
  }
  for (const what of ['revoke', 'restore'] as const) {
    app.post(
      `/organization/devices/${what}`,
      {
        config: { ...manages, refusals: ['not_found'] },
        schema: {
          tags: ['Organization'],
          ...told[what],
          body: deviceIdRequest,
          response: { 200: listedDeviceReply },
        },
      },
      async ({ speaker, body }) => {
        const device = await devices.setRevoked(speaker, body._id, what === 'revoke', now())
        if (!device) throw unknown()
        return { success: true, device } as const
      },
    )
  }

  app.post(
    '/sync/devices/tell',
    {
      config: { whenRevoked: true, refusals: ['not_found', 'protocol_unsupported'] },
      schema: {
        tags: ['Sync'],
        summary: 'Tell of this tablet',
        description:
          'For the list of tablets: how much is unsent and since when, never what. Of the tablet that the session was ' +
          'opened on; 404 for a session of none. Also from a tablet that was revoked: the answer says so.',
        body: tellRequest,
        response: { 200: standing },
      },
    },
    async (request, reply) => {
      const { signedIn, speaker, body } = request
      checkProtocol(body.protocol, 'push')
      const device = signedIn?.device
      if (!device) throw unknown()
      const ref = { org: speaker.org_id, device }
      const hasKey = carriesKey(request, ref)
      // An earlier release's cookie came back to these calls alone, and a browser forgets each one after 400 days.
      if (hasKey) giveKey(request, reply, ref)
      await devices.tell(speaker, device, body, now(), hasKey)
      const found = await devices.standing(speaker.org_id, device, now())
      if (!found) throw unknown()
      const { waiting = [] } = body
      return waiting.length === 0
        ? found
        : { ...found, removed: await devices.removedAmong(speaker.org_id, waiting) }
    },
  )

  app.get(
    '/sync/devices/standing',
    {
      config: { ...GUEST, refusals: ['not_found', 'rate_limited'] },
      schema: {
        tags: ['Sync'],
        summary: 'The state of this tablet',
        description:
          'For a tablet on which nobody is signed in: was it revoked? It proves that it is that tablet by the cookie that it ' +
          'got at a sign-in, or by its push token; without either it is told only what it has to obey.',
        querystring: standingQuery,
        response: { 200: standing },
      },
    },
    async (request) => {
      const { org, device } = request.query
      const found = await devices.standing(org, device, now())
      if (!found) throw unknown()
      return (await proves(request, request.query)) ? found : unproven(found)
    },
  )

  app.post(
    '/sync/devices/held',
    {
      config: { ...GUEST, refusals: ['rate_limited'] },
      schema: {
        tags: ['Sync'],
        summary: 'What this tablet could not send',
        description:
          'For the list of tablets: how much a tablet that was revoked still holds, which nobody can send any more. It ' +
          'proves that it is that tablet by its cookie or push token. Nothing happens for any other.',
        body: heldRequest,
        response: { 200: doneReply },
      },
    },
    async (request) => {
      if (await proves(request, request.body)) await devices.held(request.body, now())
      return { success: true } as const
    },
  )

  app.post(
    '/sync/devices/wiped',
    {
      config: { ...GUEST, refusals: ['rate_limited'] },
      schema: {
        tags: ['Sync'],
        summary: 'This tablet removed its records',
        description:
          'Said by a tablet that was revoked, which proves by its cookie that it is that tablet. What it could not send, and ' +
          'someone discarded there, goes into the action log. Nothing happens for any other.',
        body: wipedRequest,
        response: { 200: doneReply },
      },
    },
    async (request) => {
      if (await proves(request, request.body)) await devices.wiped(request.body, now())
      return { success: true } as const
    },
  )
}
