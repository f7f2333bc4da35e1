import { differenceWords, type Naming } from 'sync-protocol/log/ledger-difference'
import type { LedgerEpoch } from 'sync-protocol/rules/ledger-epochs'
import type { LedgerBreak, LedgerWhole } from 'sync-protocol/rules/ledger-walk'
import { formatDateTime } from '../../ui/format.ts'
import type { ComparedRecords } from './compare-records.ts'
import { ledgerText as text } from './ledger-text.ts'
import type { ShownEntry } from './ledger-entries.ts'

export interface ResultWords {
  ok: boolean
  title: string
  /** Sentences below the title. */
  lines: string[]
  /** What nobody needs who trusts the answer: shown on request. */
  details: string[]
}

export const shortHead = ({ n, hash }: { n: number; hash: string }) => text.head(n, hash.slice(0, 16))

/** What went with a restore and this tablet brings back: by the mutation, and how many are still to be sent. */
export interface Resubmitted {
  sent: ReadonlySet<string>
  waiting: number
}

/** Entries stand in the order of their arrival: what was done without a network may come after what was done later. */
function timesOf(entries: readonly ShownEntry[]): { first?: string; last?: string } {
  const times: { first?: string; last?: string } = {}
  for (const { at } of entries) {
    if (at === null) continue
    if (times.first === undefined || at < times.first) times.first = at
    if (times.last === undefined || at > times.last) times.last = at
  }
  return times
}

export function wholeWords(
  told: LedgerWhole,
  entries: readonly ShownEntry[],
  timeZone: string,
  back: Resubmitted = { sent: new Set(), waiting: 0 },
): ResultWords {
  const { first, last } = timesOf(entries)
  const when = (at: string | undefined) => (at === undefined ? '?' : formatDateTime(at, timeZone))
  const isEmpty = told.head.n === 0
  const details = isEmpty
    ? []
    : [text.fromTo(when(first), when(last)), text.newestEntry(shortHead(told.head))]
  if (told.epochs.length > 1)
    details.push(...told.epochs.map((each, index) => epochWords(each, index, entries, timeZone)))
  else if (told.epochs[0]?.restore) details.push(epochWords(told.epochs[0], 0, entries, timeZone))
  const lines = [
    ...(isEmpty ? [text.nothing] : []),
    ...told.lost.map((head) => (head.named ? text.lostAndNamed : text.lost)(shortHead(head))),
    ...backWords(told, entries, back),
  ]
  return { ok: true, title: text.whole(told.head.n), lines, details }
}

/** The same, with what the comparison with the records says; null where the person may not read them. */
export function comparedWords(
  whole: ResultWords,
  records: Pick<ComparedRecords, 'compared' | 'notHere' | 'differences' | 'count'> | null,
  naming: Naming,
): ResultWords {
  if (records === null) return { ...whole, lines: [...whole.lines, text.notCompared] }
  const { compared, notHere, differences, count } = records
  if (count === 0) {
    const lines = [...whole.lines, ...(notHere > 0 ? [text.notHere(notHere)] : [])]
    if (compared === 0) return { ...whole, lines }
    const details = [...whole.details, text.recordsAgree(compared)]
    return { ...whole, title: text.agrees(whole.title), lines, details }
  }
  const named = differences.map((each) =>
    (each.isHere ? text.onTablet : text.onServer)(differenceWords(each, naming)),
  )
  const rest = count - named.length
  return {
    ok: false,
    title: text.differs(count),
    lines: [
      ...named,
      ...(rest > 0 ? [text.moreDiffer(rest)] : []),
      text.chainIsWhole(whole.title),
      text.whatToDo,
    ],
    details: [],
  }
}

function epochWords(
  { from, to, restore }: LedgerEpoch,
  index: number,
  entries: readonly ShownEntry[],
  timeZone: string,
): string {
  const words = text.epoch(index + 1, from, to)
  if (restore === undefined) return index === 0 ? words : `${words} ${text.notMarked}`
  const at = entries[from - 1]?.at ?? null
  const before = entries.slice(from, to).filter((entry) => at !== null && entry.at !== null && entry.at < at)
  const when = (iso: string | null) => (iso === null ? '?' : formatDateTime(iso, timeZone))
  return `${words} ${text.restoredThen(when(at), when(restore.backup_at), before.length)}`
}

/** What this tablet brought back stands in the ledger again, after the entry of the restore. */
function backWords({ epochs }: LedgerWhole, entries: readonly ShownEntry[], back: Resubmitted): string[] {
  const restored = epochs.find(({ restore }) => restore !== undefined)
  const again = entries.filter(
    ({ n, mutation }) => mutation !== null && n > (restored?.from ?? Infinity) && back.sent.has(mutation),
  )
  return [
    ...(again.length > 0 ? [text.cameBack(again.map(({ n }) => n))] : []),
    ...(back.waiting > 0 ? [text.toComeBack(back.waiting)] : []),
  ]
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
  unmarked: () => text.unmarked,
  restore: ({ n, known }) => text.wrongRestore(n, known && shortHead(known)),
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
  lines.push(text.notComparedBroken, text.whatToDo)
  return { ok: false, title: text.broken(told.n), lines, details: [] }
}
