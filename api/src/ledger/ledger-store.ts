import type pg from 'pg'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import { nextEntry, type LedgerFact } from 'sync-protocol/rules/ledger'
import { LEDGER_PAGE } from 'sync-protocol/wire/ledger'
import { PROTOCOL } from 'sync-protocol/wire/version'

export interface Link {
  text: string
  head: LedgerHead
}

/** These facts as the next links of a ledger. */
export function linksOnto(head: LedgerHead, facts: readonly LedgerFact[]): Link[] {
  let last = head
  return facts.map((fact) => {
    const link = nextEntry(last, fact)
    last = link.head
    return link
  })
}

/** Appends to the ledger of an organization whose row the caller has locked; the new head is the caller's to write. */
export async function appendToLedger(
  client: pg.PoolClient,
  orgId: string,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return
  await client.query({
    name: 'append-to-ledger',
    text: `INSERT INTO ledger (org_id, n, entry, hash)
           SELECT $1, n, entry, hash FROM unnest($2::bigint[], $3::text[], $4::text[]) AS e (n, entry, hash)`,
    values: [
      orgId,
      links.map(({ head }) => head.n),
      links.map(({ text }) => text),
      links.map(({ head }) => head.hash),
    ],
  })
}

/** The answer to GET /ledger as JSON text: the entries' canonical texts go out as they are stored. */
export async function ledgerText(pool: pg.Pool, orgId: string, after: number): Promise<string> {
  const { rows } = await pool.query<[n: number, text: string, hash: string]>({
    name: 'read-ledger',
    rowMode: 'array',
    text: `SELECT 0::bigint AS n, json_build_object('epoch', i.epoch, 'n', o.ledger_n)::text, o.ledger_hash
           FROM organizations o CROSS JOIN installation i WHERE o.org_id = $1
           UNION ALL
           SELECT n, entry, hash FROM ledger WHERE org_id = $1 AND n > $2 AND n <= $2 + $3 ORDER BY 1`,
    values: [orgId, after, LEDGER_PAGE],
  })
  const [[, heads, hash] = [0, '{}', ''], ...entries] = rows
  const { epoch, n } = JSON.parse(heads) as { epoch: string; n: number }
  const texts = entries.map(([, text, own]) => `${text.slice(0, -1)},"hash":"${own}"}`)
  const head = JSON.stringify({ n, hash })
  return `{"protocol":${PROTOCOL},"epoch":"${epoch}","entries":[${texts.join(',')}],"head":${head}}`
}
