import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

/** One tablet of one organization, and what it sends under. */
export interface BenchTablet {
  org: string
  token: string
  lane: string
  device: string
  epoch: string
}

/** So many organizations, each with one user and one tablet that holds a push token; no password is hashed. */
export async function makeTablets(databaseUrl: string, count: number): Promise<BenchTablet[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ epoch: string }>('SELECT epoch FROM installation')
  const epoch = rows[0]?.epoch ?? ''
  const tablets: BenchTablet[] = []
  for (let index = 0; index < count; index++) {
    const [org, user, tokenId, lane, device] = Array.from({ length: 5 }, () => randomUUID())
    const secret = randomBytes(24).toString('base64url')
    await client.query(
      "INSERT INTO organizations (org_id, name, key, time_zone, created_at) VALUES ($1, $2, $2, 'UTC', now())",
      [org, `Clinic ${index}`],
    )
    await client.query(
      `INSERT INTO users (org_id, user_id, name, email, password_hash, perms, created_at)
       VALUES ($1, $2, 'Bench', $3, '-', '{0,1,2,3}', now())`,
      [org, user, `${user}@bench.test`],
    )
    await client.query(
      `INSERT INTO push_tokens (org_id, token_id, user_id, device, lane, secret_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [org, tokenId, user, device, lane, createHash('sha256').update(secret).digest('hex')],
    )
    const token = `push.${org}.${tokenId}.${secret}`
    tablets.push({ org: org ?? '', token, lane: lane ?? '', device: device ?? '', epoch })
  }
  await client.end()
  return tablets
}

/** The last number of each tablet's lane that has its outcome. */
export async function lastNumbers(databaseUrl: string, tablets: readonly BenchTablet[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ lane_id: string; last_n: string }>(
    'SELECT lane_id, last_n FROM lanes',
  )
  await client.end()
  const numbers = new Map(rows.map(({ lane_id, last_n }) => [lane_id, Number(last_n)]))
  return tablets.map(({ lane }) => numbers.get(lane) ?? 0)
}
