import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { drugOp } from './sample-records.ts'

/** Many connections that stay open, with as little work in the client as node allows. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

export function send(url: string, body: string, headers: Record<string, string>): Promise<string> {
  return new Promise((answered, failed) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (reply.statusCode === 200) answered(text)
          else failed(new Error(`${url}: ${reply.statusCode} ${text.slice(0, 300)}`))
        })
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}

/** What one tablet sends, one push after the other, written before anything is measured. */
export function pushesOf(epoch: string, pushes: number, batch: number): string[] {
  const lane = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  return Array.from({ length: pushes }, () => {
    const mutations = Array.from({ length: batch }, () =>
      mutationOf(++n, randomUUID(), 'drug.create', [drugOp(n)]),
    )
    return JSON.stringify(pushOf(epoch, lane, mutations))
  })
}

/** All tablets at once, each waiting for its answer before it sends again; mutations per second. */
export async function rateOf(
  url: string,
  tablets: readonly { headers: Record<string, string>; pushes: readonly string[] }[],
  mutations: number,
): Promise<number> {
  const begun = performance.now()
  await Promise.all(
    tablets.map(async ({ headers, pushes }) => {
      for (const body of pushes) await send(url, body, headers)
    }),
  )
  return mutations / ((performance.now() - begun) / 1000)
}
