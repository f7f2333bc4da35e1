import type { SheetContent } from 'sync-protocol/records/sheet'
import type { RefusedSheet } from '../../data/drafts/refused-sheet.ts'

const told = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/**
 * Whether the next patient was typed over a saved sheet: with another name and another weight. A name that was corrected comes with
 * the same weight, a weight with the same name, and an ID is one patient's.
 */
export function isNextPatient(before: SheetContent, now: SheetContent): boolean {
  const [id, wasId] = [told(now.patient_id), told(before.patient_id)]
  if (now.species !== before.species) return true
  if (id !== '' && id === wasId) return false
  const sameWeight = now.weight === before.weight && now.weight_units === before.weight_units
  return told(now.name) !== told(before.name) && !sameWeight
}

/**
 * The sheet as it is saved: which one it corrects, unless it is the next patient's by now. `saved` reads a saved sheet; where it
 * cannot be read the sheet is a correction, which holds up nothing (sync contract P8).
 */
export async function asCorrection(
  sheet: SheetContent,
  again: RefusedSheet | null,
  saved: (id: string) => Promise<SheetContent | null>,
): Promise<SheetContent> {
  const { corrects: _corrects, ...rest } = sheet
  const corrects = again === null ? sheet.corrects : again.corrects
  if (corrects === undefined) return rest
  const before = await saved(corrects).catch((error: unknown) => {
    console.error(error)
    return null
  })
  if (before !== null && /* @rule next-patient */ isNextPatient(before, sheet)) return rest
  return { ...rest, corrects }
}
