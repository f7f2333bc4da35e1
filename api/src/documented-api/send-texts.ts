import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const SENT_AT_ONCE = 3

/**
 * Sends JSON text that comes in pieces. A short one goes out whole, and what fails before the first pieces are there is still
 * answered as an error; a long one flows while it is made. For a handler to return: `never`, as the reply is on its way.
 */
export async function sendTexts(reply: FastifyReply, texts: AsyncGenerator<string, void>): Promise<never> {
  void reply.type('application/json; charset=utf-8')
  let begun = ''
  for (let count = 0; count < SENT_AT_ONCE; count++) {
    const next = await texts.next()
    if (next.done) return reply.send(begun) as never
    begun += next.value
  }
  return reply.send(Readable.from(rest(begun, texts))) as never
}

async function* rest(begun: string, texts: AsyncGenerator<string, void>) {
  yield begun
  yield* texts
}
