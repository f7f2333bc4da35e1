import { IncomingMessage, ServerResponse, STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { said } from '../errors.ts'
import { newRequestId } from '../logging/server-log.ts'
import { REQUEST_ID } from './request-id.ts'

type Give = (raw: ServerResponse) => void

/** Node's own answer to a request without Host has no body and no headers of ours: the hook below answers it. */
export const hostIsAskedForHere = { requireHostHeader: false }

/** What Node answers otherwise than by 400. The body says nothing else: no tablet can mend it by sending less. */
const KNOWN = new Map<string, [status: number, message: string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'This request took too long to arrive.']],
  ['HPE_HEADER_OVERFLOW', [431, 'The headers of this request are too large.']],
])

/** Answers what Node could not read, and hands to nobody else, as other failures are answered; then it hangs up. */
export function answerUnread(
  app: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
  give: Give,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Node keeps there what it is answering on this connection. Another answer inside that one would be read as a part of it.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (socket.writable && !current?.headersSent) {
    const unread = said('invalid_request')
    const [status, message] = KNOWN.get(error.code ?? '') ?? [unread.status, unread.message]
    const { reply, body, id } = refusal(new IncomingMessage(socket), message, give)
    app.log.child({ request_id: id }).debug({ status, err: error }, 'refused unread')
    const lines = Object.entries(reply.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Refuses, as other failures are refused, what Node would refuse with nothing but a status. */
export function useUnreadRequests(app: FastifyInstance, give: Give): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done()
    void reply.header('connection', 'close')
    done(said('invalid_request'))
  })
  answerExpectations(app.server, give)
}

/** An expectation but 100-continue is refused as other failures are. */
export function answerExpectations(server: Server, give: Give): void {
  server.on('checkExpectation', (request: IncomingMessage, raw: ServerResponse) => {
    const { reply, body } = refusal(
      request,
      'This server knows no other expectation than 100-continue.',
      give,
      raw,
    )
    reply.writeHead(417).end(body)
  })
}

function refusal(request: IncomingMessage, message: string, give: Give, reply = new ServerResponse(request)) {
  const body = JSON.stringify(new ProtocolError('invalid_request', message).body())
  const id = newRequestId()
  give(reply)
  reply.setHeader(REQUEST_ID, id)
  reply.setHeader('content-type', 'application/json; charset=utf-8')
  reply.setHeader('content-length', Buffer.byteLength(body))
  reply.setHeader('connection', 'close')
  return { reply, body, id }
}
