import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** Of an address that this computer does not have, such as ::1 without IPv6. */
const ABSENT: readonly (string | undefined)[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

const addressesOf = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * Listens at `host`; at localhost on each address of it, 127.0.0.1 and ::1, as one server: a certificate that is renewed, and plain
 * http on the port of https, are so at both. Fastify would make a second server, which knows of neither.
 */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  named = addressesOf,
): Promise<void> {
  const [first = host, ...more] = host === 'localhost' ? await named(host) : [host]
  const others: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', (done) => {
    closed = Promise.all(others.map((other) => once(other.close(), 'close')))
    done()
  })
  app.addHook('onClose', () => closed.then(() => undefined))
  await app.listen({ host: first, port })
  const bound = (app.server.address() as AddressInfo).port
  for (const address of more) {
    // As http servers have it.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    try {
      await once(other.listen({ host: address, port: bound }), 'listening')
      others.push(other)
    } catch (error) {
      if (!ABSENT.includes((error as NodeJS.ErrnoException).code)) throw error
    }
  }
}
