import { useLiveQuery } from 'dexie-react-hooks'
import { isOfRow } from 'sync-protocol/rules/row-weight'
import { currentClinic } from '../../data/people/session.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { announce } from '../../ui/announcement.ts'
import { Button } from '../../ui/button.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { rowLeft } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText as text } from './sheet-text.ts'

/** The name of the row that the sheet was begun for, where the sheet has another one by now; null where it has not. */
export function useRowOfOther(): string | null {
  const { day_row: id, species, name, patient_id } = useSheet(({ sheet }) => sheet.draft)
  const row = useLiveQuery(async () => (id === undefined ? undefined : dayRow(currentClinic(), id)), [id])
  if (row === undefined || id === undefined || `${name}${patient_id}`.trim() === '') return null
  return isOfRow({ species, name, patient_id }, row.content) ? null : row.content.name
}

/**
 * Above YES and NO: whom the day list will call drawn, where the sheet has another name by now. A name that was corrected is the
 * same patient; of one that was typed over, the patient before still waits for drugs.
 */
export function RowOfOther() {
  const session = useSession()
  const name = useRowOfOther()
  if (name === null) return null
  return (
    <div className="row-of-other">
      <GuardLines findings={[{ level: 'amber', words: text.rowOfOther(name) }]} />
      <Button
        onClick={() => {
          session.update(rowLeft)
          announce(text.rowLeft(name))
        }}
      >
        {text.rowLeave}
      </Button>
    </div>
  )
}
