import type pg from 'pg'
import { withoutEmpty, type Digests } from 'sync-protocol/records/digest'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { EVENT_BYTES_MAX, EVENT_RECORDS_MAX } from 'sync-protocol/wire/events'
import type { PullQuery } from 'sync-protocol/wire/pull'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { CountedDigests, LockedOrganization } from './organization-lock-store.ts'

interface Heads {
  epoch: string
  head: number
  floor: number
  more: boolean
  ledger_head: { n: number; hash: string }
  digests: CountedDigests | null
}

/** One statement is one moment: heads, page and `more` agree. The page ends with the seq of its `limit`-th record, whole. */
const PULL = {
  name: 'pull',
  rowMode: 'array',
  text: `
    WITH bound AS MATERIALIZED (
      SELECT seq FROM records WHERE org_id = $1 AND seq > $2 ORDER BY seq OFFSET $3::int - 1 LIMIT 1
    )
    SELECT 0::bigint AS seq, json_build_object(
      'epoch', i.epoch, 'head', o.seq, 'floor', o.tombstone_floor,
      'more', EXISTS (SELECT FROM records r, bound b WHERE r.org_id = $1 AND r.seq > b.seq),
      'ledger_head', json_build_object('n', o.ledger_n, 'hash', o.ledger_hash),
      'digests', o.digests)::text
    FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1
    UNION ALL
    SELECT r.seq, r.body::text FROM records r
    WHERE r.org_id = $1 AND r.seq > $2 AND r.seq <= coalesce((SELECT seq FROM bound), 9223372036854775807)
    ORDER BY 1`,
} as const

interface Page extends Omit<Heads, 'floor' | 'digests'> {
  /** The records as they are stored, as JSON text. */
  changes: string
  cursor: number
  digest: Digests | undefined
}

/** A cursor beyond the head comes from another epoch: there is nothing it could be continued with. */
export class BeyondHead extends ProtocolError {
  constructor() {
    super('cursor_expired', 'This tablet has read what is not here: its records are loaded again.')
  }
}

/** @throws ProtocolError epoch_changed, cursor_expired */
async function readPage(
  pool: pg.Pool,
  orgId: string,
  query: Pick<PullQuery, 'cursor' | 'limit' | 'epoch'>,
): Promise<Page> {
  const values = [orgId, query.cursor, query.limit]
  const { rows } = await pool.query<[seq: number, text: string]>({ ...PULL, values })
  const [first, ...page] = rows
  if (!first) throw new ProtocolError('unauthenticated', 'Please log in.')
  const { epoch, head, floor, more, ledger_head, digests } = JSON.parse(first[1]) as Heads
  if (query.epoch !== undefined && query.epoch !== epoch) {
    throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch })
  }
  if (query.cursor > head) throw new BeyondHead()
  if (query.cursor > 0 && query.cursor < floor) {
    throw new ProtocolError('cursor_expired', 'This tablet was away too long: its records are loaded again.')
  }
  const cursor = more ? (page.at(-1)?.[0] ?? query.cursor) : head
  const digest = !more && digests?.seq === head ? withoutEmpty(digests.of) : undefined
  const changes = page.map(([, text]) => text).join(',')
  return { epoch, changes, cursor, head, more, digest, ledger_head }
}

export interface PullText {
  text: string
  /** The page is the last one, and carries no digest since nobody counted it for this head. */
  uncounted: boolean
}

/**
 * A page of the change feed as JSON text: the records go out as they are stored, without being read.
 * @throws ProtocolError epoch_changed, cursor_expired
 */
export async function pullText(
  pool: pg.Pool,
  orgId: string,
  query: PullQuery,
  now: string,
): Promise<PullText> {
  const { epoch, changes, ...heads } = await readPage(pool, orgId, query)
  const rest = JSON.stringify({ ...heads, server_time: now }).slice(1)
  return {
    text: `{"protocol":${PROTOCOL},"epoch":"${epoch}","changes":[${changes}],${rest}`,
    uncounted: !heads.more && heads.digest === undefined,
  }
}

/** The feed's way from a place to its end, and the text of the page that goes it; none where that is too much for an event. */
export interface ChangeText {
  head: number
  epoch: string
  page?: string
}

/** @throws ProtocolError for a place that is none */
export async function changeText(
  pool: pg.Pool,
  orgId: string,
  from: number,
  now: string,
): Promise<ChangeText> {
  const query = { cursor: from, limit: EVENT_RECORDS_MAX }
  const page = await readPage(pool, orgId, query)
  return page.more ? { head: page.head, epoch: page.epoch } : textFrom(from, page, now)
}

/** The same of what one transaction did, which nobody has to read again. */
export function changeTextOf(
  from: number,
  { epoch, seq: head, ledger: ledger_head, changed }: LockedOrganization,
  now: string,
): ChangeText {
  if (changed.size > EVENT_RECORDS_MAX) return { head, epoch }
  const records = [...changed.values()].sort((one, other) => one.seq - other.seq)
  const changes = records.map((record) => JSON.stringify(record)).join(',')
  return textFrom(from, { epoch, changes, cursor: head, head, ledger_head }, now)
}

function textFrom(
  from: number,
  {
    epoch,
    head,
    changes,
    cursor,
    ledger_head,
  }: Pick<Page, 'changes' | 'cursor' | 'epoch' | 'head' | 'ledger_head'>,
  now: string,
): ChangeText {
  if (Buffer.byteLength(changes) > EVENT_BYTES_MAX) return { head, epoch }
  const rest = JSON.stringify({ cursor, ledger_head, server_time: now }).slice(1)
  return {
    head,
    epoch,
    page: `{"protocol":${PROTOCOL},"from":${from},"epoch":"${epoch}","changes":[${changes}],${rest}`,
  }
}
