import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way. */
export type Mishap = 'none' | 'reply-lost' | 'twice' | 'unauthenticated' | OtherAnswer
/** What something in between, or a server in trouble, answers in the server's place. */
export interface OtherAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface LossyProxy {
  url: string
  /** Asked for each request; what it says happens. */
  mishap: (method: string, path: string) => Mishap
  /** May change a JSON reply on its way back. */
  rewrite: (path: string, reply: Record<string, unknown>) => Record<string, unknown>
  seen: { method: string; path: string; mishap: Mishap }[]
  close(): Promise<void>
}

/** Stands between tablet and server and does what a bad network does. */
export async function lossyProxy(target: string): Promise<LossyProxy> {
  const upstream = new URL(target)
  const proxy: LossyProxy = {
    url: '',
    mishap: () => 'none',
    rewrite: (_, reply) => reply,
    seen: [],
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const forward = (from: IncomingMessage, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((done, failed) => {
      const out = request(
        {
          host: upstream.hostname,
          port: upstream.port,
          method: from.method,
          path: from.url,
          headers: { ...from.headers, 'accept-encoding': 'identity' },
        },
        (reply) => {
          void collect(reply).then(
            (all) => done({ status: reply.statusCode ?? 502, headers: reply.headers, body: all }),
            failed,
          )
        },
      )
      out.once('error', failed)
      out.end(body)
    })

  /** What does not end is passed on as it comes. */
  const stream = (from: IncomingMessage, to: ServerResponse) => {
    const out = request(
      { host: upstream.hostname, port: upstream.port, path: from.url, headers: from.headers },
      (reply) => {
        to.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(to)
        reply.once('error', () => to.destroy())
      },
    )
    out.once('error', () => to.destroy())
    to.once('close', () => out.destroy())
    out.end()
  }

  async function handle(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await collect(from)
    const method = from.method ?? 'GET'
    const path = from.url ?? '/'
    const mishap = proxy.mishap(method, path)
    proxy.seen.push({ method, path, mishap })
    if (mishap === 'unauthenticated') {
      to.writeHead(401, { 'content-type': 'application/json' })
      to.end(JSON.stringify({ success: false, code: 'unauthenticated', message: 'Please log in.' }))
      return
    }
    if (typeof mishap === 'object') {
      to.writeHead(mishap.status, mishap.headers)
      to.end(mishap.body)
      return
    }
    if (path === '/sync/events') return stream(from, to)
    if (mishap === 'twice') await forward(from, body)
    const reply = await forward(from, body)
    if (mishap === 'reply-lost') {
      to.destroy()
      return
    }
    if (!String(reply.headers['content-type']).startsWith('application/json')) {
      to.writeHead(reply.status, reply.headers)
      to.end(reply.body)
      return
    }
    const changed = JSON.stringify(
      proxy.rewrite(path, JSON.parse(reply.body.toString()) as Record<string, unknown>),
    )
    const { 'content-length': _, ...headers } = reply.headers
    to.writeHead(reply.status, headers)
    to.end(changed)
  }

  const server = createServer((from, to) => {
    handle(from, to).catch((error: unknown) => {
      console.error(error)
      to.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
