import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { Discrepancy } from 'sync-protocol/rules/discrepancies'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { discrepanciesText as text } from './discrepancies-text.ts'

export const daysOfFacts = ({ date_start, date_end }: BalanceFacts): string =>
  substanceText.days(formatDate(date_start), formatDate(date_end))

/** Which sheet, and what it says is left. */
export function sheetWords(facts: BalanceFacts | undefined): string {
  if (facts === undefined) return ''
  const author = facts.author_name.toUpperCase()
  const days = daysOfFacts(facts)
  return facts.closing === undefined
    ? text.sheetUnclosed(days, author)
    : text.sheet(days, author, formatNumber(facts.closing.balance))
}

function drawWords({ draws }: Discrepancies, id: string): string {
  const draw = draws.get(id)
  return draw === undefined
    ? text.unknownDraw
    : text.draw(formatNumber(draw.drug_volume), draw.patient_name, formatDate(draw.day))
}

/** What a sheet's own card says of it. */
export function wordsOnCard(one: Discrepancy, discrepancies: Discrepancies): string[] {
  if (!('with' in one)) return [wordsOfGroup(one, discrepancies)]
  return one.with.map((id) => {
    const other = sheetWords(discrepancies.sheets.get(id))
    if (one.kind === 'same_previous') return text.samePrevious(other)
    if (one.kind === 'same_bottle') return text.sameBottle(one.bottle_number, other)
    return text.drawInTwo(drawWords(discrepancies, one.draw_id), other)
  })
}

/** What is said of all sheets of a group at once. */
export function wordsOfGroup(one: Discrepancy, discrepancies: Discrepancies): string {
  if (one.kind === 'voided_draw') return text.voidedDraw(drawWords(discrepancies, one.draw_id))
  if (one.kind === 'draw_in_two') return text.drawInThese(drawWords(discrepancies, one.draw_id))
  if (one.kind === 'same_bottle') return text.sameBottleOf(one.bottle_number)
  const previous = discrepancies.sheets.get(one.previous_id)
  if (one.kind === 'other_opening') return text.otherOpening(formatNumber(one.opening), sheetWords(previous))
  if (one.kind === 'voided_previous')
    return previous === undefined ? text.voidedPreviousUnknown : text.voidedPrevious(sheetWords(previous))
  return previous === undefined ? text.samePreviousUnknown : text.samePreviousOf(sheetWords(previous))
}

const TO_DO: Readonly<Record<Discrepancy['kind'], string>> = {
  same_previous: text.doSamePrevious,
  same_bottle: text.doSamePrevious,
  voided_previous: text.doVoidedPrevious,
  other_opening: text.doOtherOpening,
  draw_in_two: text.doDrawInTwo,
  voided_draw: text.doVoidedDraw,
}

/** What to do about them, each advice once. */
export const adviceFor = (found: readonly Discrepancy[]): string[] => [
  ...new Set(found.map(({ kind }) => TO_DO[kind])),
]
