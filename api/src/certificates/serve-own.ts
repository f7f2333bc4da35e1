import { createServer } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { regularly } from '../plugins/regularly.ts'
import { securityHeaders } from '../plugins/security-headers.ts'
import { tlsOptions } from '../plugins/tls-options.ts'
import { answerExpectations, answerUnread, hostIsAskedForHere } from '../plugins/unread-requests.ts'
import { alsoPlain } from './one-port.ts'
import type { OwnCertificates } from './own-certificates.ts'
import { plainAnswers } from './plain-http.ts'
import { AUTHORITY_PATH, TRUST_PATH, trustAnswers } from './trust-page.ts'

const MINUTE_MS = 60_000

export interface CertificateKeeper {
  /** As they were when the server started. */
  first: OwnCertificates
  /** As they shall be now: the same, or renewed. */
  now(): Promise<OwnCertificates>
}

/** A server with certificates of its own: it renews them while it runs, and leads to them over plain http on the same port. */
export function serveOwnCertificates(
  app: FastifyInstance,
  keeper: CertificateKeeper,
  publicUrl: string,
): void {
  const server = app.server as unknown as HttpsServer
  const trust = trustAnswers(keeper.first.authority, new URL(publicUrl))
  const give = securityHeaders({ onlyHttps: false })
  const plain = createServer(hostIsAskedForHere, plainAnswers(trust, give))
  plain.on('clientError', (error, socket) => answerUnread(app, error, socket as Socket, give))
  answerExpectations(plain, give)
  const endPlain = alsoPlain(server, plain)
  app.addHook('preClose', (done) => {
    endPlain()
    done()
  })

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const found = trust(request.url.split('?', 1)[0] ?? '', request.headers.host ?? '')
    return found ? reply.headers(found.headers).send(found.body) : reply.callNotFound()
  }
  for (const path of [TRUST_PATH, AUTHORITY_PATH]) app.get(path, { schema: { hide: true } }, answer)

  let served = keeper.first.server
  regularly(app, {
    first: MINUTE_MS,
    every: MINUTE_MS,
    work: async () => {
      const kept = await keeper.now()
      if (kept.server === served) return
      server.setSecureContext(tlsOptions(kept.server, kept.server))
      served = kept.server
    },
    failed: 'The certificate could not be renewed.',
  })
}
