import { isOffered } from '../features/new-sheet/earlier-draft.ts'
import { useOpenSheets } from '../features/new-sheet/sheet-at-hand.ts'
import { OpenSheetChoices, SavedSheetChoices, type ChooseSheet } from '../records/open-sheet-choices.tsx'

interface OtherSheetsProps {
  userId: string
  /** The sheet at hand, which is offered by itself. */
  own: string | null
  onChoose: ChooseSheet
}

/** Patients of other sheets: open ones of the signed-in person and of colleagues, and saved ones. */
export function OtherSheets({ userId, own, onChoose }: OtherSheetsProps) {
  const open = (useOpenSheets(userId) ?? []).filter((one) => one.id !== own && isOffered(one))
  return (
    <>
      <OpenSheetChoices sheets={open} onChoose={onChoose} />
      <SavedSheetChoices onChoose={onChoose} />
    </>
  )
}
