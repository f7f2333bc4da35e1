import { Banner } from '../../ui/banner.tsx'
import { stillToSay } from './next-patient.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

/** Says what of the last sheet, or of the copied one, could not stay as it was. */
export function LibraryChanges() {
  const session = useSession()
  const found = useSheet(({ libraryChanges }) => libraryChanges)
  const sheet = useSheet((state) => state.sheet)
  const changes = stillToSay(found, sheet)
  if (changes.length === 0) return null
  return (
    <Banner
      kind="attention"
      title={sheet.draft.copied_from === undefined ? sheetText.libraryChanged : sheetText.libraryChangedSince}
      onDismiss={() => session.dismissLibraryChanges()}
    >
      {changes.map(({ field, name, became }) => (
        <div key={field}>{sheetText.became[became](name)}</div>
      ))}
    </Banner>
  )
}
