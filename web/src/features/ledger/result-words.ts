import type { LedgerBreak, LedgerWhole } from 'sync-protocol/rules/ledger-walk'
import { formatDateTime } from '../../ui/format.ts'
import { ledgerText as text } from './ledger-text.ts'
import type { ShownEntry } from './ledger-entries.ts'

export interface ResultWords {
  ok: boolean
  title: string
  /** Sentences below the title. */
  lines: string[]
}

export const shortHead = ({ n, hash }: { n: number; hash: string }) => text.head(n, hash.slice(0, 16))

export function wholeWords(told: LedgerWhole, entries: readonly ShownEntry[], timeZone: string): ResultWords {
  const when = (entry: ShownEntry | undefined) => (entry?.at ? formatDateTime(entry.at, timeZone) : '?')
  const lines = told.head.n === 0 ? [text.nothing] : [text.fromTo(when(entries[0]), when(entries.at(-1)))]
  if (told.head.n > 0) lines.push(text.newestEntry(shortHead(told.head)))
  if (told.histories.length > 1)
    lines.push(...told.histories.map(({ from, to }, index) => text.history(index + 1, from, to)))
  lines.push(...told.lost.map((head) => text.lost(shortHead(head))))
  return { ok: true, title: text.whole(told.head.n), lines }
}

const WHY: Readonly<Record<LedgerBreak['by'], (told: LedgerBreak) => string>> = {
  number: ({ n, found = 0 }) => (found > n ? text.missing(n, found) : text.outOfPlace(n, found)),
  hash: () => text.changed,
  form: () => text.noEntry,
  rewritten: ({ n }) => text.rewritten(n),
  link: ({ n }) => text.link(n),
  remembered: ({ known }) => text.remembered(known ? shortHead(known) : ''),
  cut: ({ n, known }) => text.cut(n, known?.n ?? n, known ? shortHead(known) : ''),
  head: ({ known }) => text.otherHead(known ? shortHead(known) : ''),
}

/** The first broken entry by number, why, and what stands there now. */
export function brokenWords(
  told: LedgerBreak,
  entries: readonly ShownEntry[],
  timeZone: string,
): ResultWords {
  const stands = entries.find(({ n }) => n === told.n)
  const lines = [WHY[told.by](told)]
  if (stands) {
    const at = stands.at === null ? '?' : formatDateTime(stands.at, timeZone)
    lines.push(text.stands(told.n, at, stands.who, stands.what))
  }
  lines.push(text.whatToDo)
  return { ok: false, title: text.broken(told.n), lines }
}
