import { Agent, request } from 'node:http'

/** A body that is ready to be sent, and what must come back for it. */
export interface Request {
  body: string
  last_n: number
}

/** One connection that sends its requests one after the other. */
async function drive(
  url: string,
  token: string,
  agent: Agent,
  requests: readonly Request[],
): Promise<number[]> {
  const took: number[] = []
  for (const { body, last_n } of requests) {
    const start = performance.now()
    const text = await post(url, token, agent, body)
    took.push(performance.now() - start)
    // Not parsed: the load must cost little beside what it measures.
    if (!text.includes(`"last_n":${last_n}`)) throw new Error(`${url}: ${text.slice(0, 500)}`)
  }
  return took
}

function post(url: string, token: string, agent: Agent, body: string): Promise<string> {
  return new Promise((done, failed) => {
    const headers = {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done(Buffer.concat(chunks).toString()))
      response.on('error', failed)
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

export interface Load {
  seconds: number
  p50: number
  p99: number
}

/** All lines at once, each one request after the other; ms of each request. */
export async function load(
  url: string,
  lines: readonly { token: string; requests: readonly Request[] }[],
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: lines.length })
  const start = performance.now()
  const took = (
    await Promise.all(lines.map(({ token, requests }) => drive(url, token, agent, requests)))
  ).flat()
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  took.sort((a, b) => a - b)
  const at = (part: number) => took[Math.floor((took.length - 1) * part)] ?? 0
  return { seconds, p50: at(0.5), p99: at(0.99) }
}
