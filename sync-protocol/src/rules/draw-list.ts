import type { BalanceFacts, DrawFacts } from './balance-facts.ts'
import { type Hundredths, hundredthsOf } from './ledger-volume.ts'
import { sameSubstance, type Substance } from './substances.ts'
import type { TableEventOf } from './table-events.ts'

/**
 * The draws that a balance sheet of a substance can list (`spec 2 §2`): those that stand, in ml (tablets are none), of one day
 * when `day` (YYYY-MM-DD) is given.
 */
export function drawsOfSubstance<D extends DrawFacts>(
  draws: Iterable<D>,
  substance: Substance,
  day: string | null = null,
): D[] {
  const found: D[] = []
  for (const draw of draws) {
    if (draw.voided || draw.drug_form === 'TABLET') continue
    if (day !== null && draw.day !== day) continue
    if (sameSubstance(draw, substance)) found.push(draw)
  }
  return found
}

/** By date created, those of one instant by id. */
export function inOrderOfCreation<D extends Pick<DrawFacts, '_id' | 'date_created'>>(
  draws: readonly D[],
  descending: boolean,
): D[] {
  const ascending = [...draws].sort((a, b) =>
    a.date_created < b.date_created || (a.date_created === b.date_created && a._id < b._id) ? -1 : 1,
  )
  return descending ? ascending.reverse() : ascending
}

/** The number of an entry that is searched by no date. */
export const NO_NUMBER = -1

/**
 * The running number of the entry at `at` (0 first) of `total` (`spec 2 §3`): down from the total when descending, else up from
 * 1; only where the list was searched by date created with a query.
 */
export function runningNumber(at: number, total: number, descending: boolean, byDate: boolean): number {
  if (!byDate) return NO_NUMBER
  return descending ? total - at : at + 1
}

/** The number that a draw has in the list of its own day; the first draw, chosen before the day is set, gets it this way. */
export function numberInDay(draws: Iterable<DrawFacts>, draw: DrawFacts): number {
  const ofDay = inOrderOfCreation(drawsOfSubstance(draws, draw, draw.day), false)
  const at = ofDay.findIndex(({ _id }) => _id === draw._id)
  return at < 0 ? NO_NUMBER : runningNumber(at, ofDay.length, false, true)
}

/** How often each draw is used by the balance sheets that stand; a combined one does not count its rows a second time. */
export function usesOfDraws(balances: Iterable<BalanceFacts>): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { combined, voided, draw_ids } of balances) {
    if (combined || voided) continue
    for (const id of draw_ids) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return uses
}

/** What a draw takes from the bottle, in hundredths of a ml; null where a measured volume must be entered first. */
export function volumeOfDraw(draw: DrawFacts): Hundredths | null {
  const volume = hundredthsOf(draw.drug_volume)
  return draw.enter_measured_volume || volume <= 0 ? null : volume
}

/** A draw as the table takes it; `measured` (hundredths of a ml) replaces a volume too small to have been measured. */
export function fullDrawOf(
  draw: DrawFacts,
  procedureNumber: number,
  measured?: Hundredths,
): TableEventOf<'full_draw'> {
  const volume = measured ?? volumeOfDraw(draw)
  if (volume === null || volume <= 0) throw new RangeError('this draw has no measured volume')
  return {
    kind: 'full_draw',
    draw_id: draw._id,
    day: draw.day,
    title: draw.patient_name,
    description: draw.patient_id ?? '',
    species: draw.species,
    reason: draw.reason,
    volume,
    procedure_number: procedureNumber,
  }
}
