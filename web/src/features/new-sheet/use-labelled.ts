import { useState } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import { numberOf, numberText } from 'sync-protocol/rules/number-input'
import { newId } from '../../data/database/ids.ts'
import { printedForAnother } from '../../data/database/label-prints.ts'
import { useLabelPrints } from '../../records/use-label-prints.ts'
import { codeSheetOf } from './sheet-at-hand.ts'
import { useSession, useSheet } from './session-context.ts'

interface Labelled {
  /** As what the labels of this sheet are counted. */
  id: string
  draft: SheetDraft
  /** The other weight for which its labels were printed here. */
  printedFor: string | undefined
}

export function useLabelled(): Labelled {
  const session = useSession()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const saved = useSheet(({ sheet }) => sheet.saved)
  const prints = useLabelPrints()
  const sheets = useSheet((state) => state.sheets)
  const [visit] = useState(newId)
  const own = session.draftId() ?? saved?.sheetId
  // What was saved and is corrected has the labels of before on its syringes.
  const first = draft.saved_as === null ? own : codeSheetOf(draft.saved_as)
  const id = draft.day_row ?? (first === undefined ? `${visit}/${sheets}` : beginningOf(first))
  const weight = readWeight(draft.weight)
  const units = draft.weight_units
  const now = weight === null || units === '-' ? undefined : `${numberText(numberOf(weight))} ${units}`
  return { id, draft, printedFor: printedForAnother(prints, id, now) }
}
