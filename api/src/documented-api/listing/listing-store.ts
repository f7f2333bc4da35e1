import { liftedRecord } from 'sync-protocol/records/lift'
import type pg from 'pg'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { queriesOn, type Row } from '../../database/queries.ts'

/** Where an organization's change feed stands. */
export interface FeedHead {
  epoch: string
  head: number
  /** Ends of records up to here may be forgotten: whoever stands below has to read anew. */
  floor: number
  time_zone: string
  /** The first section key that nobody has yet. */
  next_key: number
}

export interface ListingStore {
  head(orgId: string): Promise<FeedHead>
  /** The head, and what changed in a collection since `cursor`; `changes` is null when that is more than is worth following. */
  changes(orgId: string, collection: Collection, cursor: number): Promise<FeedHead & Changes>
  /** The next records by id, without deleted ones. */
  piece(orgId: string, collection: Collection, after: string, limit: number): Promise<SyncRecord[]>
  /** Records as they stand, in the order of `ids`; what was deleted meanwhile is left out. */
  records(orgId: string, collection: Collection, ids: readonly string[]): Promise<SyncRecord[]>
  /** Of one moment: no section has a key from `next_key` on. */
  sections(orgId: string): Promise<{ next_key: number; records: SyncRecord[] }>
}
interface Changes {
  changes: SyncRecord[] | null
}

const FOLLOWED = 5000

type HeadRow = [seq: number, text: string]

/**
 * One statement is one moment: head and changes agree. The concatenation keeps the planner from the primary key, by which it
 * would read the whole collection to find that nothing changed; `records_feed` finds that at once.
 */
const CHANGES = {
  name: 'listing-changes',
  rowMode: 'array',
  text: `
    SELECT -1::bigint AS seq, json_build_object('epoch', i.epoch, 'head', o.seq, 'floor', o.tombstone_floor,
      'time_zone', o.time_zone, 'next_key', o.next_key)::text
    FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1
    UNION ALL
    (SELECT r.seq, r.body::text FROM records r WHERE r.org_id = $1 AND r.seq > $2 AND r.collection || '' = $3
     ORDER BY r.seq LIMIT ${FOLLOWED + 1})
    ORDER BY 1`,
} as const

/** What is asked at each page is a named statement, planned once on a connection. */
export function listingStore(pool: pg.Pool): ListingStore {
  const db = queriesOn(pool)
  async function changes(orgId: string, collection: Collection, cursor: number) {
    const { rows } = await pool.query<HeadRow>({ ...CHANGES, values: [orgId, cursor, collection] })
    const [first, ...changed] = rows
    if (!first) throw new ProtocolError('unauthenticated', 'Please log in.')
    return {
      ...(JSON.parse(first[1]) as FeedHead),
      changes:
        changed.length > FOLLOWED
          ? null
          : changed.map(([, body]) => liftedRecord(JSON.parse(body) as SyncRecord)),
    }
  }
  return {
    changes,
    async head(orgId) {
      const row = await db
        .selectFrom(['organizations as o', 'installation as i'])
        .select(['i.epoch', 'o.seq as head', 'o.tombstone_floor as floor', 'o.time_zone', 'o.next_key'])
        .where('o.org_id', '=', orgId)
        .executeTakeFirst()
      if (!row) throw new ProtocolError('unauthenticated', 'Please log in.')
      return row
    },
    async piece(orgId, collection, after, limit) {
      const rows = await db
        .selectFrom('records')
        .select('body')
        .where(({ and }) => and({ org_id: orgId, collection, deleted: false }))
        .where('record_id', '>', after)
        .orderBy('record_id')
        .limit(limit)
        .execute()
      return rows.map(({ body }) => liftedRecord(body as SyncRecord))
    },
    async records(orgId, collection, ids) {
      if (ids.length === 0) return []
      const { rows } = await pool.query<Pick<Row<'records'>, 'body'>>({
        name: 'listing-records',
        text: `SELECT body FROM records
               WHERE org_id = $1 AND collection = $2 AND record_id = ANY ($3::uuid[]) AND NOT deleted`,
        values: [orgId, collection, ids],
      })
      const found = rows.map(({ body }) => liftedRecord(body as SyncRecord))
      const byId = new Map(found.map((record) => [record._id, record]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    async sections(orgId) {
      const { rows } = await pool.query<Pick<Row<'organizations'>, 'next_key'> & { records: SyncRecord[] }>({
        name: 'listing-sections',
        text: `SELECT next_key, (SELECT coalesce(json_agg(body ORDER BY record_id), '[]') FROM records r
                 WHERE r.org_id = $1 AND collection = 'sections' AND NOT deleted) AS records
               FROM organizations WHERE org_id = $1`,
        values: [orgId],
      })
      const [row] = rows
      if (!row) throw new ProtocolError('unauthenticated', 'Please log in.')
      return row
    },
  }
}
