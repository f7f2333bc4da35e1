// The floor that the server is compared with: what any server must do that takes a request into PostgreSQL and answers after
// the commit, and nothing else. `POST /push` on Fastify is one multi-row INSERT for each request.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare (org_id uuid, id uuid, n bigint, body json, PRIMARY KEY (org_id, id))',
)
const app = Fastify({ bodyLimit: 64 * 1_048_576 })
app.post('/push', async ({ body: { org, mutations } }) => {
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bare SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], $4::json[])',
    values: [
      org,
      mutations.map(({ id }) => id),
      mutations.map(({ n }) => n),
      mutations.map((mutation) => JSON.stringify(mutation)),
    ],
  })
  return { last_n: mutations.at(-1).n }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('is ready at')
