import type { TableEventOf } from 'sync-protocol/rules/table-events'

/** The steps of the flow by their numbers (`spec 2 §2`). */
export const STEP = {
  substance: 1,
  previousBalance: 2,
  fullDraw: 3,
  volumeForm: 4,
  editDraw: 5,
  resetTable: 6,
  saved: 7,
} as const

export type FullDraw = TableEventOf<'full_draw'>

/** What stands over the table. Steps 4 and 5 show the form that is kept with the table. */
export type CreateModal =
  | { step: 1 | 3 | 6 }
  /** `below`: the balance would be below zero, which is asked first. */
  | { step: 2; below?: true }
  | { step: 4; below: boolean }
  /** `far`: the volume is far from the draw's record, which is asked about. */
  | { step: 5; far?: true }
  /** SAVE AND EXPORT while a balance is below zero. */
  | { step: 7; ask: true }
  /** Blank sheets, over whatever was open. */
  | { step: 'blanks'; over: CreateModal | null }
