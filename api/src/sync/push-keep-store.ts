import type pg from 'pg'
import type { Effects, Pushed, PushTaken } from 'sync-protocol/merge/push-state'
import { keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { canonical } from 'sync-protocol/records/json'
import type { LaneState } from './push-state.ts'

/** A text column takes no NUL; the mutation as it came stands in `body`, where it is escaped. */
const plain = (text: string | undefined) => text?.replaceAll('\u0000', '\uFFFD') ?? null

/** Remembers a device from its first contact on. */
export async function keepDevice(
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
export async function keepLane(
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

/** Every mutation with its outcome, and what each number of the lane meant. */
export async function keepMutations(
  client: pg.PoolClient,
  orgId: string,
  { lane, mutations }: { lane: string; mutations: readonly Pushed[] },
  effects: readonly Effects[],
  now: string,
): Promise<void> {
  const sent = new Map(mutations.map((mutation) => [mutation.id, mutation]))
  const fresh = effects.flatMap(({ outcome, mutation }) => (mutation ? [{ outcome, mutation }] : []))
  await Promise.all([
    client.query({
      name: 'keep-mutations',
      text: `INSERT INTO mutations (org_id, lane_id, received_at, mutation_id, hash, user_id, n, status, code, field, message,
               conflicts, named, seq, receipt, body, at)
             SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::bigint[], $8::text[], $9::text[],
               $10::text[], $11::text[], $12::json[], $13::json[], $14::bigint[], $15::text[], $16::text[], $17::text[])`,
      values: [
        orgId,
        lane,
        now,
        fresh.map(({ outcome }) => outcome.id),
        fresh.map(({ outcome }) => outcome.hash),
        fresh.map(({ outcome }) => outcome.user_id),
        fresh.map(({ outcome }) => outcome.n),
        fresh.map(({ outcome }) => outcome.status),
        fresh.map(({ outcome }) => outcome.code ?? null),
        fresh.map(({ outcome }) => plain(outcome.field)),
        fresh.map(({ outcome }) => plain(outcome.message)),
        fresh.map(({ outcome }) => JSON.stringify(outcome.conflicts)),
        fresh.map(({ outcome }) => JSON.stringify(outcome.named)),
        fresh.map(({ outcome }) => outcome.seq ?? null),
        fresh.map(({ outcome }) => outcome.receipt),
        fresh.map(({ outcome, mutation }) => canonical(sent.get(outcome.id) ?? mutation)),
        fresh.map(({ mutation }) => mutation.at),
      ],
    }),
    client.query({
      name: 'keep-lane-numbers',
      text: `INSERT INTO lane_numbers (org_id, lane_id, n, mutation_id)
             SELECT $1, $2, * FROM unnest($3::bigint[], $4::uuid[])`,
      values: [
        orgId,
        lane,
        effects.map(({ outcome }) => outcome.n),
        effects.map(({ outcome }) => outcome.id),
      ],
    }),
  ])
}

/** The newest version of every record that changed, and which lane made each version. */
export async function keepRecords(
  client: pg.PoolClient,
  orgId: string,
  lane: string,
  versions: readonly SyncRecord[],
  lastContentOf: (record: SyncRecord) => JsonObject | undefined,
  now: string,
): Promise<void> {
  if (versions.length === 0) return
  // One statement cannot write one row twice: what changed several times is folded to its last state.
  const newest = [...new Map(versions.map((record) => [keyOf(record), record])).values()]
  await Promise.all([
    client.query({
      name: 'keep-records',
      text: `INSERT INTO records (org_id, changed_at, collection, record_id, version, seq, deleted, schema, body, last_content)
             SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::int[], $6::bigint[], $7::bool[], $8::int[], $9::json[],
               $10::json[])
             ON CONFLICT (org_id, collection, record_id) DO UPDATE SET changed_at = excluded.changed_at,
               version = excluded.version, seq = excluded.seq, deleted = excluded.deleted, schema = excluded.schema,
               body = excluded.body, last_content = excluded.last_content`,
      values: [
        orgId,
        now,
        newest.map(({ collection }) => collection),
        newest.map(({ _id }) => _id),
        newest.map(({ version }) => version),
        newest.map(({ seq }) => seq),
        newest.map(({ deleted }) => deleted),
        newest.map(({ schema }) => schema),
        newest.map((record) => JSON.stringify(record)),
        newest.map((record) => (record.deleted ? (JSON.stringify(lastContentOf(record)) ?? null) : null)),
      ],
    }),
    client.query({
      name: 'keep-record-changes',
      text: `INSERT INTO record_changes (org_id, lane_id, changed_at, collection, record_id, version)
             SELECT $1, $2, $3, * FROM unnest($4::text[], $5::uuid[], $6::int[])`,
      values: [
        orgId,
        lane,
        now,
        versions.map(({ collection }) => collection),
        versions.map(({ _id }) => _id),
        versions.map(({ version }) => version),
      ],
    }),
  ])
}

/** What later mutations have to know: refused creations, and the copies of balance tables that lanes went on with. */
export async function keepMemory(client: pg.PoolClient, orgId: string, taken: PushTaken): Promise<void> {
  const refused = taken.effects.flatMap(({ applied }) => applied?.refused ?? [])
  const redirects = [
    ...new Map(
      taken.effects
        .flatMap(({ applied }) => applied?.redirects ?? [])
        .map((redirect) => [`${redirect.lane}/${redirect.from}`, redirect]),
    ).values(),
  ]
  const writes: Promise<unknown>[] = []
  if (refused.length > 0) {
    writes.push(
      client.query({
        name: 'keep-refused-creations',
        text: `INSERT INTO refused_creations (org_id, collection, record_id)
               SELECT $1, * FROM unnest($2::text[], $3::uuid[]) ON CONFLICT DO NOTHING`,
        values: [orgId, refused.map(({ collection }) => collection), refused.map(({ _id }) => _id)],
      }),
    )
  }
  if (redirects.length > 0) {
    writes.push(
      client.query({
        name: 'keep-draft-redirects',
        text: `INSERT INTO draft_redirects (org_id, lane_id, draft_id, to_id)
               SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[])
               ON CONFLICT (org_id, lane_id, draft_id) DO UPDATE SET to_id = excluded.to_id`,
        values: [
          orgId,
          redirects.map(({ lane }) => lane),
          redirects.map(({ from }) => from),
          redirects.map(({ to }) => to),
        ],
      }),
    )
  }
  await Promise.all(writes)
}
