import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * What a pooler of transactions does: all clients share one connection to the tests' database, each for a transaction at a
 * time. Only for clients that log in without a password.
 */
export async function transactionPooler(url: string) {
  const database = new URL(url)
  const far = connect(join(database.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  const near = new Set<Socket>()
  let greeting: Buffer | undefined
  let holder: Socket | undefined
  const waiting: { client: Socket; message: Buffer }[] = []
  const greeted: Socket[] = []

  const forward = () => {
    for (let at = 0; at < waiting.length;) {
      const { client, message } = waiting[at]!
      holder ??= client
      if (holder === client) {
        waiting.splice(at, 1)
        far.write(message)
      } else at += 1
    }
  }
  let login: Buffer[] = []
  const answer = framed(1, (type, message) => {
    if (!greeting) {
      login.push(message)
      if (type !== 'Z') return
      greeting = Buffer.concat(login)
      login = []
      for (const client of greeted.splice(0)) client.write(greeting)
      return
    }
    holder?.write(message)
    // Ready, and in no transaction.
    if (type === 'Z' && message.at(-1) === 0x49) {
      holder = undefined
      forward()
    }
  })
  far.on('data', answer)
  far.on('error', () => undefined)

  let started = false
  const server = createServer((client) => {
    near.add(client)
    client.on('error', () => undefined)
    client.on('close', () => near.delete(client))
    const ask = framed(1, (type, message) => {
      if (type === 'X') return
      waiting.push({ client, message })
      forward()
    })
    const greet = framed(0, (_, message) => {
      client.off('data', greet)
      client.on('data', ask)
      if (greeting) client.write(greeting)
      else greeted.push(client)
      if (!started) far.write(message)
      started = true
    })
    client.on('data', greet)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${database.pathname}`,
    async close(): Promise<void> {
      for (const socket of [far, ...near]) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A pooler of sessions that has so many connections: whoever comes later waits for one. */
export async function fewConnections(url: string, count: number) {
  const database = new URL(url)
  const socketPath = join(database.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    near.on('error', () => undefined)
    near.on('close', () => sockets.delete(near))
    const waits = sockets.size >= count
    sockets.add(near)
    if (waits) return
    const far = connect(socketPath)
    far.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${database.pathname}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Messages of PostgreSQL's protocol, whole: a type of so many bytes, then the length of the rest, itself included. */
function framed(typeBytes: 0 | 1, told: (type: string, message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (piece: Buffer): void => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      told(message.toString('latin1', 0, typeBytes), message)
    }
  }
}
