import type { BalanceRow } from '../records/balance.ts'
import { hundredthsIn } from './bottle-state.ts'
import { type CombineSource, inCombineOrder } from './combine-order.ts'
import type { Hundredths } from './ledger-volume.ts'
import { rowWords } from './table-entry.ts'

/** One step of a substance's balance. */
export interface SeriesPoint {
  /** Days since 1970-01-01 of the clinic's calendar; the rows of one day follow each other within it. */
  at: number
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  kind: 'opening' | 'draw' | 'bottle' | 'adjustment'
  /** added - used + adjusted, in hundredths of a ml; of an opening what lies between it and the balance before. */
  change: Hundredths
  /** What is left afterwards, in hundredths of a ml. */
  balance: Hundredths
  bottle_number: string
  /** The patient, or the row's own words. */
  title: string
  /** Why it was adjusted, or what the draw was for; '' where nobody said. */
  reason: string
  sheet_id: string
  /** Of its sheet as it is stored, 1 first. */
  page: number
  /** The rest of the draw before it, from a new bottle: no draw of its own. */
  remainder?: true
}

/** What was drawn in a week. */
export interface WeekOfUse {
  /** Its Monday, YYYY-MM-DD. */
  monday: string
  /** In hundredths of a ml. */
  used: Hundredths
}

export interface SubstanceSeries {
  points: SeriesPoint[]
  /** From the first week to the last, those without a draw too. */
  weeks: WeekOfUse[]
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** 1970-01-01 was a Thursday. */
const MONDAY_BEFORE_1970 = -3

/** Days since 1970-01-01 of a calendar day, YYYY-MM-DD. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The calendar day, YYYY-MM-DD, of a number of days since 1970-01-01; a part of a day counts for its day. */
export const dayOfNumber = (days: number): string =>
  new Date(Math.floor(days) * DAY_MS).toISOString().slice(0, 10)

/** The Monday on or before `day`. */
export function mondayOf(day: string): string {
  const days = dayNumber(day)
  const since = (((days - MONDAY_BEFORE_1970) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS
  return dayOfNumber(days - since)
}

type Step = Omit<SeriesPoint, 'at'> & { used: Hundredths }

/** An adjustment says its difference, and after that why. */
function reasonOf({ kind, reason, description, adjusted }: BalanceRow): string {
  if (kind === 'draw') return reason
  if (kind !== 'adjustment') return ''
  const difference = rowWords.difference(hundredthsIn(adjusted) ?? 0)
  if (description === difference) return ''
  const lead = `${difference}: `
  return description.startsWith(lead) ? description.slice(lead.length) : description
}

function stepOf(
  row: BalanceRow,
  { sheet, page }: { sheet: CombineSource; page: number },
  before: Hundredths | null,
): Step | null {
  const { kind, bottle_number, title } = row
  if (kind === 'carried' || kind === 'empty') return null
  const balance = hundredthsIn(row.balance) ?? 0
  // A sheet that goes on where the one before it ended makes no step.
  if (kind === 'opening' && balance === before) return null
  const used = hundredthsIn(row.used) ?? 0
  const change =
    kind === 'opening'
      ? balance - (before ?? 0)
      : (hundredthsIn(row.added) ?? 0) - used + (hundredthsIn(row.adjusted) ?? 0)
  const day = row.date === '' ? sheet.content.date_start : row.date
  const rest = row.remainder === true ? { remainder: true as const } : {}
  const said = { bottle_number, title, reason: reasonOf(row) }
  return { day, kind, change, balance, ...said, sheet_id: sheet._id, page, used, ...rest }
}

function weeksOf(steps: readonly Step[]): WeekOfUse[] {
  const used = new Map<string, Hundredths>()
  for (const step of steps) {
    const monday = mondayOf(step.day)
    used.set(monday, (used.get(monday) ?? 0) + step.used)
  }
  const mondays = [...used.keys()].sort((a, b) => (a < b ? -1 : 1))
  const [first, last] = [mondays[0], mondays.at(-1)]
  const weeks: WeekOfUse[] = []
  if (first === undefined || last === undefined) return weeks
  for (let at = dayNumber(first); at <= dayNumber(last); at += WEEK_DAYS) {
    const monday = dayOfNumber(at)
    weeks.push({ monday, used: used.get(monday) ?? 0 })
  }
  return weeks
}

/**
 * The balance of one substance over time, and its use per week, from its balance sheets: those of one day in the order of their
 * chain (`previous_id`), their rows as they were recorded. Give neither combined sheets nor voided ones: their rows are others'.
 */
export function seriesOf(sheets: readonly CombineSource[]): SubstanceSeries {
  const steps: Step[] = []
  for (const sheet of inCombineOrder(sheets)) {
    for (const [at, rows] of sheet.content.pages.entries()) {
      for (const row of rows) {
        const step = stepOf(row, { sheet, page: at + 1 }, steps.at(-1)?.balance ?? null)
        if (step !== null) steps.push(step)
      }
    }
  }
  const ofDay = new Map<string, number>()
  for (const { day } of steps) ofDay.set(day, (ofDay.get(day) ?? 0) + 1)
  const placed = new Map<string, number>()
  let latest = -Infinity
  const points = steps.map((step): SeriesPoint => {
    const { used: _used, ...point } = step
    const { day } = point
    const before = placed.get(day) ?? 0
    placed.set(day, before + 1)
    // A sheet of several days may reach past the first day of the next one; the order of the chain is kept.
    latest = Math.max(latest, dayNumber(day) + before / (ofDay.get(day) ?? 1))
    return { at: latest, ...point }
  })
  return { points, weeks: weeksOf(steps) }
}

/**
 * What happened from the week of `from` on (YYYY-MM-DD), whole weeks, so that steps and use tell of the same days; with the last
 * step before it, so that the balance has a beginning.
 */
export function seriesSince({ points, weeks }: SubstanceSeries, from: string): SubstanceSeries {
  const since = mondayOf(from)
  const first = points.findIndex(({ day }) => day >= since)
  const kept = first < 0 ? points.slice(-1) : points.slice(Math.max(0, first - 1))
  return { points: kept, weeks: weeks.filter(({ monday }) => monday >= since) }
}
