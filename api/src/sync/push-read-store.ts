import type pg from 'pg'
import type { Outcome, Pushed, Waiting } from 'sync-protocol/merge/push-state'
import type { PresentAuthor } from 'sync-protocol/merge/present-author'
import type { RecordName } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { binaryValues } from '../database/binary-array.ts'
import type { Found, LoadedState } from './push-state.ts'

/** What a push may look at. */
export interface Question {
  user_id: string
  /** The tablet that the sender's right to push was given to. */
  tablet: string
  request: { device: string; lane: string; mutations: readonly Pushed[] }
  names: readonly RecordName[]
  /** Whom mutations name as their authors; with the lane that somebody who is sent for made them in. */
  authors: readonly { user_id: string; lane?: string }[]
}

/** A row says, in JSON, one thing that the database holds about the push. */
type Row = [kind: string, said: string]

type RecordSaid = [
  collection: Collection,
  id: string,
  record: SyncRecord,
  last: JsonObject | null,
  versions: [lane: string, version: number, order: number | null][] | null,
]

type WaitingSaid = [collection: Collection, id: string, perms: number[], outcome: Outcome, sender: string]

const OUTCOME = `json_build_object('id', mutation_id, 'hash', hash, 'lane', lane_id, 'n', n,
      'user_id', user_id, 'status', status, 'seq', seq, 'code', code, 'field', field, 'message', message,
      'conflicts', conflicts, 'receipt', receipt, 'named', named)`

/**
 * Only a record that is there has versions, and almost no organization has refused creations or waits for what was lost: what
 * cannot be is not looked for name by name.
 */
const RECORDS = `
  SELECT 'record', json_build_array(collection, record_id, body, last_content, (
      SELECT json_agg(json_build_array(lane_id, version, saved_order)) FROM (
        SELECT lane_id, max(version) AS version,
          CASE WHEN max(version) = max(version) FILTER (WHERE saved_order IS NOT NULL) THEN max(saved_order) END AS saved_order
        FROM record_changes c
        WHERE c.org_id = $1 AND c.collection = k.collection AND c.record_id = k.record_id GROUP BY lane_id
      ) v))::text
    FROM names k JOIN records r USING (collection, record_id) WHERE r.org_id = $1
  UNION ALL SELECT 'refused', json_build_array(collection, record_id)::text
    FROM names k JOIN refused_creations r USING (collection, record_id) WHERE r.org_id = $1
      AND (SELECT EXISTS (SELECT FROM refused_creations f WHERE f.org_id = $1))
  UNION ALL SELECT 'waiting', json_strip_nulls(json_build_array(collection, record_id, perms, ${OUTCOME}, (
      SELECT l.user_id FROM lanes l WHERE l.org_id = $1 AND l.lane_id = m.lane_id)))::text
    FROM names k JOIN waiting_mutations w USING (collection, record_id) JOIN mutations m USING (org_id, mutation_id)
    WHERE w.org_id = $1 AND (SELECT EXISTS (SELECT FROM waiting_mutations f WHERE f.org_id = $1))`

/** Drugs belong to sections, and the action log calls these by their titles. */
const SECTIONS = `
  SELECT 'section', json_build_array(record_id, content->>'key', content->>'title_p')::text
    FROM (
      SELECT record_id, coalesce(nullif((body->'content')::text, 'null')::json, last_content) AS content
      FROM records WHERE org_id = $1 AND collection = 'sections' ORDER BY record_id OFFSET 0
    ) s WHERE content IS NOT NULL`

