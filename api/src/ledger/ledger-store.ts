import type pg from 'pg'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import { nextEntry, type LedgerFact } from 'sync-protocol/rules/ledger'
import { LEDGER_PAGE } from 'sync-protocol/wire/ledger'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { sha256 } from '../sha256.ts'

export interface Link {
  text: string
  head: LedgerHead
}

/** These facts as the next links of a ledger. */
export function linksOnto(head: LedgerHead, facts: readonly LedgerFact[]): Link[] {
  let last = head
  return facts.map((fact) => {
    const link = nextEntry(last, fact, sha256)
    last = link.head
    return link
  })
}

/** Appends to the ledger of the organization whose row the caller has locked; the new heads are the caller's to write. */
export const LEDGER_PART = {
  name: 'g',
  text: `INSERT INTO ledger (org_id, n, entry, hash)
         SELECT {org}, n, entry, hash FROM unnest($1::bigint[], $2::text[], $3::text[]) AS r (n, entry, hash)`,
}
export const LEDGER_CELLS = [
  ({ head }: Link) => head.n,
  ({ text }: Link) => text,
  ({ head }: Link) => head.hash,
]

type Row = [n: number, text: string, hash: string]

interface StoredPage {
  epoch: string
  /** The organization's own, of the same moment as the rows. */
  head: LedgerHead
  people: { _id: string; name: string }[]
  unmarked_until: number
  rows: Row[]
}

async function storedPage(pool: pg.Pool, orgId: string, after: number): Promise<StoredPage> {
  const { rows } = await pool.query<Row>({
    name: 'read-ledger',
    rowMode: 'array',
    text: `SELECT NULL::bigint AS n, json_build_object('epoch', i.epoch, 'n', o.ledger_n, 'unmarked_until', o.ledger_unmarked_until, 'people', (
             SELECT coalesce(json_agg(json_build_object('_id', user_id, 'name', name)), '[]') FROM users WHERE org_id = $1
           ))::text, o.ledger_hash
           FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1
           UNION ALL
           (SELECT n, entry, hash FROM ledger WHERE org_id = $1 AND n > $2 ORDER BY n LIMIT $3) ORDER BY 1 NULLS FIRST`,
    values: [orgId, after, LEDGER_PAGE],
  })
  const [[, heads, hash] = [0, '{}', ''], ...entries] = rows
  const { n, ...page } = JSON.parse(heads) as Omit<StoredPage, 'head' | 'rows'> & { n: number }
  return { ...page, head: { n, hash }, rows: entries }
}

/** The answer to GET /ledger as JSON text: the entries' canonical texts go out as they are stored. */
export async function ledgerText(pool: pg.Pool, orgId: string, after: number): Promise<string> {
  const { epoch, head, rows } = await storedPage(pool, orgId, after)
  const texts = rows.map(([, text, own]) => `${text.slice(0, -1)},"hash":"${own}"}`)
  return `{"protocol":${PROTOCOL},"epoch":"${epoch}","entries":[${texts.join(',')}],"head":${JSON.stringify(head)}}`
}

/** The same as lines, whatever the rows hold: a damaged entry is a text like any other. */
export async function ledgerLines(pool: pg.Pool, orgId: string, after: number): Promise<string> {
  const { rows, ...page } = await storedPage(pool, orgId, after)
  const header = JSON.stringify({ protocol: PROTOCOL, org: orgId, ...page })
  const lines = rows.map(([n, entry, hash]) => JSON.stringify({ n, hash, entry }))
  return [header, ...lines, ''].join('\n')
}
