import type pg from 'pg'
import type { Effects, Pushed, PushTaken } from 'sync-protocol/merge/push-state'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { canonicalOfSent } from 'sync-protocol/records/json'
import { LOG_CELLS, LOG_PART, logAgain, logRow, type Added } from '../action-log/action-log-store.ts'
import type { LoggedAction } from '../action-log/log-entries.ts'
import { LEDGER_CELLS, LEDGER_PART, type Link } from '../ledger/ledger-store.ts'
import { columnsOf, oneStatement, type Part } from '../database/one-statement.ts'
import type { LockedOrganization } from './organization-lock-store.ts'
import type { LaneState } from './push-state.ts'

/** All that one push writes. */
export interface Written {
  /** As it stands after the push. */
  org: LockedOrganization
  now: string
  user_id: string
  device: string
  lane: string
  newLane: boolean
  /** The organization's feed went on by it. */
  moved: boolean
  mutations: readonly Pushed[]
  taken: PushTaken
  /** Of every record that changed, by its key. */
  newest: ReadonlyMap<string, SyncRecord>
  lastContentOf: (record: SyncRecord) => JsonObject | undefined
  links: readonly Link[]
  entries: readonly LoggedAction[]
}

/** A text column takes no NUL; the mutation as it came stands in `body`, where it is escaped. */
const plain = (text: string | undefined) => text?.replaceAll('\u0000', '\uFFFD') ?? null

/** Remembers a device from its first contact on. */
export async function writeDevice(
  client: pg.PoolClient,
  orgId: string,
  device: string,
  now: string,
): Promise<void> {
  await client.query({
    name: 'keep-device',
    text: 'INSERT INTO devices (org_id, device_id, first_seen) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [orgId, device, now],
  })
}

/** A lane is bound to its user at its first contact, and remembers the last number that has its outcome. */
export async function writeLane(
  client: pg.PoolClient,
  orgId: string,
  { device, lane }: { device: string; lane: string },
  { user_id, last_n }: LaneState,
  now: string,
): Promise<void> {
  await client.query({
    name: 'keep-lane',
    text: `INSERT INTO lanes AS l (org_id, lane_id, device_id, user_id, last_n, first_seen, last_seen)
           VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (org_id, lane_id)
           DO UPDATE SET last_n = greatest(l.last_n, excluded.last_n), last_seen = excluded.last_seen`,
    values: [orgId, lane, device, user_id, last_n, now],
  })
}

/** Writes a push in one statement: either all of it stands or nothing. */
export async function writePush(client: pg.ClientBase, push: Written): Promise<void> {
  const { org, lane, now, links, entries } = push
  const statement = oneStatement({ org_id: org.org_id, lane, now }, [
    heads(push),
    devices(push),
    lanes(push),
    mutations(push),
    outcomesAnew(push),
    numbers(push),
    records(push),
    changes(push),
    refusals(push),
    redirects(push),
    waits(push),
    endedWaits(push),
    { ...LEDGER_PART, columns: columnsOf(links, ...LEDGER_CELLS) },
    {
      ...LOG_PART,
      columns: columnsOf(
        entries.map((entry) => logRow(entry, org, now)),
        ...LOG_CELLS,
      ),
    },
  ])
  const { rows } = await client.query<Added>(statement)
  await logAgain(client, org, entries, rows, now)
}

const heads = ({ org, moved }: Written): Part => ({
  name: 'h',
  text: `UPDATE organizations o SET seq = r.seq, ledger_n = r.ledger_n, ledger_hash = r.ledger_hash, next_key = r.next_key,
           time_zone = r.time_zone, digests = r.digests
         FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::json[])
           AS r (seq, ledger_n, ledger_hash, next_key, time_zone, digests) WHERE o.org_id = {org}`,
  columns: columnsOf(
    moved ? [org] : [],
    ({ seq }) => seq,
    ({ ledger }) => ledger.n,
    ({ ledger }) => ledger.hash,
    ({ next_key }) => next_key,
    ({ time_zone }) => time_zone,
    ({ digests }) => JSON.stringify(digests),
  ),
})

const devices = ({ device, newLane }: Written): Part => ({
  name: 'd',
  text: `INSERT INTO devices (org_id, device_id, first_seen)
         SELECT {org}, device_id, {now} FROM unnest($1::uuid[]) AS r (device_id) ON CONFLICT DO NOTHING`,
  columns: [newLane ? [device] : []],
})

