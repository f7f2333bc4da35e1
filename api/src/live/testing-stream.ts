import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readChange } from 'sync-protocol/wire/events'
import { afterEach } from 'vitest'

export async function addressOf(server: FastifyInstance): Promise<string> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const opened: AbortController[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.abort()
})

/** Listens, and gives what comes, one event or comment at a time. */
export async function listen(address: string, token: string) {
  const ended = new AbortController()
  opened.push(ended)
  const response = await fetch(`${address}/sync/events`, {
    headers: { authorization: token },
    signal: ended.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return block
      }
      const read = await reader?.read()
      if (!read || read.done) return 'end'
      text += read.value
    }
  }
  return { response, next, stop: () => ended.abort() }
}

/** What an event says, as a tablet reads it. */
export const read = (event: string) => readChange(/^event: change\ndata: (.*)$/m.exec(event)?.[1] ?? event)
export const headIn = (event: string) => read(event).head
