import {
  EMPTY_LEDGER,
  type EpochHead,
  type LedgerHead,
  type RestoreContent,
} from '../records/ledger-entry.ts'
import { nextEntry, type LedgerFact } from '../rules/ledger.ts'
import type { LedgerRow } from '../rules/ledger-walk.ts'

const uuid = (digit: number) => `0193${String(digit).padStart(4, '0')}-0000-7000-8000-000000000000`

/** A draw stored, for ledgers in tests. */
export const ledgerFact = (index: number): LedgerFact => ({
  at: '2026-11-20T09:58:03.120Z',
  received_at: '2026-11-20T09:59:00.000Z',
  org: uuid(1),
  epoch: uuid(2),
  user: uuid(3),
  device: uuid(4),
  mutation_id: uuid(100 + index),
  op: 'create',
  record: { collection: 'draws', _id: uuid(500 + index), version: 1, author: uuid(3) },
  content: {},
})

/** A ledger whose entries belong to these epochs of the server, one each, as the database would hold it. */
export function ledgerRows(
  epochs: readonly string[],
  after: LedgerHead = EMPTY_LEDGER,
  mark = '',
): LedgerRow[] {
  let head = after
  return epochs.map((epoch, index) => {
    const content = { drug_name: `Ketamine é${mark}`, drug_volume: (index + 1) / 4 }
    const { text, head: next } = nextEntry(head, { ...ledgerFact(index), epoch, content })
    head = next
    return { n: next.n, text, hash: next.hash }
  })
}

export function headOfRows(rows: readonly LedgerRow[]): LedgerHead {
  const last = rows.at(-1)
  return last ? { n: last.n, hash: last.hash } : EMPTY_LEDGER
}

/** These rows, restored from a backup into an epoch of the server, with the entry that says so. */
export function restoredRows(
  rows: readonly LedgerRow[],
  from: string,
  epoch: string,
  lost: EpochHead[] | null = null,
  over: Partial<RestoreContent> = {},
): LedgerRow[] {
  const head = headOfRows(rows)
  const { at, received_at, org } = ledgerFact(0)
  const content = { backup_at: at, continues: { epoch: from, ...head }, lost, ...over }
  const next = nextEntry(head, { at, received_at, org, epoch, by: 'operator', op: 'restore', content })
  return [...rows, { n: next.head.n, text: next.text, hash: next.head.hash }]
}
