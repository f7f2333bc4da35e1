import type { Server as HttpServer } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'

/** The first byte of every TLS connection: a record of its handshake. */
const TLS_HANDSHAKE = 0x16
/** From the connection to the end of a plain answer. */
const PLAIN_MS = 15_000

/**
 * Has the port of `secure` answer plain http as well, by `plain`, which listens nowhere itself. A connection that says nothing,
 * or takes its time without TLS, is cut. Returns what ends the plain ones, for a server that closes.
 */
export function alsoPlain(secure: HttpsServer, plain: HttpServer, longest = PLAIN_MS): () => void {
  const takeTls = secure.listeners('connection')
  const open = new Set<Socket>()
  let ended = false
  secure.removeAllListeners('connection')
  secure.on('connection', (socket: Socket) => {
    if (ended) {
      socket.destroy()
      return
    }
    open.add(socket)
    const cut = setTimeout(() => socket.destroy(), longest).unref()
    const leave = () => {
      clearTimeout(cut)
      open.delete(socket)
    }
    socket.once('close', leave)
    socket.on('error', () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      if (first[0] === TLS_HANDSHAKE) {
        leave()
        for (const take of takeTls) take.call(secure, socket)
      } else plain.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  return () => {
    ended = true
    for (const socket of open) socket.destroy()
  }
}
