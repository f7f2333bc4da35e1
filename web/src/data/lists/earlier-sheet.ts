import { beginningOf } from 'sync-protocol/records/sheet-id'
import { earlierSheet, sheetsOfDay, type SavedPatient } from 'sync-protocol/rules/earlier-weight'
import type { ListEntry } from './list-search.ts'

/** A patient whose sheet is being filled in. */
export interface OpenPatient extends Pick<SavedPatient, 'species' | 'name' | 'patient_id'> {
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  /** What this very sheet was saved as: it is not an earlier one. */
  saved_as: string | null
  /** The instant at which it was saved, where it was: what was saved after it is not earlier, on the same day either. */
  saved_at?: string
}

/** Looked at between two frames, on a tablet four times as slow as a desk's computer too. */
const PIECE = 2000
const NO_SPECIES = -1

type Known = SavedPatient & Pick<ListEntry, '_id'>

function knownOf({ _id, species, name, patient_id, day, date_created, voided }: ListEntry): Known {
  return { _id, species: species[0] ?? NO_SPECIES, name, patient_id, day, date_created, voided }
}
const pause = () => new Promise((over) => setTimeout(over))

/** The last sheet of this patient by the list of all sheets in memory, its id; null when there is none. */
export async function earlierSheetIn(
  entries: readonly ListEntry[],
  patient: OpenPatient,
): Promise<string | null> {
  let last: Known | null = null
  for (let from = 0; from < entries.length; from += PIECE) {
    if (from > 0) await pause()
    const others = entries
      .slice(from, from + PIECE)
      .filter(({ _id }) => /* @rule earlier-not-itself */ _id !== patient.saved_as)
      .filter(
        ({ date_created }) =>
          patient.saved_at === undefined || /* @rule earlier-saved-before */ date_created < patient.saved_at,
      )
    const known = others.map(knownOf)
    last = earlierSheet(patient, last === null ? known : [last, ...known], patient.day)
  }
  return last?._id ?? null
}

/** A patient whose sheet is about to be saved. */
interface SavingPatient extends Pick<SavedPatient, 'species' | 'name' | 'day'> {
  patient_id?: string | undefined
  /** The open sheet, and the sheet that it is again: what either is saved as is not another one. */
  own: readonly string[]
}

/**
 * The sheets of the day that are this patient's already by the list of all sheets in memory, the last saved first. Sheets
 * of other days are passed over before anything else, so all are looked at within one frame.
 */
export function sheetsOfDayIn(
  entries: readonly ListEntry[],
  patient: SavingPatient,
): { by: 'id' | 'name'; ids: readonly string[] } {
  const own = new Set(patient.own.map(beginningOf))
  const others = entries.filter(
    ({ _id, day }) => day === patient.day && /* @rule saved-not-itself */ !own.has(beginningOf(_id)),
  )
  const { by, sheets } = sheetsOfDay(patient, others.map(knownOf), patient.day)
  return { by, ids: sheets.map(({ _id }) => _id) }
}
