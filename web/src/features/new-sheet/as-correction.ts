import type { SheetContent } from 'sync-protocol/records/sheet'
import type { OpenSheet } from './open-sheet.ts'

/** The sheet as it is saved: for which patient of the day list, and which one it corrects. */
export function asCorrection(
  sheet: SheetContent,
  { again, draft }: Pick<OpenSheet, 'again' | 'draft'>,
): SheetContent {
  const { corrects: _corrects, day_row: _row, ...rest } = sheet
  const corrects = again === null ? sheet.corrects : again.corrects
  return {
    ...rest,
    // As it stands at the press: somebody may have said that it is another patient's.
    ...(draft.day_row !== undefined && { day_row: draft.day_row }),
    ...(corrects !== undefined && { corrects }),
  }
}