const lanes = ({ device, user_id, taken }: Written): Part => ({
  name: 'l',
  text: `INSERT INTO lanes AS l (org_id, lane_id, device_id, user_id, last_n, first_seen, last_seen)
         SELECT {org}, {lane}, device_id, user_id, last_n, {now}, {now}
         FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS r (device_id, user_id, last_n)
         ON CONFLICT (org_id, lane_id)
         DO UPDATE SET last_n = greatest(l.last_n, excluded.last_n), last_seen = excluded.last_seen`,
  columns: [[device], [user_id], [taken.last_n]],
})

/** Every mutation with its outcome. */
const mutations = (push: Written): Part => ({
  name: 'm',
  text: `INSERT INTO mutations (org_id, lane_id, received_at, mutation_id, hash, user_id, n, status, code, field, message,
           conflicts, named, seq, receipt, body, at)
         SELECT {org}, {lane}, {now}, mutation_id, hash, user_id, n, status, code, field, message, conflicts, named, seq,
           receipt, body, at
         FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[],
           $8::text[], $9::json[], $10::json[], $11::bigint[], $12::text[], $13::text[], $14::text[])
           AS r (mutation_id, hash, user_id, n, status, code, field, message, conflicts, named, seq, receipt, body, at)`,
  columns: columnsOf(
    freshOf(push),
    ({ outcome }) => outcome.id,
    ({ outcome }) => outcome.hash,
    ({ outcome }) => outcome.user_id,
    ({ outcome }) => outcome.n,
    ({ outcome }) => outcome.status,
    ({ outcome }) => outcome.code ?? null,
    ({ outcome }) => plain(outcome.field),
    ({ outcome }) => plain(outcome.message),
    ({ outcome }) => JSON.stringify(outcome.conflicts),
    ({ outcome }) => JSON.stringify(outcome.named),
    ({ outcome }) => outcome.seq ?? null,
    ({ outcome }) => outcome.receipt,
    ({ body, ops }) => canonicalOfSent(body, ops),
    ({ at }) => at,
  ),
})

function freshOf({ mutations: sent, taken }: Written) {
  const bodies = new Map(sent.map((body, index) => [body.id, { body, ops: taken.written[index] }]))
  // One that waited, and was done by the same push, has its last outcome.
  const last = new Map(taken.effects.map(({ outcome }) => [outcome.id, outcome]))
  return taken.effects.flatMap(({ outcome, mutation, again }: Effects) => {
    if (!mutation || again) return []
    const { body, ops } = bodies.get(outcome.id) ?? { body: mutation, ops: undefined }
    return [{ outcome: last.get(outcome.id) ?? outcome, at: mutation.at, body, ops }]
  })
}

/** What became of mutations that had waited since an earlier push. */
const outcomesAnew = ({ taken }: Written): Part => ({
  name: 'o',
  text: `UPDATE mutations m SET status = r.status, code = r.code, field = r.field, message = r.message,
           conflicts = r.conflicts, named = r.named, seq = r.seq
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::json[], $7::json[], $8::bigint[])
           AS r (mutation_id, status, code, field, message, conflicts, named, seq)
         WHERE m.org_id = {org} AND m.mutation_id = r.mutation_id`,
  columns: columnsOf(
    taken.effects.flatMap(({ again, outcome }) => (again ? [outcome] : [])),
    ({ id }) => id,
    ({ status }) => status,
    ({ code }) => code ?? null,
    ({ field }) => plain(field),
    ({ message }) => plain(message),
    ({ conflicts }) => JSON.stringify(conflicts),
    ({ named }) => JSON.stringify(named),
    ({ seq }) => seq ?? null,
  ),
})

/** What waits for a record that has not come back, … */
const waits = ({ taken }: Written): Part => ({
  name: 'w',
  text: `INSERT INTO waiting_mutations (org_id, mutation_id, collection, record_id, perms)
         SELECT {org}, mutation_id, collection, record_id, ARRAY(SELECT json_array_elements_text(perms)::int)
         FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::json[])
           AS r (mutation_id, collection, record_id, perms)
         ON CONFLICT (org_id, mutation_id) DO UPDATE SET collection = excluded.collection, record_id = excluded.record_id`,
  columns: columnsOf(
    [...taken.waits].flatMap(([id, waiting]) => (waiting ? [{ id, ...waiting }] : [])),
    ({ id }) => id,
    ({ waitsFor }) => waitsFor.collection,
    ({ waitsFor }) => waitsFor._id,
    ({ perms }) => JSON.stringify(perms),
  ),
})

