import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type {
  GivenUp,
  HeldRequest,
  Standing,
  TellRequest,
  WipedRequest,
} from 'sync-protocol/wire/device-standing'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { accountLog } from '../accounts/account-log-text.ts'
import { logActions } from '../action-log/action-log-store.ts'
import { anyOf, queriesOn, readableInstant, type Queries } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { called } from './device-name.ts'

/** What a tablet tells is written at most this often, in ms: each of thousands asks once a minute. */
const WRITTEN_EVERY_MS = 50_000

/**
 * Keeps what a tablet told of itself; `hasKey` where it proved to be that tablet. Of one that came with its key once nobody else tells
 * anything. It takes no place in the organization's line: nobody's push waits for it.
 */
export async function keepTold(
  pool: pg.Pool,
  { org_id, user_id }: Pick<Speaker, 'org_id' | 'user_id'>,
  device: string,
  told: TellRequest,
  now: Date,
  hasKey: boolean,
): Promise<void> {
  const name = told.name?.trim()
  await pool.query({
    name: 'keep-told',
    text: `update devices set last_seen = $3, last_user = $4, told_unsent = $5, told_oldest = $6, app_version = $7,
             platform = $8,
             -- A holder of 2 decides about what a revoked tablet sends by what the clinic called it.
             name = case when $9::text is null or revoked_at is not null then name else nullif($9, '') end,
             keyed = keyed or $11
           where org_id = $1 and device_id = $2
             and (last_seen is null or last_seen < $10 or last_user is distinct from $4 or $9::text is not null
               or $11 and not keyed)
             and ${/* @rule told-by-the-tablet */ '($11 or not keyed)'}`,
    values: [
      org_id,
      device,
      now,
      user_id,
      told.unsent,
      told.oldest && readableInstant(told.oldest),
      told.app_version,
      told.platform,
      name ?? null,
      new Date(now.getTime() - WRITTEN_EVERY_MS),
      hasKey,
    ],
  })
}

/** How a tablet stands; undefined when the organization does not know it. */
export async function standingOf(
  pool: pg.Pool,
  orgId: string,
  device: string,
  now: Date,
): Promise<Standing | undefined> {
  const { rows } = await pool.query<Pick<Standing, 'revoked' | 'offline_sign_in' | 'name' | 'epoch'>>({
    name: 'device-standing',
    text: `select d.revoked_at is not null as revoked, o.offline_sign_in, d.name, i.epoch
           from devices d join organizations o on o.org_id = d.org_id cross join installation i
           where d.org_id = $1 and d.device_id = $2`,
    values: [orgId, device],
  })
  const [row] = rows
  return row && { protocol: PROTOCOL, server_time: now.toISOString(), ...row }
}

export interface KnownDevice {
  revoked: boolean
  /** It came with its key once. */
  keyed: boolean
}

/** What the server knows of a tablet that somebody signs in on; undefined when the organization does not know it. */
export async function knownDevice(
  pool: pg.Pool,
  orgId: string,
  device: string,
): Promise<KnownDevice | undefined> {
  const { rows } = await pool.query<KnownDevice>({
    name: 'known-device',
    text: `select revoked_at is not null as revoked, keyed
           from devices where org_id = $1 and device_id = $2`,
    values: [orgId, device],
  })
  return rows[0]
}

/** Which of these users left the organization. */
export async function removedAmong(
  pool: pg.Pool,
  orgId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await queriesOn(pool)
    .selectFrom('users')
    .select('user_id')
    .where(({ and }) => and({ org_id: orgId, user_id: anyOf(userIds) }))
    .where('removed_at', 'is not', null)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const updatingRevoked = (db: Queries, org_id: string, device_id: string) =>
  db
    .updateTable('devices')
    .where(({ and }) => and({ org_id, device_id, wiped_at: null }))
    .where('revoked_at', 'is not', null)

/** What a revoked tablet could not send. It may have no session any more to tell it with; nothing for one that was not revoked. */
export async function keepHeld(
  pool: pg.Pool,
  { org, device, unsent, oldest }: HeldRequest,
  now: Date,
): Promise<void> {
  await updatingRevoked(queriesOn(pool), org, device)
    .set({ last_seen: now, told_unsent: unsent, told_oldest: oldest && readableInstant(oldest) })
    .execute()
}

/**
 * A revoked tablet removed its records, and the rights to speak that it had go with them; what was given up there is written down.
 * Nothing for one that was not revoked.
 */
export async function keepWiped(
  pool: pg.Pool,
  { org, device, given_up }: WipedRequest,
  now: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (given_up) await keepGivenUp(client, org, device, given_up, now)
    const db = queriesOn(client)
    const wiped = await updatingRevoked(db, org, device)
      .set({ wiped_at: now, told_unsent: 0, told_oldest: null })
      .executeTakeFirst()
    if (wiped.numUpdatedRows !== 1n) return
    const ending = { org_id: org, device, revoked_at: null }
    for (const table of ['sessions', 'push_tokens'] as const)
      await db
        .updateTable(table)
        .set({ revoked_at: now })
        .where(({ and }) => and(ending))
        .execute()
  })
}

/**
 * Once for each revocation, also when that was taken back meanwhile: each change is an entry in the log, under whose it was,
 * where they worked on it.
 */
async function keepGivenUp(
  client: pg.PoolClient,
  org_id: string,
  device: string,
  { count, copied, changes }: GivenUp,
  now: Date,
): Promise<void> {
  const db = queriesOn(client)
  const of = await db
    .updateTable('devices as d')
    .from('organizations as o')
    .set({ gave_up: count, may_give_up: false, told_unsent: 0, told_oldest: null })
    .whereRef('o.org_id', '=', 'd.org_id')
    .where(({ and }) => and({ 'd.org_id': org_id, 'd.device_id': device }))
    .where(({ or, and, eb }) =>
      or([
        eb('d.may_give_up', '=', true),
        and([eb('d.revoked_at', 'is not', null), eb('d.wiped_at', 'is', null)]),
      ]),
    )
    .returning(['o.name as org_name', 'd.device_id as _id', 'd.name', 'd.platform'])
    .executeTakeFirst()
  if (!of) return
  const people = await db
    .selectFrom('users as u')
    .select(['user_id', 'name'])
    .where(({ and }) => and({ org_id, user_id: anyOf(changes.map(({ user }) => user)) }))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('lanes as l')
          .where(({ and }) => and({ 'l.org_id': org_id, 'l.device_id': device }))
          .whereRef('l.user_id', '=', 'u.user_id'),
      ),
    )
    .execute()
  const nameOf = new Map(people.map(({ user_id, name }) => [user_id, name]))
  const at = now.toISOString()
  const tablet = called(of)
  const entries = changes.flatMap(({ id, user, message }) => {
    const user_name = nameOf.get(user)
    const entry_id = derivedId(device, `given up/${id}`)
    const words = accountLog.gaveUp(tablet, copied, message)
    return user_name === undefined ? [] : [{ entry_id, at, user_id: user, user_name, message: words }]
  })
  const [first] = entries
  const more = count - entries.length
  if (first && more > 0)
    entries.push({ ...first, entry_id: randomUUID(), message: accountLog.gaveUpMore(tablet, copied, more) })
  await logActions(client, { org_id, name: of.org_name }, entries, at)
}
