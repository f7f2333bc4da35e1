import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Answer, TrustAnswers } from './trust-page.ts'

/** A name or an address, and perhaps a port. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * What plain http is answered on the port that speaks https: what a tablet needs to trust it, and else the way to https. A
 * password that comes this way is never read. `give`: the headers of every answer.
 */
export function plainAnswers(trust: TrustAnswers, give: (reply: ServerResponse) => void): RequestListener {
  return (request, reply) => {
    const { status, headers, body } = answerTo(request, trust)
    give(reply)
    reply.shouldKeepAlive = false
    reply.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    reply.end(request.method === 'HEAD' ? undefined : body)
  }
}

function answerTo(request: IncomingMessage, trust: TrustAnswers): Answer & { status: number } {
  const { method, headers, url = '/' } = request
  if (method !== 'GET' && method !== 'HEAD')
    return failed(
      new ProtocolError('forbidden', 'This address is not secure. Use the one that starts with https.'),
    )
  const host = headers.host ?? ''
  if (!HOST.test(host) || !url.startsWith('/'))
    return failed(new ProtocolError('invalid_request', 'This request could not be read.'))
  const found = trust(url.split('?', 1)[0] ?? url, host)
  if (found) return { status: 200, ...found }
  // Permanent by its meaning, but not kept: the server may speak plain http again one day.
  return {
    status: 308,
    headers: { location: `https://${host}${url}` },
    body: '',
  }
}

function failed(error: ProtocolError): Answer & { status: number } {
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(error.body()),
  }
}
