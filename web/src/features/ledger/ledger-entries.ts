import type { Voided } from 'sync-protocol/records/envelope'
import { voidingIn, type LedgerEntry, type LedgerFactEntry } from 'sync-protocol/records/ledger-entry'
import { fieldsOf, type Unchecked } from 'sync-protocol/records/unchecked'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { wordsOf } from 'sync-protocol/rules/search-words'
import { entryParts, entryWords, type EntryParts } from './entry-words.ts'
import { formatDate } from '../../ui/format.ts'
import { ledgerText as text } from './ledger-text.ts'

/** An entry as the list shows it. */
export interface ShownEntry {
  /** Its place in the ledger as it is stored, from 0: two may have the same number there. */
  key: string
  n: number
  /** The person's own time, ISO; null where the entry cannot be read. */
  at: string | null
  /** Whose fact it is, or who voided it; and who sent it where that is somebody else. */
  who: string
  what: string
  /** The same in columns, where it is of a draw or a balance sheet that was stored. */
  parts: EntryParts | null
  /** What a search looks at. */
  searched: string
  /** The mutation that made it, where one did. */
  mutation: string | null
}

/** What was parsed of an entry; a damaged one may hold anything. */
export function parsedEntry(line: LedgerLine): Unchecked<LedgerEntry> | null {
  try {
    const entry: unknown = JSON.parse(line.entry)
    return typeof entry === 'object' && entry !== null ? fieldsOf<LedgerEntry>(entry) : null
  } catch {
    return null
  }
}

function isoOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}

/** Tells entries in words; it has to be given them in the order of the ledger. A damaged one is told as what it is. */
export function entryTeller(
  people: readonly { _id: string; name: string }[],
  timeZone: string,
): (line: LedgerLine) => ShownEntry {
  const names = new Map<unknown, string>(people.map(({ _id, name }) => [_id, name]))
  /** What each fact was called when it was stored, for its voiding. */
  const facts = new Map<unknown, string>()
  const nameOf = (id: unknown) =>
    typeof id === 'string' ? (names.get(id) ?? text.unknownUser(id)) : text.noUser
  let place = -1
  return (line) => {
    place += 1
    const key = String(place)
    const entry = parsedEntry(line)
    if (entry === null) {
      const what = text.unreadable(line.entry)
      return {
        key,
        n: line.n,
        at: null,
        who: '',
        what,
        parts: null,
        searched: what.toLowerCase(),
        mutation: null,
      }
    }
    const { op, user, by, at, content, mutation_id } = entry
    const record = fieldsOf<LedgerFactEntry['record']>(entry.record)
    // A voiding is not the work of whose fact it is.
    const author = op === 'void' ? fieldsOf<Voided>(voidingIn(content)).by : record.author
    const sender = user === author ? nameOf(author) : text.sentBy(nameOf(author), nameOf(user))
    const who = op === 'restore' && by === 'operator' ? text.operator : sender
    const what = entryWords(entry, facts.get(record._id), timeZone)
    if (op === 'create') facts.set(record._id, what)
    const searched = `${line.n} ${who} ${what}`.toLowerCase()
    const mutation = typeof mutation_id === 'string' ? mutation_id : null
    const moment = isoOf(at)
    const day = moment === null ? '' : formatDate(moment, timeZone)
    const parts = entryParts(entry, day)
    return { key, n: line.n, at: moment, who, what, parts, searched, mutation }
  }
}

/** Those that have every word, the newest first. */
export function found(entries: readonly ShownEntry[], typed: string): ShownEntry[] {
  const words = wordsOf(typed)
  return entries.filter(({ searched }) => words.every((word) => searched.includes(word))).toReversed()
}