const EVERYTHING = `
  WITH sent AS (
    SELECT mutation_id FROM unnest($6::uuid[]) AS m (mutation_id)
  ), names AS (
    SELECT collection, record_id FROM unnest($7::text[], $8::uuid[]) AS n (collection, record_id)
  ), authors AS (
    SELECT user_id, made_in FROM unnest($9::uuid[], $10::uuid[]) AS a (user_id, made_in)
  )
  SELECT 'user', json_strip_nulls(json_build_object('name', name, 'perms', perms, 'revoked', (
      -- As the action log calls it.
      SELECT coalesce(d.name, coalesce(d.platform, 'Tablet') || ' ' || right(d.device_id::text, 4)) FROM devices d
      WHERE d.org_id = $1 AND d.device_id IN ($11::uuid, $12::uuid) AND d.revoked_at IS NOT NULL LIMIT 1)))::text
    FROM users WHERE org_id = $1 AND user_id = $2::uuid AND removed_at IS NULL
  UNION ALL SELECT 'author', json_build_array(user_id,
      json_build_object('user_name', name, 'perms', CASE WHEN removed_at IS NULL THEN perms ELSE '{}' END,
        'removed', removed_at IS NOT NULL,
        'revoked_lanes', CASE WHEN (
          SELECT bool_and(revoked_at IS NOT NULL) FROM push_tokens t
          WHERE t.org_id = $1 AND t.user_id = a.user_id AND t.lane = a.made_in
        ) THEN json_build_array(made_in) ELSE '[]' END,
        'foreign_lanes', CASE WHEN EXISTS (
          SELECT FROM lanes l WHERE l.org_id = $1 AND l.lane_id = a.made_in AND l.user_id <> a.user_id
        ) THEN json_build_array(made_in) ELSE '[]' END))::text
    FROM authors a JOIN users u USING (user_id) WHERE u.org_id = $1
  UNION ALL SELECT 'lane', json_build_object('user_id', user_id, 'last_n', last_n)::text
    FROM lanes WHERE org_id = $1 AND lane_id = $3::uuid
  UNION ALL SELECT 'number', json_build_array(n, mutation_id)::text
    FROM lane_numbers WHERE org_id = $1 AND lane_id = $3 AND n BETWEEN $4::bigint AND $5::bigint
  UNION ALL SELECT 'outcome', json_strip_nulls(${OUTCOME})::text
    FROM sent JOIN mutations m USING (mutation_id) WHERE m.org_id = $1
  UNION ALL SELECT 'redirect', json_build_array(lane_id, draft_id, to_id)::text
    FROM draft_redirects WHERE org_id = $1 AND lane_id = $3
  UNION ALL ${RECORDS}`

const WITH_SECTIONS = `${EVERYTHING} UNION ALL ${SECTIONS}`

/** Everything that a push of this organization may look at, in one question. */
export async function readPush(
  client: pg.ClientBase,
  orgId: string,
  { user_id, tablet, request: { device, lane, mutations }, names, authors }: Question,
): Promise<Found> {
  const first = mutations[0]?.n ?? 0
  const asksSections = names.some(({ collection }) => collection === 'drugs')
  const text = asksSections ? WITH_SECTIONS : EVERYTHING
  const { rows } = await client.query<Row>({
    name: asksSections ? 'load-push-of-drugs' : 'load-push',
    rowMode: 'array',
    text,
    values: binaryValues(text, [
      orgId,
      user_id,
      lane,
      first,
      first + mutations.length - 1,
      mutations.map(({ id }) => id),
      names.map(({ collection }) => collection),
      names.map(({ _id }) => _id),
      authors.map((author) => author.user_id),
      authors.map((author) => author.lane ?? null),
      device,
      tablet,
    ]),
  })
  const found: Found = {
    user: undefined,
    authors: new Map(),
    lane: undefined,
    numbers: new Map(),
    outcomes: new Map(),
    known: new Map(names.map((name) => [keyOf(name), {}])),
    redirects: new Map([[lane, new Map()]]),
    sections: asksSections ? [] : undefined,
  }
  for (const [kind, said] of rows) note(found, kind, said)
  return found
}

/** One user may be sent for from several lanes: each is asked about in a row of its own. */
const withLanesOf = (author: PresentAuthor, known: PresentAuthor | undefined): PresentAuthor => ({
  ...author,
  revoked_lanes: [...(known?.revoked_lanes ?? []), ...(author.revoked_lanes ?? [])],
  foreign_lanes: [...(known?.foreign_lanes ?? []), ...(author.foreign_lanes ?? [])],
})

