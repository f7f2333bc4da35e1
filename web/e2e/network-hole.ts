import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface NetworkHole {
  url: string
  /** From now on nothing comes through, in no direction, and neither side is told. */
  begin(): void
  /** New connections are let through again; those of before stay silent for good. */
  end(): void
  close(): Promise<void>
}

/** Stands between tablet and server, and does what a dead spot does, or an access point that forgot its connections. */
export async function networkHole(target: string): Promise<NetworkHole> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let swallows = false
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.on('close', () => sockets.delete(client))
    if (swallows) return client.resume()
    const upstream = connect(Number(port), hostname)
    sockets.add(upstream)
    upstream.on('error', () => undefined)
    upstream.on('close', () => {
      sockets.delete(upstream)
      client.destroy()
    })
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin() {
      swallows = true
      for (const socket of sockets) {
        socket.unpipe()
        // Taken and thrown away, so that nobody who sends notices.
        socket.removeAllListeners('close')
        socket.on('close', () => sockets.delete(socket))
        socket.resume()
      }
    },
    end() {
      swallows = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
