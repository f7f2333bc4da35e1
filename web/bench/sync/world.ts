import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NODE_FLAGS, startServer, type Server } from '../../e2e/server.ts'

export interface Floors {
  /** A bare node server. */
  bare: string
  /** A bare Fastify route. */
  fastify: string
}
export interface World {
  server: Server
  floors: Floors
  /** Signs sessions, as the server does. */
  secret: string
  close(): Promise<void>
}
export interface Person {
  org_id: string
  user_id: string
  email: string
  token: string
}
export interface Clinic extends Person {
  password: string
}

const PASSWORD = 'Correct horse 1'

/** A server of the build and the bare floors, all on the one database that `npm run bench:sync` names. */
export async function openWorld(): Promise<World> {
  const given = process.env['BENCH_SERVER']
  if (given === undefined) throw new Error('Start this with: npm run bench:sync')
  const env = JSON.parse(given) as Record<string, string>
  const server = await startServer(env)
  const floor = spawn(
    process.execPath,
    [...NODE_FLAGS, resolve(import.meta.dirname, '../../../api/bench/floor-server.mjs')],
    {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const ended = once(floor, 'exit')
  const [line] = (await Promise.race([
    once(floor.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`The floors ended with ${code}.`))),
  ])) as [Buffer]
  const secrets = readFileSync(join(env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8')
  return {
    server,
    floors: JSON.parse(line.toString()) as Floors,
    secret: (JSON.parse(secrets) as { jwt: string }).jwt,
    async close() {
      floor.stdin.end()
      await ended
      await server.stop()
    },
  }
}

/** Many organizations whose users are signed in, made in the database without the seconds that so many passwords take. */
export async function makeClinics(world: World, clinics: number, users: number): Promise<Person[]> {
  const { floors, secret } = world
  const reply = await fetch(`${floors.bare}/clinics`, {
    method: 'POST',
    body: JSON.stringify({ clinics, users, secret, password: PASSWORD }),
  })
  if (!reply.ok) throw new Error(`The clinics were not made: ${reply.status}`)
  return (await reply.json()) as Person[]
}

/** A new organization with its one user, who holds every permission. */
export async function newClinic(world: World): Promise<Clinic> {
  const [person] = await makeClinics(world, 1, 1)
  if (!person) throw new Error('No clinic was made.')
  return { ...person, password: PASSWORD }
}
