import type { BalanceFacts } from './balance-facts.ts'
import { asksReason } from './adjustments.ts'
import { hundredthsOf } from './ledger-volume.ts'
import { substanceKey } from './substances.ts'

/** What people must look at about a balance sheet that stands (sync contract M8); nothing of it is ever refused. */
export type Discrepancy =
  /** The same draw was entered into other sheets too. */
  | { kind: 'draw_in_two'; draw_id: string; with: readonly string[] }
  /** Other sheets started from the same previous balance. */
  | { kind: 'same_previous'; previous_id: string; with: readonly string[] }
  /** Other sheets began with the same bottle, and like this one go on from none. */
  | { kind: 'same_bottle'; bottle_number: string; with: readonly string[] }
  /** A draw that it cites was voided. */
  | { kind: 'voided_draw'; draw_id: string }
  /** The sheet that it went on from was voided. */
  | { kind: 'voided_previous'; previous_id: string }
  /** It opens with another balance (ml) than the sheet that it went on from closed with, and says no reason. */
  | { kind: 'other_opening'; previous_id: string; opening: number }

/** What was voided, by ids. */
export interface VoidedFacts {
  draws: ReadonlySet<string>
  /** But those that a combined sheet stands for. */
  sheets: ReadonlySet<string>
}

/** Where a sheet begins: with its previous sheet, or with its bottle where it goes on from none. */
export function startsOf(
  sheet: Pick<BalanceFacts, 'previous_id' | 'first_bottle' | 'drug_name' | 'drug_concentration'>,
): string[] {
  const { previous_id, first_bottle } = sheet
  if (previous_id !== undefined) return [previous_id]
  const bottle = first_bottle.trim().normalize('NFC').toLowerCase()
  return bottle === '' ? [] : [`${bottle}/${substanceKey(sheet)}`]
}

type Opening = Pick<BalanceFacts, 'combined' | 'opening' | 'closing'>

/**
 * The balance that a sheet opens with, where it is another than the one of the sheet before it by more than is let go without a
 * reason. Since the difference is a row of its own, no sheet of the app does; older ones and those of calls may.
 */
export function otherOpening({ combined, opening }: Opening, previous: Opening | undefined): number | null {
  if (combined || previous === undefined || previous.combined) return null
  if (opening === undefined || previous.closing === undefined) return null
  return asksReason(hundredthsOf(opening) - hundredthsOf(previous.closing.balance), 0) ? opening : null
}

/** The voided sheets that no combined one stands for. */
export function voidedSheetsOf(
  balances: Iterable<Pick<BalanceFacts, '_id' | 'voided' | 'combined_ids'>>,
): Set<string> {
  const gone = new Set<string>()
  const stoodFor: string[] = []
  for (const { _id, voided, combined_ids } of balances) {
    if (voided) gone.add(_id)
    else stoodFor.push(...(combined_ids ?? []))
  }
  for (const id of stoodFor) gone.delete(id)
  return gone
}

/** The sheets under each key, each sheet once. */
function gathered(
  balances: readonly BalanceFacts[],
  keysOf: (sheet: BalanceFacts) => readonly string[],
): Map<string, string[]> {
  const sheets = new Map<string, string[]>()
  for (const sheet of balances) {
    for (const key of new Set(keysOf(sheet))) {
      const found = sheets.get(key)
      if (found) found.push(sheet._id)
      else sheets.set(key, [sheet._id])
    }
  }
  return sheets
}

/**
 * What is to be pointed out, by balance sheet; voided ones do not count. Those combined from others repeat what these say, so
 * that only a voided draw is pointed out on them: they may outlive their sheets. Sheets of which nothing is to be said are
 * left out.
 */
export function findDiscrepancies(
  balances: Iterable<BalanceFacts>,
  gone: VoidedFacts,
): Map<string, Discrepancy[]> {
  const notVoided = [...balances].filter(({ voided }) => !voided)
  const first = notVoided.filter(({ combined }) => !combined)
  const byDraw = gathered(first, ({ draw_ids }) => draw_ids)
  const byStart = gathered(first, (sheet) => startsOf(sheet))
  const others = (sheets: readonly string[] | undefined, own: string) =>
    (sheets ?? []).filter((id) => id !== own)
  const byId = new Map(first.map((sheet) => [sheet._id, sheet]))
  const all = new Map<string, Discrepancy[]>()
  for (const sheet of notVoided) {
    const { _id, combined, draw_ids, previous_id, first_bottle } = sheet
    const found: Discrepancy[] = []
    const siblings = combined ? [] : startsOf(sheet).flatMap((start) => others(byStart.get(start), _id))
    if (siblings.length > 0) {
      found.push(
        previous_id === undefined
          ? { kind: 'same_bottle', bottle_number: first_bottle.trim(), with: siblings }
          : { kind: 'same_previous', previous_id, with: siblings },
      )
    }
    if (!combined && previous_id !== undefined && gone.sheets.has(previous_id))
      found.push({ kind: 'voided_previous', previous_id })
    const opening = previous_id === undefined ? null : otherOpening(sheet, byId.get(previous_id))
    if (previous_id !== undefined && opening !== null)
      found.push({ kind: 'other_opening', previous_id, opening })
    for (const draw_id of new Set(draw_ids)) {
      const with_ = combined ? [] : others(byDraw.get(draw_id), _id)
      if (with_.length > 0) found.push({ kind: 'draw_in_two', draw_id, with: with_ })
      if (gone.draws.has(draw_id)) found.push({ kind: 'voided_draw', draw_id })
    }
    if (found.length > 0) all.set(_id, found)
  }
  return all
}
