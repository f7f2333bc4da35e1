import type pg from 'pg'
import type { Outcome } from 'sync-protocol/merge/push-state'
import type { RecordName } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Refusal, Status } from 'sync-protocol/records/outcome'
import type { PushRequest } from 'sync-protocol/wire/push'
import { LoadedState, type LaneState } from './push-state.ts'

/** Everything that a push is known by: its lane, its numbers and its mutations' earlier outcomes. */
export async function loadState(
  client: pg.PoolClient,
  org: { org_id: string; seq: number },
  { lane, mutations }: Pick<PushRequest, 'lane' | 'mutations'>,
): Promise<LoadedState> {
  const first = mutations[0]?.n ?? 0
  const [lanes, numbers, outcomes] = await Promise.all([
    client.query<LaneState>({
      name: 'load-lane',
      text: 'SELECT user_id, last_n FROM lanes WHERE org_id = $1 AND lane_id = $2',
      values: [org.org_id, lane],
    }),
    client.query<{ n: number; mutation_id: string }>({
      name: 'load-lane-numbers',
      text: 'SELECT n, mutation_id FROM lane_numbers WHERE org_id = $1 AND lane_id = $2 AND n BETWEEN $3 AND $4',
      values: [org.org_id, lane, first, first + mutations.length - 1],
    }),
    client.query<OutcomeRow>({
      name: 'load-outcomes',
      text: `SELECT mutation_id, hash, lane_id, n, user_id, status, code, field, message, conflicts, named, seq, receipt
             FROM mutations WHERE org_id = $1 AND mutation_id = ANY ($2::uuid[])`,
      values: [org.org_id, mutations.map(({ id }) => id)],
    }),
  ])
  return new LoadedState(
    org.seq,
    lanes.rows[0],
    new Map(outcomes.rows.map((row) => [row.mutation_id, outcomeOf(row)])),
    new Map(numbers.rows.map(({ n, mutation_id }) => [n, mutation_id])),
  )
}

interface OutcomeRow {
  mutation_id: string
  hash: string
  lane_id: string
  n: number
  user_id: string
  status: Status
  code: Refusal | null
  field: string | null
  message: string | null
  conflicts: string[]
  named: RecordName[]
  seq: number | null
  receipt: string
}

const outcomeOf = (row: OutcomeRow): Outcome => ({
  id: row.mutation_id,
  hash: row.hash,
  lane: row.lane_id,
  n: row.n,
  user_id: row.user_id,
  status: row.status,
  ...(row.seq === null ? {} : { seq: row.seq }),
  ...(row.code === null ? {} : { code: row.code }),
  ...(row.field === null ? {} : { field: row.field }),
  ...(row.message === null ? {} : { message: row.message }),
  conflicts: row.conflicts,
  receipt: row.receipt,
  named: row.named,
})

type NameRow = { collection: Collection; record_id: string }

/** Adds what the database holds about these records; true when it holds anything. */
export async function loadNames(
  client: pg.PoolClient,
  orgId: string,
  state: LoadedState,
  names: readonly RecordName[],
): Promise<boolean> {
  const fresh = names.filter((name) => !state.known.has(keyOf(name)))
  if (fresh.length === 0) return false
  const values = [orgId, fresh.map(({ collection }) => collection), fresh.map(({ _id }) => _id)]
  const [records, refused, changes] = await Promise.all([
    client.query<NameRow & { body: string; last_content: string | null }>({
      name: 'load-records',
      text: `SELECT collection, record_id, body::text, last_content::text
             FROM unnest($2::text[], $3::uuid[]) AS k (collection, record_id)
             JOIN records r USING (collection, record_id) WHERE r.org_id = $1`,
      values,
    }),
    client.query<NameRow>({
      name: 'load-refused-creations',
      text: `SELECT collection, record_id FROM unnest($2::text[], $3::uuid[]) AS k (collection, record_id)
             JOIN refused_creations r USING (collection, record_id) WHERE r.org_id = $1`,
      values,
    }),
    client.query<NameRow & { lane_id: string; version: number }>({
      name: 'load-record-changes',
      text: `SELECT collection, record_id, lane_id, max(version) AS version
             FROM unnest($2::text[], $3::uuid[]) AS k (collection, record_id)
             JOIN record_changes c USING (collection, record_id) WHERE c.org_id = $1
             GROUP BY collection, record_id, lane_id`,
      values,
    }),
  ])
  for (const name of fresh) state.known.set(keyOf(name), {})
  const known = (row: NameRow) =>
    state.known.get(keyOf({ collection: row.collection, _id: row.record_id })) ?? {}
  for (const row of records.rows) {
    const one = known(row)
    one.record = JSON.parse(row.body) as SyncRecord
    if (row.last_content !== null) one.lastContent = JSON.parse(row.last_content) as JsonObject
  }
  for (const row of refused.rows) known(row).refused = true
  for (const row of changes.rows) {
    const one = known(row)
    one.versions = (one.versions ?? new Map<string, number>()).set(row.lane_id, row.version)
  }
  return records.rows.length + refused.rows.length + changes.rows.length > 0
}

/** Adds which section has which key, deleted ones too; true when there are any. */
export async function loadSections(
  client: pg.PoolClient,
  orgId: string,
  state: LoadedState,
): Promise<boolean> {
  if (!state.missedSections || state.sections) return false
  const { rows } = await client.query<{ record_id: string; key: number }>({
    name: 'load-section-keys',
    text: `SELECT record_id, (coalesce(last_content, body->'content')->>'key')::bigint AS key
           FROM records WHERE org_id = $1 AND collection = 'sections'`,
    values: [orgId],
  })
  state.sections = new Map(rows.map(({ record_id, key }) => [key, record_id]))
  return rows.length > 0
}

/** Adds which copies of balance tables these lanes went on with; true when there are any. */
export async function loadRedirects(
  client: pg.PoolClient,
  orgId: string,
  state: LoadedState,
  lanes: readonly string[],
): Promise<boolean> {
  const fresh = lanes.filter((lane) => !state.redirects.has(lane))
  if (fresh.length === 0) return false
  const { rows } = await client.query<{ lane_id: string; draft_id: string; to_id: string }>({
    name: 'load-draft-redirects',
    text: 'SELECT lane_id, draft_id, to_id FROM draft_redirects WHERE org_id = $1 AND lane_id = ANY ($2::uuid[])',
    values: [orgId, fresh],
  })
  for (const lane of fresh) state.redirects.set(lane, new Map())
  for (const { lane_id, draft_id, to_id } of rows) state.redirects.get(lane_id)?.set(draft_id, to_id)
  return rows.length > 0
}