/** … and what does no more. */
const endedWaits = ({ taken }: Written): Part => ({
  name: 'e',
  text: `DELETE FROM waiting_mutations w USING unnest($1::uuid[]) AS r (mutation_id)
         WHERE w.org_id = {org} AND w.mutation_id = r.mutation_id`,
  columns: columnsOf(
    [...taken.waits].flatMap(([id, waiting]) => (waiting ? [] : [id])),
    (id) => id,
  ),
})

/** What each number of a lane meant. */
const numbers = ({ taken }: Written): Part => ({
  name: 'n',
  text: `INSERT INTO lane_numbers (org_id, lane_id, n, mutation_id)
         SELECT {org}, {lane}, n, mutation_id FROM unnest($1::bigint[], $2::uuid[]) AS r (n, mutation_id)`,
  columns: columnsOf(
    taken.effects.filter(({ again }) => !again),
    ({ outcome }) => outcome.n,
    ({ outcome }) => outcome.id,
  ),
})

/** The newest version of every record that changed. */
const records = ({ newest, lastContentOf }: Written): Part => ({
  name: 'r',
  text: `INSERT INTO records (org_id, changed_at, collection, record_id, version, seq, deleted, schema, body, last_content)
         SELECT {org}, {now}, collection, record_id, version, seq, deleted, schema, body, last_content
         FROM unnest($1::text[], $2::uuid[], $3::int[], $4::bigint[], $5::bool[], $6::int[], $7::json[], $8::json[])
           AS r (collection, record_id, version, seq, deleted, schema, body, last_content)
         ON CONFLICT (org_id, collection, record_id) DO UPDATE SET changed_at = excluded.changed_at,
           version = excluded.version, seq = excluded.seq, deleted = excluded.deleted, schema = excluded.schema,
           body = excluded.body, last_content = excluded.last_content`,
  columns: columnsOf(
    // One statement cannot write one row twice: what changed several times is folded to its last state.
    Array.from(newest.values(), (record) => ({
      record,
      last: record.deleted ? lastContentOf(record) : undefined,
    })),
    ({ record }) => record.collection,
    ({ record }) => record._id,
    ({ record }) => record.version,
    ({ record }) => record.seq,
    ({ record }) => record.deleted,
    ({ record }) => record.schema,
    ({ record }) => JSON.stringify(record),
    ({ last }) => (last === undefined ? null : JSON.stringify(last)),
  ),
})

/** Which lane made each version, and when by its tablet's order. */
const changes = ({ taken }: Written): Part => ({
  name: 'c',
  text: `INSERT INTO record_changes (org_id, lane_id, changed_at, collection, record_id, version, saved_order)
         SELECT {org}, lane_id, {now}, collection, record_id, version, saved_order
         FROM unnest($1::text[], $2::uuid[], $3::int[], $4::uuid[], $5::bigint[])
           AS r (collection, record_id, version, lane_id, saved_order)`,
  columns: columnsOf(
    taken.effects.flatMap(({ records: made, by }) => made.map((record) => ({ record, by }))),
    ({ record }) => record.collection,
    ({ record }) => record._id,
    ({ record }) => record.version,
    ({ by }) => by.lane,
    ({ by }) => by.order ?? null,
  ),
})

/** What later mutations have to know: refused creations … */
const refusals = ({ taken }: Written): Part => ({
  name: 'f',
  text: `INSERT INTO refused_creations (org_id, collection, record_id)
         SELECT {org}, collection, record_id FROM unnest($1::text[], $2::uuid[]) AS r (collection, record_id)
         ON CONFLICT DO NOTHING`,
  columns: columnsOf(
    taken.effects.flatMap(({ applied }) => applied?.refused ?? []),
    ({ collection }) => collection,
    ({ _id }) => _id,
  ),
})

/** … and the copies of balance tables that lanes went on with. */
const redirects = ({ taken }: Written): Part => ({
  name: 'x',
  text: `INSERT INTO draft_redirects (org_id, lane_id, draft_id, to_id)
         SELECT {org}, lane_id, draft_id, to_id
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS r (lane_id, draft_id, to_id)
         -- A lane whose work another lane sends may never have been here itself.
         WHERE lane_id = {lane} OR EXISTS (SELECT FROM lanes l WHERE l.org_id = {org} AND l.lane_id = r.lane_id)
         ON CONFLICT (org_id, lane_id, draft_id) DO UPDATE SET to_id = excluded.to_id`,
  columns: columnsOf(
    [
      ...new Map(
        taken.effects
          .flatMap(({ applied }) => applied?.redirects ?? [])
          .map((redirect) => [`${redirect.lane}/${redirect.from}`, redirect]),
      ).values(),
    ],
    ({ lane }) => lane,
    ({ from }) => from,
    ({ to }) => to,
  ),
})
