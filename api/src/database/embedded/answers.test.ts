import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answers } from './answers.ts'

let folder: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answers-'))
})
afterEach(async () => {
  server?.close()
  await rm(folder, { recursive: true })
})

const url = () => `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`

/** An engine that does this with everybody who connects. */
async function engine(meets: (socket: Socket) => void) {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    meets(socket)
  })
  server.listen(join(folder, '.s.PGSQL.5432'))
  await once(server, 'listening')
}

/** As PostgreSQL says why it takes nobody. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

it('no engine does not answer yet', async () => {
  expect(await answers(url())).toBe(false)
})

it('one that ends while it is asked does not answer', async () => {
  await engine((socket) => socket.once('data', () => socket.end()))
  expect(await answers(url())).toBe(false)
  server?.close()
  await rm(join(folder, '.s.PGSQL.5432'), { force: true })
  await engine((socket) => socket.destroy())
  expect(await answers(url())).toBe(false)
})

it.each(['57P03', '57P01'])('one that says %s does not answer yet', async (code) => {
  await engine((socket) => socket.once('data', () => socket.end(refusal(code))))
  expect(await answers(url())).toBe(false)
})

it('what it refuses for good is thrown', async () => {
  await engine((socket) => socket.once('data', () => socket.end(refusal('28000'))))
  await expect(answers(url())).rejects.toThrow('no')
})
