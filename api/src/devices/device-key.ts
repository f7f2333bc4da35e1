import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** As long as browsers keep a cookie at most: 400 days, in seconds. */
const MAX_AGE_S = 400 * 24 * 3600

interface DeviceRef {
  org: string
  device: string
}

/** What proves that a tablet on which nobody is signed in is that tablet: this server alone can make it. */
const keyOf = (secret: string, { org, device }: DeviceRef) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['tablet', org, device]))
    .digest('hex')

/** Cookies know no ports; a tablet may be of several organizations. */
const nameOf = ({ host }: Pick<FastifyRequest, 'host'>, { org }: DeviceRef) =>
  `tablet-key-${/:(\d+)$/.exec(host)?.[1] ?? ''}-${org}`

function keySent(request: Pick<FastifyRequest, 'host' | 'headers'>, ref: DeviceRef): string | undefined {
  const name = `${nameOf(request, ref)}=`
  const found = (request.headers.cookie ?? '').split('; ').find((each) => each.startsWith(name))
  return found?.slice(name.length)
}

/** Whether the request carries the key of the tablet that it names. */
export function carriesKey(
  secret: string,
  request: Pick<FastifyRequest, 'host' | 'headers'>,
  ref: DeviceRef,
): boolean {
  const [sent, key] = [Buffer.from(keySent(request, ref) ?? ''), Buffer.from(keyOf(secret, ref))]
  return sent.length === key.length && timingSafeEqual(sent, key)
}

/**
 * Gives a tablet its key at a sign-in, in a cookie that no script reads (sync contract, section 6). It opens nothing: it asks how
 * the tablet stands, and tells what a revoked one could not send.
 */
export function giveKey(secret: string, request: FastifyRequest, reply: FastifyReply, ref: DeviceRef): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const cookie = `${nameOf(request, ref)}=${keyOf(secret, ref)}; Max-Age=${MAX_AGE_S}`
  void reply.header('set-cookie', `${cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`)
}
