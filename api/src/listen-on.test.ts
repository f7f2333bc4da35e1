import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listenOn } from './listen-on.ts'

const BOTH = ['127.0.0.1', '127.0.0.2']
let app = fastify()

afterEach(() => app.close())

const make = () => {
  app = fastify()
  app.get('/', () => 'here')
  return app
}
const portOf = () => (app.server.address() as AddressInfo).port
/** What a GET at this address is answered; the code of the failure where it is not. */
const answer = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    get({ host, port, agent: false }, (reply) => {
      let body = ''
      reply.on('data', (part: Buffer) => (body += part.toString()))
      reply.on('end', () => resolve(body))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })

test('localhost is one server at each of its addresses, until it closes', async () => {
  await listenOn(make(), { host: 'localhost', port: 0 }, async () => BOTH)
  const port = portOf()
  let connections = 0
  app.server.on('connection', () => connections++)
  for (const host of BOTH) expect(await answer(host, port)).toBe('here')
  // What is set on the one server holds at both.
  expect(connections).toBe(2)
  await app.close()
  for (const host of BOTH) expect(await answer(host, port)).toBe('ECONNREFUSED')
})

test('an address that this computer does not have is left out, and one that is taken is said', async () => {
  await listenOn(make(), { host: 'localhost', port: 0 }, async () => ['127.0.0.1', '203.0.113.9'])
  expect(await answer('127.0.0.1', portOf())).toBe('here')
  const taken = fastify()
  await taken.listen({ host: '127.0.0.2', port: 0 })
  const { port } = taken.server.address() as AddressInfo
  await app.close()
  await expect(listenOn(make(), { host: 'localhost', port }, async () => BOTH)).rejects.toThrow('EADDRINUSE')
  await taken.close()
})

test('any other host is listened on as it is', async () => {
  await listenOn(make(), { host: '127.0.0.1', port: 0 }, async () => {
    throw new Error('Nobody asks what it is.')
  })
  expect(await answer('127.0.0.2', portOf())).toBe('ECONNREFUSED')
})
