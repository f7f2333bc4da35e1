import { createServer, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'

export interface RecordedCall {
  method: string
  path: string
  token?: string
  body?: unknown
  status: number
  answer: unknown
}

const RECORDED = /^\/(user\/(login|logout)|sync\/(push|pull|devices)|organization\/users\/update)/

async function textOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const jsonOf = (text: Buffer): unknown => (text.length === 0 ? undefined : JSON.parse(text.toString('utf8')))

/** Stands before a server and writes down what the app says to it; it can swallow the reading of changes. */
export async function recordingProxy(port: number) {
  const calls: RecordedCall[] = []
  const state = { swallowPulls: false }
  const server = createServer((asked, reply) => {
    void (async () => {
      const { method = 'GET', url = '/' } = asked
      if (state.swallowPulls && /^\/sync\/(pull|events)/.test(url)) return reply.destroy()
      const body = await textOf(asked)
      const recorded = RECORDED.test(url)
      const headers = { ...asked.headers, ...(recorded ? { 'accept-encoding': 'identity' } : {}) }
      const onward = request({ port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
        if (!recorded) {
          reply.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(reply)
          return
        }
        void textOf(answer).then((text): undefined => {
          const token = asked.headers.authorization
          calls.push({
            method,
            path: url,
            ...(token === undefined ? {} : { token }),
            ...(body.length === 0 ? {} : { body: jsonOf(body) }),
            status: answer.statusCode ?? 0,
            answer: jsonOf(text),
          })
          reply.writeHead(answer.statusCode ?? 502, answer.headers).end(text)
          return undefined
        })
      })
      onward.on('error', () => reply.destroy())
      onward.end(body)
      return undefined
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return { url: `http://127.0.0.1:${address.port}`, calls, state, close: () => server.close() }
}
