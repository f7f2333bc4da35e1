import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { SNAPSHOT_BYTES, snapshotPlace, type SnapshotQuery } from 'sync-protocol/wire/snapshot'
import { PROTOCOL } from 'sync-protocol/wire/version'

/** Above every id that there is. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Heads {
  epoch: string
  seq: number
  found: number
}

/**
 * One statement is one moment: the records are as they were at `seq`. Keys are chosen first, so that texts are read of this
 * page's records only; the page ends with the record that makes it long enough.
 */
const SNAPSHOT = {
  name: 'snapshot',
  rowMode: 'array',
  text: `
    WITH asked AS (
      SELECT name, CASE WHEN place = 1 THEN coalesce($3::uuid, '${LAST_ID}') ELSE '${LAST_ID}' END AS up_to, place
      FROM unnest($2::text[]) WITH ORDINALITY AS c (name, place)
    ), keys AS MATERIALIZED (
      SELECT a.place, a.name, k.record_id FROM asked a CROSS JOIN LATERAL (
        SELECT record_id FROM records r
        WHERE r.org_id = $1 AND r.collection = a.name AND r.record_id <= a.up_to AND NOT r.deleted
          AND (a.place > 1 OR r.record_id IS DISTINCT FROM $3::uuid)
        ORDER BY record_id DESC LIMIT $4::int + 1
      ) k ORDER BY a.place, k.record_id DESC LIMIT $4::int + 1
    ), texts AS MATERIALIZED (
      SELECT k.place, k.name, k.record_id, r.body::text AS body FROM keys k
      JOIN records r ON r.org_id = $1 AND r.collection = k.name AND r.record_id = k.record_id
    ), sized AS (
      SELECT *, sum(octet_length(body)) OVER (ORDER BY place, record_id DESC) - octet_length(body) AS before FROM texts
    )
    SELECT 0::bigint AS place, NULL::uuid AS record_id, json_build_object(
      'epoch', i.epoch, 'seq', o.seq, 'found', (SELECT count(*) FROM keys))::text
    FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1
    UNION ALL
    SELECT place, record_id, body FROM sized WHERE before < ${SNAPSHOT_BYTES}
    ORDER BY 1, 2 DESC`,
} as const

/**
 * A page of an organization's live records as JSON text: they go out as they are stored, without being read.
 * @throws ProtocolError invalid_request, epoch_changed
 */
export async function snapshotText(
  pool: pg.Pool,
  orgId: string,
  query: SnapshotQuery,
  now: string,
): Promise<string> {
  const { collections, below } = snapshotPlace(query)
  const values = [orgId, collections, below ?? null, query.limit]
  const { rows } = await pool.query<[place: number, id: string, text: string]>({ ...SNAPSHOT, values })
  const [first, ...found] = rows
  if (!first) throw new ProtocolError('unauthenticated', 'Please log in.')
  const heads = JSON.parse(first[2]) as Heads
  if (query.epoch !== undefined && query.epoch !== heads.epoch) {
    throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: heads.epoch })
  }
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  const after = last && page.length < heads.found ? `${collections[last[0] - 1]}/${last[1]}` : null
  const rest = JSON.stringify({ after, server_time: now }).slice(1)
  const records = page.map(([, , text]) => text).join(',')
  return `{"protocol":${PROTOCOL},"epoch":"${heads.epoch}","seq":${heads.seq},"records":[${records}],${rest}`
}
