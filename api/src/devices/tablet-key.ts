import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** As long as browsers keep a cookie at most: 400 days, in seconds. */
const MAX_AGE_S = 400 * 24 * 3600

interface Tablet {
  org: string
  device: string
}

/** What proves that a tablet on which nobody is signed in is that tablet: this server alone can make it. */
const keyOf = (secret: string, { org, device }: Tablet) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['tablet', org, device]))
    .digest('hex')

/** Cookies know no ports; a tablet may be of several organizations. */
const nameOf = ({ host }: Pick<FastifyRequest, 'host'>, { org }: Tablet) =>
  `tablet-key-${/:(\d+)$/.exec(host)?.[1] ?? ''}-${org}`

function keySent(request: Pick<FastifyRequest, 'host' | 'headers'>, tablet: Tablet): string | undefined {
  const name = `${nameOf(request, tablet)}=`
  const found = (request.headers.cookie ?? '').split('; ').find((each) => each.startsWith(name))
  return found?.slice(name.length)
}

/** Whether the request carries the key of the tablet that it names. */
export function carriesKey(
  secret: string,
  request: Pick<FastifyRequest, 'host' | 'headers'>,
  tablet: Tablet,
): boolean {
  const [sent, key] = [Buffer.from(keySent(request, tablet) ?? ''), Buffer.from(keyOf(secret, tablet))]
  return sent.length === key.length && timingSafeEqual(sent, key)
}

/**
 * Gives a tablet its key, in a cookie that no script reads: at a sign-in, and to one that was signed in before there were keys
 * (sync contract, section 6). It opens nothing: it asks how the tablet stands, and tells what a revoked one could not send.
 */
export function giveKey(secret: string, request: FastifyRequest, reply: FastifyReply, tablet: Tablet): void {
  if (carriesKey(secret, request, tablet)) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const cookie = `${nameOf(request, tablet)}=${keyOf(secret, tablet)}; Max-Age=${MAX_AGE_S}`
  void reply.header('set-cookie', `${cookie}; Path=/sync/devices; HttpOnly; SameSite=Strict${secure}`)
}
