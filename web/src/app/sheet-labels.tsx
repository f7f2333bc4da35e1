import { useLiveQuery } from 'dexie-react-hooks'
import { currentClinic } from '../data/database/signed-in.ts'
import { dayRow, rowsOfDay } from '../data/view/day-rows.ts'
import { lineOf } from '../features/day/labels-of.ts'
import { LabelsModal } from '../features/day/labels-modal.tsx'
import { rowOfSheet } from '../features/day/row-of-sheet.ts'
import type { LabelsWindow } from '../features/new-sheet/new-sheet-screen.tsx'
import { usePerson } from '../records/use-person.ts'
import { useToday } from '../records/use-today.ts'

const NONE: ReadonlySet<string> = new Set()

/** The labels of an open sheet, as the day list makes them: with the number by which the patient is called on that list. */
export function SheetLabels({ id, draft, onClose }: LabelsWindow) {
  const today = useToday(usePerson().time_zone)
  const { day_row: listed } = draft
  const place = useLiveQuery(async () => {
    const found = listed === undefined ? undefined : await dayRow(currentClinic(), listed)
    if (found === undefined) return { day: today, line: '' }
    const { day } = found.content
    const all = await rowsOfDay(currentClinic(), day)
    return { day, line: lineOf(all, all.find(({ _id }) => _id === listed) ?? found) }
  }, [listed, today])
  if (place === undefined) return null
  const { row, sheets } = rowOfSheet(id, draft, place)
  return (
    <LabelsModal day={place.day} rows={[row]} contested={NONE} sheets={sheets} only={id} onClose={onClose} />
  )
}
