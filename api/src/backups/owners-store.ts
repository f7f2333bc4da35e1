import type pg from 'pg'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { queriesOn } from '../database/queries.ts'

/** The addresses of all who manage a clinic on this server; of nobody in the demonstration. */
export async function ownerAddresses(pool: pg.Pool): Promise<string[]> {
  const rows = await queriesOn(pool)
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.org_id', 'users.org_id')
    .select('users.email')
    .distinct()
    .where('users.removed_at', 'is', null)
    .where('organizations.demo', '=', false)
    .where(({ val, fn, eb }) => eb(val<number>(PERMISSION.organization), '=', fn.any('users.perms')))
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email)
}
