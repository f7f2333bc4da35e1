import type pg from 'pg'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { LEDGERED } from 'sync-protocol/rules/ledger-records'
import type { LedgerRow } from 'sync-protocol/rules/ledger-walk'
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

const recordOf = (body: string) => JSON.parse(body) as SyncRecord

function momentOf(client: pg.PoolClient, orgId: string): LedgerMoment {
  return {
    async header() {
      const { rows } = await client.query<LedgerKeeper & { n: number; hash: string }>(
        `SELECT o.org_id, o.name, o.time_zone, i.epoch, o.ledger_n AS n, o.ledger_hash AS hash,
           o.ledger_unmarked_until AS unmarked_until
         FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1`,
        [orgId],
      )
      const [row] = rows
      if (!row) return null
      const { n, hash, ...keeper } = row
      return { ...keeper, head: { n, hash } }
    },
    async entries(after, limit) {
      const { rows } = await client.query<LedgerRow>(
        'SELECT n, entry AS text, hash FROM ledger WHERE org_id = $1 AND n > $2 ORDER BY n LIMIT $3',
        [orgId, after, limit],
      )
      return rows
    },
    async records(ids) {
      const { rows } = await client.query<{ body: string }>(
        `SELECT body::text AS body FROM records
         WHERE org_id = $1 AND collection = ANY ($2) AND record_id = ANY ($3::uuid[]) AND NOT deleted`,
        [orgId, LEDGERED, ids],
      )
      return rows.map(({ body }) => recordOf(body))
    },
    async unentered(limit) {
      // Of a canonical text: whatever a person typed stands in it with its quotes escaped.
      const { rows } = await client.query<{ body: string; made: boolean; ended: boolean }>(
        `SELECT r.body::text AS body, coalesce(e.made, false) AS made, coalesce(e.ended, false) AS ended
         FROM records r LEFT JOIN (
           SELECT id, bool_or(op = 'create') AS made, bool_or(op = 'void') AS ended FROM (
             SELECT substring(entry FROM '"record":\\{"_id":"([0-9a-f-]{36})"') AS id,
               substring(entry FROM '"op":"(create|void)"') AS op
             FROM ledger WHERE org_id = $1
           ) each WHERE id IS NOT NULL GROUP BY id
         ) e ON e.id = r.record_id::text
         WHERE r.org_id = $1 AND r.collection = ANY ($2) AND NOT r.deleted
           AND (e.id IS NULL OR (r.body ->> 'voided' IS NOT NULL AND NOT e.ended))
         ORDER BY r.collection, r.record_id LIMIT $3`,
        [orgId, LEDGERED, limit],
      )
      return rows.map(({ body, made, ended }) => ({
        record: recordOf(body),
        isCreated: made,
        isVoided: ended,
      }))
    },
  }
}

/** Who looks after an organization, and its people, those who were removed too. */
export async function peopleOf(
  pool: pg.Pool,
  orgId: string,
): Promise<{ user_id: string; name: string; email: string; isOwner: boolean }[]> {
  const { rows } = await pool.query<{ user_id: string; name: string; email: string; isOwner: boolean }>(
    `SELECT user_id, name, email, removed_at IS NULL AND 0 = ANY (perms) AS "isOwner" FROM users WHERE org_id = $1`,
    [orgId],
  )
  return rows
}

/** Writes findings into the action log, each once for good, and says which are new. */
export async function logFindings(
  pool: pg.Pool,
  { org_id, name }: Pick<LedgerKeeper, 'org_id' | 'name'>,
  findings: readonly { id: string; message: string }[],
  by: { user_id: string; user_name: string },
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ entry_id: string }>(
    `INSERT INTO "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
     SELECT $1, id, $2, $2, $3, $4, $5, message FROM unnest($6::uuid[], $7::text[]) AS f (id, message)
     WHERE EXISTS (SELECT FROM organizations WHERE org_id = $1)
     ON CONFLICT (org_id, entry_id) DO NOTHING RETURNING entry_id`,
    [
      org_id,
      now,
      by.user_id,
      by.user_name,
      name,
      findings.map(({ id }) => id),
      findings.map(({ message }) => message),
    ],
  )
  return new Set(rows.map(({ entry_id }) => entry_id))
}
