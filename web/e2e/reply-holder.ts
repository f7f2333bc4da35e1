import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'

export interface ReplyHolder {
  url: string
  /** From now on nothing comes back; resolves with the first piece of a reply that was kept back. */
  hold(): Promise<void>
  release(): void
  close(): Promise<void>
}

/** Stands between client and server, byte by byte, and can keep back what the server answers. */
export async function replyHolder(port: number): Promise<ReplyHolder> {
  let holding: ((first: void) => void) | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (piece) => {
      if (holding) holding()
      else client.write(piece)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () =>
      new Promise((first) => {
        holding = first
      }),
    release: () => {
      holding = undefined
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
