import type pg from 'pg'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { LEDGERED } from 'sync-protocol/rules/ledger-records'
import type { LedgerRow } from 'sync-protocol/rules/ledger-walk'
import { anyOf, queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'

/** An organization's ledger and records as they are at one moment. */
export interface LedgerMoment {
  /** Null for an organization that is gone. */
  header(): Promise<LedgerKeeper | null>
  /** Entries after a number, in order. */
  entries(after: number, limit: number): Promise<LedgerRow[]>
  records(ids: readonly string[]): Promise<SyncRecord[]>
  /** Records whose making or voiding no entry names, and which of the two one names. */
  unentered(limit: number): Promise<{ record: SyncRecord; isCreated: boolean; isVoided: boolean }[]>
}

export interface LedgerKeeper {
  org_id: string
  name: string
  time_zone: string
  epoch: string
  head: { n: number; hash: string }
  unmarked_until: number
}

/** Reads at one moment, without a lock: those who write meanwhile neither wait nor are seen. */
export function atOneMoment<T>(
  pool: pg.Pool,
  orgId: string,
  read: (moment: LedgerMoment) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, (client) => read(momentOf(client, orgId)), {
    isolation: 'REPEATABLE READ',
    attempts: 1,
  })
}

function momentOf(client: pg.PoolClient, orgId: string): LedgerMoment {
  const db = queriesOn(client)
  return {
    async header() {
      const row = await db
        .selectFrom(['organizations as o', 'installation as i'])
        .select(['o.org_id', 'o.name', 'o.time_zone', 'i.epoch', 'o.ledger_n as n', 'o.ledger_hash as hash'])
        .select('o.ledger_unmarked_until as unmarked_until')
        .where('o.org_id', '=', orgId)
        .executeTakeFirst()
      if (!row) return null
      const { n, hash, ...keeper } = row
      return { ...keeper, head: { n, hash } }
    },
    entries: (after, limit) =>
      db
        .selectFrom('ledger')
        .select(['n', 'entry as text', 'hash'])
        .where('org_id', '=', orgId)
        .where('n', '>', after)
        .orderBy('n')
        .limit(limit)
        .execute(),
    async records(ids) {
      const rows = await db
        .selectFrom('records')
        .select('body')
        .where(({ and }) => and({ org_id: orgId, deleted: false }))
        .where('collection', 'in', LEDGERED)
        .where('record_id', '=', anyOf(ids))
        .execute()
      return rows.map(({ body }) => body as SyncRecord)
    },
    async unentered(limit) {
      // Of a canonical text: whatever a person typed stands in it with its quotes escaped.
      const { rows } = await client.query<{ body: SyncRecord; made: boolean; ended: boolean }>(
        `SELECT r.body, coalesce(e.made, false) AS made, coalesce(e.ended, false) AS ended
         FROM records r LEFT JOIN (
           SELECT id, collection, bool_or(op = 'create') AS made, bool_or(op = 'void') AS ended FROM (
             SELECT substring(entry FROM '"record":\\{"_id":"([0-9a-f-]{36})"') AS id,
               substring(entry FROM '"record":\\{[^{}]*"collection":"([a-z_]+)"') AS collection,
               substring(entry FROM '"op":"(create|void)"') AS op
             FROM ledger WHERE org_id = $1
           ) each WHERE id IS NOT NULL GROUP BY id, collection
         ) e ON e.id = r.record_id::text AND e.collection = r.collection
         WHERE r.org_id = $1 AND r.collection = ANY ($2) AND NOT r.deleted
           AND (e.id IS NULL OR (r.body ->> 'voided' IS NOT NULL AND NOT e.ended))
         ORDER BY r.collection, r.record_id LIMIT $3`,
        [orgId, LEDGERED, limit],
      )
      return rows.map(({ body, made, ended }) => ({ record: body, isCreated: made, isVoided: ended }))
    },
  }
}

/** Who looks after an organization, and its people, those who were removed too. */
export async function peopleOf(pool: pg.Pool, orgId: string) {
  const users = await queriesOn(pool)
    .selectFrom('users')
    .select(['user_id', 'name', 'email', 'perms', 'removed_at'])
    .where('org_id', '=', orgId)
    .execute()
  return users.map(({ perms, removed_at, ...user }) => ({
    ...user,
    isOwner: removed_at === null && perms.includes(PERMISSION.organization),
  }))
}

/** Writes findings into the action log, each once for good, and says which are new. */
export async function logFindings(
  pool: pg.Pool,
  { org_id, name }: Pick<LedgerKeeper, 'org_id' | 'name'>,
  findings: readonly { id: string; message: string }[],
  by: { user_id: string; user_name: string },
  now: Date,
  /** Also done in the transaction that writes what is new. */
  also: (client: pg.PoolClient, fresh: ReadonlySet<string>) => Promise<void> = async () => undefined,
): Promise<ReadonlySet<string>> {
  if (findings.length === 0) return new Set()
  return inTransaction(pool, async (client) => {
    const db = queriesOn(client)
    // Gone, with the demonstration, or there until this is written.
    const there = db.selectFrom('organizations').select('org_id').where('org_id', '=', org_id)
    if (!(await there.forKeyShare().executeTakeFirst())) return new Set<string>()
    const rows = await db
      .insertInto('logged-actions')
      .values(
        findings.map(({ id, message }) => {
          return { org_id, entry_id: id, at: now, received_at: now, ...by, org_name: name, message }
        }),
      )
      .onConflict((on) => on.columns(['org_id', 'entry_id']).doNothing())
      .returning('entry_id')
      .execute()
    const fresh = new Set(rows.map(({ entry_id }) => entry_id))
    await also(client, fresh)
    return fresh
  })
}
