import type pg from 'pg'

/** Whom or what an organization had shut out: a person who was removed, a tablet that was revoked. */
export interface ShutOut {
  org_id: string
  org_name: string
  sort: 'person' | 'tablet'
  id: string
  name: string
}

const SHUT_OUT = `
  SELECT u.org_id, o.name AS org_name, 'person' AS sort, u.user_id AS id, u.name
    FROM public.users u JOIN public.organizations o USING (org_id) WHERE u.removed_at IS NOT NULL
  UNION ALL
  SELECT d.org_id, o.name, 'tablet', d.device_id, coalesce(d.name, d.platform, 'Tablet') || ' ' || right(d.device_id::text, 4)
    FROM public.devices d JOIN public.organizations o USING (org_id) WHERE d.revoked_at IS NOT NULL
  ORDER BY org_name, sort, name`

/** Everybody and everything that is shut out as the database stands; nothing of one that does not know of that yet. */
export async function shutOutNow(client: pg.ClientBase): Promise<ShutOut[]> {
  const { rows: columns } = await client.query<{ there: boolean }>(
    `SELECT count(*) = 4 AS there FROM pg_attribute
     WHERE (attrelid = to_regclass('public.users') AND attname = 'removed_at')
        OR (attrelid = to_regclass('public.devices') AND attname IN ('revoked_at', 'name', 'platform'))`,
  )
  return columns[0]?.there === true ? (await client.query<ShutOut>(SHUT_OUT)).rows : []
}

const key = ({ org_id, id }: ShutOut) => `${org_id}/${id}`

/** The tablets that a restore made revoked again: that was taken back since the backup. */
export async function revokedAgain(client: pg.ClientBase, before: readonly ShutOut[]): Promise<ShutOut[]> {
  const then = new Set(before.map(key))
  return (await shutOutNow(client)).filter((one) => one.sort === 'tablet' && !then.has(key(one)))
}

/** Of those that were shut out before a restore: who may come in again by it. */
export async function shutOutNoMore(client: pg.ClientBase, before: readonly ShutOut[]): Promise<ShutOut[]> {
  const still = new Set((await shutOutNow(client)).map(key))
  return before.filter((one) => !still.has(key(one)))
}
