import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'

/**
 * A way to the tests' database over TCP. Told to, it goes silent like a firewall that forgot its connections: of those that
 * stand nothing comes through any more, in no direction, and neither side is told; new ones are let through. Closed, it refuses
 * them, like a database that is down, until another is opened `at` its port. What the database answers goes `through` a stream.
 */
export async function wayToDatabase(url: string, at = 0, through: () => Transform = () => new PassThrough()) {
  const database = new URL(url)
  const socketPath = join(database.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      // What broke one side closes it, and so the other.
      from.on('error', () => undefined)
    }
    near.pipe(far)
    far.pipe(through()).pipe(near)
  })
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `postgresql://postgres@127.0.0.1:${port}${database.pathname}`,
    /** How many connections went silent. */
    goSilent(): number {
      for (const socket of sockets) socket.unpipe()
      return sockets.size / 2
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
