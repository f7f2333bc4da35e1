// What the sync benchmarks are compared with: bare servers on the same database, which check nothing and promise nothing
// but that an answered push is on disk. Prints its addresses, ends with its parent's pipe.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'
import { hashPassword } from '../dist/accounts/passwords.js'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
pool.on('error', (error) => console.error(error))
await pool.query('CREATE TABLE IF NOT EXISTS floor_mutations (id uuid PRIMARY KEY, body jsonb NOT NULL)')

/** One multi-row INSERT; it is on disk when this resolves. */
async function insert(mutations) {
  const ids = []
  const bodies = []
  for (const mutation of mutations) {
    ids.push(mutation.id)
    bodies.push(JSON.stringify(mutation))
  }
  await pool.query({
    name: 'floor-insert',
    text: `INSERT INTO floor_mutations SELECT * FROM unnest($1::uuid[], $2::jsonb[])`,
    values: [ids, bodies],
  })
}

const listening = new Set()
const PAGE = '<!doctype html><meta charset="utf-8"><title>Floor</title><ul id="list"></ul>'
const calls = {
  'GET /': async (_, __, response) => response.setHeader('content-type', 'text/html').end(PAGE),
  'POST /push': async (body, _, response) => {
    const mutations = JSON.parse(body)
    await insert(mutations)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ taken: mutations.length }))
    for (const stream of listening) stream.write(`data: ${body}\n\n`)
  },
  'GET /records': async (_, query, response) => {
    const { rows } = await pool.query({
      rowMode: 'array',
      text: 'SELECT body::text FROM records WHERE org_id = $1 AND NOT deleted',
      values: [query.get('org')],
    })
    response.setHeader('content-type', 'application/json').end(`[${rows.map(([text]) => text).join(',')}]`)
  },
  'GET /events': async (_, __, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(':\n\n')
    listening.add(response)
    response.once('close', () => listening.delete(response))
  },
  'POST /clinics': async (body, _, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(await makeClinics(JSON.parse(body)))),
}

/** Many organizations with their signed-in users, without the seconds that so many passwords would take. */
async function makeClinics({ clinics, users, secret, password }) {
  const hash = await hashPassword(password)
  const people = []
  const now = new Date()
  const until = new Date(now.getTime() + 86_400_000)
  for (let clinic = 0; clinic < clinics; clinic++) {
    const org_id = randomUUID()
    await pool.query(
      `INSERT INTO organizations (org_id, name, key, time_zone, created_at) VALUES ($1, $2, $2, 'UTC', $3)`,
      [org_id, `Bench ${org_id}`, now],
    )
    const made = Array.from({ length: users }, () => ({
      org_id,
      user_id: randomUUID(),
      session: randomUUID(),
    }))
    const ids = made.map(({ user_id }) => user_id)
    await pool.query(
      `INSERT INTO users (org_id, user_id, name, email, password_hash, perms, created_at)
       SELECT $1, u, 'Bench', u || '@bench.test', $4, '{0,1,2,3}', $3 FROM unnest($2::uuid[]) AS t (u)`,
      [org_id, ids, now, hash],
    )
    await pool.query(
      `INSERT INTO sign_in_directory (email, org_id, user_id)
       SELECT u || '@bench.test', $1, u FROM unnest($2::uuid[]) AS t (u)`,
      [org_id, ids],
    )
    await pool.query(
      `INSERT INTO sessions (org_id, session_id, user_id, address, created_at, expires_at)
       SELECT $1, s, u, '127.0.0.1', $4, $5 FROM unnest($2::uuid[], $3::uuid[]) AS t (s, u)`,
      [org_id, made.map(({ session }) => session), ids, now, until],
    )
    for (const { user_id, session } of made)
      people.push({
        org_id,
        user_id,
        email: `${user_id}@bench.test`,
        token: signed({ _id: user_id, org_id, session }, secret),
      })
  }
  return people
}

function signed(claims, secret) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const bare = createServer((request, response) => {
  const url = new URL(request.url, 'http://floor')
  const answer = calls[`${request.method} ${url.pathname}`]
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (!answer) response.writeHead(404).end()
    else
      answer(Buffer.concat(chunks).toString(), url.searchParams, response).catch((error) => {
        console.error(error)
        response.writeHead(500).end()
      })
  })
})
await new Promise((ready) => bare.listen(0, '127.0.0.1', ready))

const fastify = Fastify({ bodyLimit: 8 * 1024 * 1024 })
fastify.post('/push', async ({ body }) => {
  await insert(body.mutations)
  return { taken: body.mutations.length }
})
const route = await fastify.listen({ host: '127.0.0.1', port: 0 })

console.log(JSON.stringify({ bare: `http://127.0.0.1:${bare.address().port}`, fastify: route }))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
