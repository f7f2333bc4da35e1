import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Speaker } from 'sync-protocol/wire/store'

/** A new organization in a test's database. */
export async function foundClinic(pool: pg.Pool, name = 'Clinic'): Promise<string> {
  const orgId = randomUUID()
  await pool.query(
    "INSERT INTO organizations (org_id, name, key, time_zone, created_at) VALUES ($1, $2, $3, 'UTC', now())",
    [orgId, name, orgId.slice(0, 8)],
  )
  return orgId
}

/** A new user of an organization, as they speak. */
export async function hire(pool: pg.Pool, orgId: string, perms: number[]): Promise<Speaker> {
  const userId = randomUUID()
  const name = `User ${userId.slice(0, 4)}`
  await pool.query(
    `INSERT INTO users (org_id, user_id, name, email, password_hash, perms, created_at)
     VALUES ($1, $2, $3, $4, '', $5, now())`,
    [orgId, userId, name, `${userId}@example.org`, perms],
  )
  return { org_id: orgId, user_id: userId, user_name: name, org_name: 'Clinic', perms }
}

export async function epochOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ epoch: string }>('SELECT epoch FROM installation')
  return rows[0]?.epoch ?? ''
}