/** Adds one row to what was found. */
function note(found: Found, kind: string, said: string): void {
  const value: unknown = JSON.parse(said)
  const known = (collection: Collection, _id: string) => found.known.get(keyOf({ collection, _id })) ?? {}
  switch (kind) {
    case 'user':
      found.user = value as NonNullable<Found['user']>
      return
    case 'author': {
      const [id, author] = value as [string, PresentAuthor]
      found.authors.set(id, withLanesOf(author, found.authors.get(id)))
      return
    }
    case 'lane':
      found.lane = value as NonNullable<Found['lane']>
      return
    case 'number':
      found.numbers.set(...(value as [number, string]))
      return
    case 'outcome':
      found.outcomes.set((value as Outcome).id, value as Outcome)
      return
    case 'redirect': {
      const [lane, from, to] = value as [string, string, string]
      found.redirects.get(lane)?.set(from, to)
      return
    }
    case 'section': {
      const [_id, key, title] = value as [string, string, string]
      found.sections?.push({ _id, key: Number(key), title })
      return
    }
    case 'record': {
      const [collection, id, record, last, versions] = value as RecordSaid
      const one = known(collection, id)
      one.record = record
      if (versions !== null)
        one.versions = new Map(
          versions.map(([lane, version, order]) => [lane, { version, ...(order !== null && { order }) }]),
        )
      if (last !== null) one.lastContent = last
      return
    }
    case 'refused':
      known(...(value as [Collection, string])).refused = true
      return
    case 'waiting': {
      const [collection, _id, perms, outcome, sender] = value as WaitingSaid
      const waiting: Waiting = { outcome, sender, perms, waitsFor: { collection, _id } }
      const one = known(collection, _id)
      one.waiting = [...(one.waiting ?? []), waiting]
    }
  }
}

/** Adds what the database holds about these records; true when it holds anything. */
export async function readNames(
  client: pg.ClientBase,
  orgId: string,
  { found }: LoadedState,
  names: readonly RecordName[],
): Promise<boolean> {
  const fresh = names.filter((name) => !found.known.has(keyOf(name)))
  if (fresh.length === 0) return false
  const { rows } = await client.query<Row>({
    name: 'load-names',
    rowMode: 'array',
    text: `WITH names AS (
             SELECT collection, record_id FROM unnest($2::text[], $3::uuid[]) AS n (collection, record_id)
           ) ${RECORDS}`,
    values: [orgId, fresh.map(({ collection }) => collection), fresh.map(({ _id }) => _id)],
  })
  for (const name of fresh) found.known.set(keyOf(name), {})
  for (const [kind, said] of rows) note(found, kind, said)
  return rows.length > 0
}

/** Adds which section has which key, deleted ones too; true when there are any. */
export async function readSections(
  client: pg.ClientBase,
  orgId: string,
  { found }: LoadedState,
): Promise<boolean> {
  if (found.sections) return false
  found.sections = []
  const { rows } = await client.query<Row>({
    name: 'load-sections',
    rowMode: 'array',
    text: SECTIONS,
    values: [orgId],
  })
  for (const [kind, said] of rows) note(found, kind, said)
  return rows.length > 0
}

/** Adds which copies of balance tables these lanes went on with; true when there are any. */
export async function readRedirects(
  client: pg.ClientBase,
  orgId: string,
  { found }: LoadedState,
  lanes: readonly string[],
): Promise<boolean> {
  const fresh = lanes.filter((lane) => !found.redirects.has(lane))
  if (fresh.length === 0) return false
  const { rows } = await client.query<{ lane_id: string; draft_id: string; to_id: string }>({
    name: 'load-draft-redirects',
    text: 'SELECT lane_id, draft_id, to_id FROM draft_redirects WHERE org_id = $1 AND lane_id = ANY ($2::uuid[])',
    values: [orgId, fresh],
  })
  for (const lane of fresh) found.redirects.set(lane, new Map())
  for (const { lane_id, draft_id, to_id } of rows) found.redirects.get(lane_id)?.set(draft_id, to_id)
  return rows.length > 0
}
