import type { SheetContent } from 'sync-protocol/records/sheet'
import type { OpenSheet } from './open-sheet.ts'

const told = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/** How many letters are typed, left out or changed between two names. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** A slip of the fingers, or a family name that was added. */
const isAlike = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one) || lettersApart(one, other) <= 2

/**
 * Whether the next patient was typed over a saved sheet: with quite another name and another weight. A name that was corrected is much
 * as it was, or comes with the same weight, a weight comes with the same name, and an ID is one patient's.
 */
export function isNextPatient(before: SheetContent, now: SheetContent): boolean {
  const [id, wasId] = [told(now.patient_id), told(before.patient_id)]
  if (now.species !== before.species) return true
  if (id !== '' && id === wasId) return false
  const sameWeight = now.weight === before.weight && now.weight_units === before.weight_units
  return !isAlike(told(now.name), told(before.name)) && !sameWeight
}

/**
 * The sheet as it is saved: for which patient of the day list, and which one it corrects, unless it is the next patient's by now.
 * `saved` reads a saved sheet; where it cannot be read the sheet is a correction, which holds up nothing (sync contract P8).
 */
export async function asCorrection(
  sheet: SheetContent,
  { again, draft }: Pick<OpenSheet, 'again' | 'draft'>,
  saved: (id: string) => Promise<SheetContent | null>,
): Promise<SheetContent> {
  const { corrects: _corrects, day_row: _row, ...rest } = sheet
  // As it stands at the press: somebody may have said that it is another patient's.
  const row = draft.day_row === undefined ? {} : { day_row: draft.day_row }
  const corrects = again === null ? sheet.corrects : again.corrects
  if (corrects === undefined) return { ...rest, ...row }
  const before = await saved(corrects).catch((error: unknown) => {
    console.error(error)
    return null
  })
  if (before !== null && /* @rule next-patient */ isNextPatient(before, sheet)) return rest
  return { ...rest, ...row, corrects }
}
