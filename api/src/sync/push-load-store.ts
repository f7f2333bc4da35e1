import type pg from 'pg'
import type { Outcome, Pushed, Waiting } from 'sync-protocol/merge/push-state'
import type { PresentAuthor } from 'sync-protocol/merge/present-author'
import type { RecordName } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { binaryValues } from '../database/binary-array.ts'
import type { Found, LoadedState } from './push-state.ts'

/** One push, and what it may look at. */
export interface Question {
  org_id: string
  user_id: string
  /** The tablet that the sender's right to push was given to. */
  tablet: string
  request: { device: string; lane: string; mutations: readonly Pushed[] }
  names: readonly RecordName[]
  /** Whom mutations name as their authors; with the lane that somebody who is sent for made them in. */
  authors: readonly { user_id: string; lane?: string }[]
}

/** A row says, in JSON, one thing that the database holds about the push of that number, from 1. */
type Row = [kind: string, push: number, said: string]

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
  SELECT 'record', push, json_build_array(collection, record_id, body, last_content, (
      SELECT json_agg(json_build_array(lane_id, version, saved_order)) FROM (
        SELECT lane_id, max(version) AS version,
          CASE WHEN max(version) = max(version) FILTER (WHERE saved_order IS NOT NULL) THEN max(saved_order) END AS saved_order
        FROM record_changes c
        WHERE c.org_id = k.org_id AND c.collection = k.collection AND c.record_id = k.record_id GROUP BY lane_id
      ) v))::text
    FROM names k JOIN records r USING (collection, record_id) WHERE r.org_id = k.org_id
  UNION ALL SELECT 'refused', push, json_build_array(collection, record_id)::text
    FROM names k JOIN refused_creations r USING (collection, record_id) WHERE r.org_id = k.org_id
      AND (SELECT EXISTS (
        SELECT FROM refused_creations f WHERE f.org_id = ANY (ARRAY(SELECT DISTINCT org_id FROM names))))
  UNION ALL SELECT 'waiting', push, json_strip_nulls(json_build_array(collection, record_id, perms, ${OUTCOME}, (
      SELECT l.user_id FROM lanes l WHERE l.org_id = m.org_id AND l.lane_id = m.lane_id)))::text
    FROM names k JOIN waiting_mutations w USING (org_id, collection, record_id) JOIN mutations m USING (org_id, mutation_id)
    WHERE (SELECT EXISTS (
        SELECT FROM waiting_mutations f WHERE f.org_id = ANY (ARRAY(SELECT DISTINCT org_id FROM names))))`

/** Drugs belong to sections, and the action log calls these by their titles. */
const SECTIONS = `
  SELECT 'section', push, json_build_array(record_id, content->>'key', content->>'title_p')::text
    FROM drugs JOIN LATERAL (
      SELECT record_id, coalesce(nullif((body->'content')::text, 'null')::json, last_content) AS content
      FROM records WHERE org_id = drugs.org_id AND collection = 'sections' ORDER BY record_id OFFSET 0
    ) s ON content IS NOT NULL`

const EVERYTHING = `
  WITH pushes AS (
    SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $16::uuid[], $17::uuid[])
      AS p (push, org_id, user_id, lane_id, first_n, last_n, device_id, tablet_id)
  ), sent AS (
    SELECT push, ($2::uuid[])[push] AS org_id, mutation_id FROM unnest($7::int[], $8::uuid[]) AS m (push, mutation_id)
  ), names AS (
    SELECT push, ($2::uuid[])[push] AS org_id, collection, record_id
    FROM unnest($9::int[], $10::text[], $11::uuid[]) AS n (push, collection, record_id)
  ), authors AS (
    SELECT push, ($2::uuid[])[push] AS org_id, user_id, made_in
    FROM unnest($12::int[], $13::uuid[], $15::uuid[]) AS a (push, user_id, made_in)
  ), drugs AS (
    SELECT push, ($2::uuid[])[push] AS org_id FROM unnest($14::int[]) AS d (push)
  )
  SELECT 'user', push, json_strip_nulls(json_build_object('name', name, 'perms', perms, 'revoked', (
      -- As the action log calls it.
      SELECT coalesce(d.name, coalesce(d.platform, 'Tablet') || ' ' || right(d.device_id::text, 4)) FROM devices d
      WHERE d.org_id = p.org_id AND d.device_id IN (p.device_id, p.tablet_id) AND d.revoked_at IS NOT NULL LIMIT 1)))::text
    FROM pushes p JOIN users USING (org_id, user_id) WHERE removed_at IS NULL
  UNION ALL SELECT 'author', push, json_build_array(user_id,
      json_build_object('user_name', name, 'perms', CASE WHEN removed_at IS NULL THEN perms ELSE '{}' END,
        'removed', removed_at IS NOT NULL,
        'revoked_lanes', CASE WHEN (
          SELECT bool_and(revoked_at IS NOT NULL) FROM push_tokens t
          WHERE t.org_id = a.org_id AND t.user_id = a.user_id AND t.lane = a.made_in
        ) THEN json_build_array(made_in) ELSE '[]' END,
        'foreign_lanes', CASE WHEN EXISTS (
          SELECT FROM lanes l WHERE l.org_id = a.org_id AND l.lane_id = a.made_in AND l.user_id <> a.user_id
        ) THEN json_build_array(made_in) ELSE '[]' END))::text
    FROM authors a JOIN users USING (org_id, user_id)
  UNION ALL SELECT 'lane', push, json_build_object('user_id', l.user_id, 'last_n', l.last_n)::text
    FROM pushes p JOIN lanes l USING (org_id, lane_id)
  UNION ALL SELECT 'number', push, json_build_array(n, mutation_id)::text
    FROM pushes p JOIN lane_numbers l USING (org_id, lane_id) WHERE l.n BETWEEN p.first_n AND p.last_n
  UNION ALL SELECT 'outcome', push, json_strip_nulls(${OUTCOME})::text
    FROM sent JOIN mutations USING (org_id, mutation_id)
  UNION ALL SELECT 'redirect', push, json_build_array(lane_id, draft_id, to_id)::text
    FROM pushes JOIN draft_redirects USING (org_id, lane_id)
  UNION ALL ${RECORDS}
  UNION ALL ${SECTIONS}`

/** Everything that these pushes may look at, in one question. */
export async function loadPushes(client: pg.ClientBase, questions: readonly Question[]): Promise<Found[]> {
  const numbered = questions.map((question, index) => ({ ...question, push: index + 1 }))
  const sent = numbered.flatMap(({ push, request }) => request.mutations.map(({ id }) => ({ push, id })))
  const names = numbered.flatMap((each) =>
    each.names.map(({ collection, _id }) => ({ push: each.push, collection, _id })),
  )
  const authors = numbered.flatMap((each) => each.authors.map((author) => ({ push: each.push, ...author })))
  const drugs = numbered.filter((each) => each.names.some(({ collection }) => collection === 'drugs'))
  const first = ({ request }: Question) => request.mutations[0]?.n ?? 0
  const { rows } = await client.query<Row>({
    name: 'load-pushes',
    rowMode: 'array',
    text: EVERYTHING,
    values: binaryValues(EVERYTHING, [
      numbered.map(({ push }) => push),
      numbered.map(({ org_id }) => org_id),
      numbered.map(({ user_id }) => user_id),
      numbered.map(({ request }) => request.lane),
      numbered.map(first),
      numbered.map((each) => first(each) + each.request.mutations.length - 1),
      sent.map(({ push }) => push),
      sent.map(({ id }) => id),
      names.map(({ push }) => push),
      names.map(({ collection }) => collection),
      names.map(({ _id }) => _id),
      authors.map(({ push }) => push),
      authors.map(({ user_id }) => user_id),
      drugs.map(({ push }) => push),
      authors.map(({ lane }) => lane ?? null),
      numbered.map(({ request }) => request.device),
      numbered.map(({ tablet }) => tablet),
    ]),
  })
  const found = numbered.map(({ names: asked, request, push }): Found => ({
    user: undefined,
    authors: new Map(),
    lane: undefined,
    numbers: new Map(),
    outcomes: new Map(),
    known: new Map(asked.map((name) => [keyOf(name), {}])),
    redirects: new Map([[request.lane, new Map()]]),
    sections: drugs.some((each) => each.push === push) ? [] : undefined,
  }))
  for (const [kind, push, said] of rows) {
    const one = found[push - 1]
    if (one) note(one, kind, said)
  }
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
export async function loadNames(
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
             SELECT 1 AS push, $1::uuid AS org_id, collection, record_id
             FROM unnest($2::text[], $3::uuid[]) AS n (collection, record_id)
           ) ${RECORDS}`,
    values: [orgId, fresh.map(({ collection }) => collection), fresh.map(({ _id }) => _id)],
  })
  for (const name of fresh) found.known.set(keyOf(name), {})
  for (const [kind, , said] of rows) note(found, kind, said)
  return rows.length > 0
}

/** Adds which section has which key, deleted ones too; true when there are any. */
export async function loadSections(
  client: pg.ClientBase,
  orgId: string,
  { found }: LoadedState,
): Promise<boolean> {
  if (found.sections) return false
  found.sections = []
  const { rows } = await client.query<Row>({
    name: 'load-sections',
    rowMode: 'array',
    text: `WITH drugs AS (SELECT 1 AS push, $1::uuid AS org_id) ${SECTIONS}`,
    values: [orgId],
  })
  for (const [kind, , said] of rows) note(found, kind, said)
  return rows.length > 0
}

/** Adds which copies of balance tables these lanes went on with; true when there are any. */
export async function loadRedirects(
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
