import { EqualApproximately } from 'lucide-react'
import { estimatedPressed } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import './estimated-button.css'

/** That nobody weighed this patient; beside the units, and off for each new patient. */
export function EstimatedButton() {
  const session = useSession()
  const estimated = useSheet(({ sheet }) => sheet.draft.estimated === true)
  return (
    <div className="estimated">
      <button
        type="button"
        className="unit-button estimated-button"
        aria-pressed={estimated}
        onClick={() => session.update(estimatedPressed)}
      >
        <EqualApproximately aria-hidden />
        <span className="estimated-word">{sheetText.estimated}</span>
      </button>
    </div>
  )
}
