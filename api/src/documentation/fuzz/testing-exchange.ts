import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'

export interface Sent {
  method: string
  url: string
  headers?: Record<string, string | string[]>
  body?: Buffer
  /** Over a connection that nothing else goes over. */
  alone?: boolean
}
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Until all of it was there; of a stream until it began. */
  ms: number
}

/** Longer than any call of these takes. */
const PATIENCE_MS = 30_000

/** A client that sends anything, and tells whether the connection held. */
export class Exchange {
  readonly origin: string
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 })

  constructor(origin: string) {
    this.origin = origin
  }

  /** @throws Error when no answer comes, or not all of it */
  send({ method, url, headers = {}, body, alone = false }: Sent): Promise<Answer> {
    const { hostname, port } = new URL(this.origin)
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const call = request(
        {
          agent: alone ? false : this.agent,
          hostname,
          port,
          method,
          path: url,
          headers,
          timeout: PATIENCE_MS,
        },
        (answer) => {
          const chunks: Buffer[] = []
          const done = () => {
            const whole = Buffer.concat(chunks)
            const text =
              answer.headers['content-encoding'] === 'gzip' && whole.length > 0 ? gunzipSync(whole) : whole
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: text.toString(),
              ms: performance.now() - began,
            })
          }
          const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (!isStream) return
            done()
            answer.destroy()
          })
          answer.on('end', done)
          answer.on('error', reject)
          answer.on('aborted', () => reject(new Error('The connection ended within the answer.')))
        },
      )
      call.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('The connection was upgraded.'))
      })
      call.on('timeout', () => call.destroy(new Error(`No answer within ${PATIENCE_MS / 1000} s.`)))
      call.on('error', reject)
      call.end(body)
    })
  }

  /** A call that does what it says. @throws Error when it does not */
  async done(method: string, url: string, token?: string, body?: unknown): Promise<Record<string, unknown>> {
    const { status, text } = await this.ask(method, url, token, body)
    if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }

  ask(method: string, url: string, token?: string, body?: unknown): Promise<Answer> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    return this.send({
      method,
      url,
      headers: {
        // Each from an address of its own: what slows guessing is not what is looked at here.
        'x-forwarded-for': anyAddress(),
        ...(token !== undefined && { authorization: token }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
      },
      ...(bytes && { body: bytes }),
    })
  }

  close(): void {
    this.agent.destroy()
  }
}

let nth = 0
/** An address that nobody called from before. */
export function anyAddress(): string {
  nth++
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
}
