import type pg from 'pg'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { ProtocolError } from 'sync-protocol/wire/errors'

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

const parsed = ({ rows }: pg.QueryResult<{ body: string }>) =>
  rows.map(({ body }) => JSON.parse(body) as SyncRecord)

export function listingStore(pool: pg.Pool): ListingStore {
  async function changes(orgId: string, collection: Collection, cursor: number) {
    const { rows } = await pool.query<HeadRow>({ ...CHANGES, values: [orgId, cursor, collection] })
    const [first, ...changed] = rows
    if (!first) throw new ProtocolError('unauthenticated', 'Please log in.')
    return {
      ...(JSON.parse(first[1]) as FeedHead),
      changes: changed.length > FOLLOWED ? null : changed.map(([, body]) => JSON.parse(body) as SyncRecord),
    }
  }
  return {
    changes,
    async head(orgId) {
      const { rows } = await pool.query<FeedHead>({
        name: 'listing-head',
        text: `SELECT i.epoch, o.seq AS head, o.tombstone_floor AS floor, o.time_zone, o.next_key
               FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1`,
        values: [orgId],
      })
      const [row] = rows
      if (!row) throw new ProtocolError('unauthenticated', 'Please log in.')
      return row
    },
    async piece(orgId, collection, after, limit) {
      return parsed(
        await pool.query<{ body: string }>({
          name: 'listing-piece',
          text: `SELECT body::text FROM records
                 WHERE org_id = $1 AND collection = $2 AND record_id > $3 AND NOT deleted
                 ORDER BY record_id LIMIT $4`,
          values: [orgId, collection, after, limit],
        }),
      )
    },
    async records(orgId, collection, ids) {
      if (ids.length === 0) return []
      const found = parsed(
        await pool.query<{ body: string }>({
          name: 'listing-records',
          text: `SELECT body::text FROM records
                 WHERE org_id = $1 AND collection = $2 AND record_id = ANY ($3::uuid[]) AND NOT deleted`,
          values: [orgId, collection, ids],
        }),
      )
      const byId = new Map(found.map((record) => [record._id, record]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    async sections(orgId) {
      const { rows } = await pool.query<{ next_key: number; records: string }>({
        name: 'listing-sections',
        text: `SELECT next_key, (SELECT coalesce(json_agg(body ORDER BY record_id), '[]') FROM records r
                 WHERE r.org_id = $1 AND collection = 'sections' AND NOT deleted)::text AS records
               FROM organizations WHERE org_id = $1`,
        values: [orgId],
      })
      const [row] = rows
      if (!row) throw new ProtocolError('unauthenticated', 'Please log in.')
      return { next_key: row.next_key, records: JSON.parse(row.records) as SyncRecord[] }
    },
  }
}
