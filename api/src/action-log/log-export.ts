import { localDay } from 'sync-protocol/rules/local-day'
import type { LogEntry, LogFilter } from 'sync-protocol/wire/action-log'
import { exportText as text } from './action-log-text.ts'
import { BYTE_ORDER_MARK, csvRow } from './csv.ts'
import type { LogReadingStore } from './log-reading-store.ts'

const ENTRIES_AT_ONCE = 2000

/** MM/DD/YYYY, or with dots in a file's name (`spec 1 §9`). */
const usDay = (day: string, sign: '/' | '.') =>
  day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, `$2${sign}$3${sign}$1`)

/** Instants as a clinic's clock shows them, MM/DD/YYYY HH:MM:SS: a form that a spreadsheet takes for a date. */
function localTime(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (instant) => format.format(new Date(instant)).replace(', ', ' ')
}

/** The whole log that a filter means as pieces of a CSV file, newest first, as it was when the export began. */
export async function* exportedLog(
  store: Pick<LogReadingStore, 'page'>,
  orgId: string,
  filter: LogFilter,
  timeZone: string,
  now: Date,
): AsyncGenerator<string> {
  const local = localTime(timeZone)
  const row = ({ at, received_at, user_name, org_name, message }: LogEntry) =>
    csvRow([local(at), at, received_at, user_name, org_name, message])
  yield BYTE_ORDER_MARK + csvRow(text.columns(timeZone))
  for (let cursor: string | null | undefined; cursor !== null;) {
    const reading = { cursor, received_until: now.toISOString(), limit: ENTRIES_AT_ONCE }
    const page = await store.page(orgId, filter, timeZone, reading)
    if (page.entries.length > 0) yield page.entries.map(row).join('')
    cursor = page.cursor
  }
}

/** The file's name says which days it holds. */
export async function exportName(
  store: Pick<LogReadingStore, 'oldest'>,
  orgId: string,
  { from, to }: LogFilter,
  timeZone: string,
  now: Date,
): Promise<string> {
  const today = localDay(now.toISOString(), timeZone)
  const oldest = from ?? localDay((await store.oldest(orgId)) ?? now.toISOString(), timeZone)
  return text.fileName(usDay(oldest, '.'), usDay(to ?? today, '.'))
}

/** What the log says of this export. */
export function exportMessage({ search = '', from, to }: LogFilter, person: string | undefined): string {
  return text.exported([
    ...(person === undefined ? [] : [text.person(person)]),
    ...(from === undefined ? [] : [text.from(usDay(from, '/'))]),
    ...(to === undefined ? [] : [text.to(usDay(to, '/'))]),
    ...(search.trim() === '' ? [] : [text.words(search.trim())]),
  ])
}
