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

/** A slip of the fingers, or a family name that was added. Of short names, such as Luna and Lola, two letters make another. */
function isAlike(one: string, other: string): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true
  return lettersApart(one, other) <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3))
}

/** What two sheets tell of whose they are. */
function compared(before: SheetContent, now: SheetContent) {
  const [id, wasId] = [told(now.patient_id), told(before.patient_id)]
  return {
    species: now.species === before.species,
    sameId: id !== '' && id === wasId,
    otherId: id !== '' && wasId !== '' && id !== wasId,
    sameName: told(now.name) === told(before.name),
    alike: isAlike(told(now.name), told(before.name)),
    weight: now.weight === before.weight && now.weight_units === before.weight_units,
  }
}

/** Whether a sheet that was saved may be another patient's by now: it has another species, ID or name. */
export function mayBeNextPatient(before: SheetContent, now: SheetContent): boolean {
  const { species, sameId, otherId, alike } = compared(before, now)
  return !species || otherId || (!sameId && !alike)
}

/**
 * Whether the next patient was most likely typed over a saved sheet: with quite another name and another weight, or with another ID
 * and one of the two. A name that was corrected comes with the same weight, a weight with the same name.
 */
export function isNextPatient(before: SheetContent, now: SheetContent): boolean {
  const { species, otherId, sameName, alike, weight } = compared(before, now)
  if (!mayBeNextPatient(before, now)) return false
  return !species || (otherId && !(sameName && weight)) || (!alike && !weight)
}

/** As `isNextPatient`, where nobody said whose it is. */
export const isOfAnother = (before: SheetContent, now: SheetContent, said: boolean | null): boolean =>
  mayBeNextPatient(before, now) && /* @rule said-whose */ (said ?? isNextPatient(before, now))

/**
 * The sheet as it is saved: for which patient of the day list, and which one it corrects, unless it is another patient's by now.
 * `saved` reads a saved sheet; where it cannot be read the sheet is a correction, which holds up nothing (sync contract P8).
 */
export async function asCorrection(
  sheet: SheetContent,
  { again, draft, isOther }: Pick<OpenSheet, 'again' | 'draft' | 'isOther'>,
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
  if (before !== null && /* @rule next-patient */ isOfAnother(before, sheet, isOther)) return rest
  return { ...rest, ...row, corrects }
}
