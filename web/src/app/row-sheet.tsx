import { useStore } from 'zustand'
import { clinicOnPaper } from '../exports/clinic-on-paper.ts'
import { clinicSettings } from '../data/people/clinic-settings.ts'
import { SheetModal } from '../features/saved-sheets/sheet-modal.tsx'
import { ExportSettings } from '../features/sheet-export/export-settings.tsx'
import { usePerson } from '../records/use-person.ts'

interface RowSheetProps {
  id: string
  name: string
  onClose: () => void
}

/** What the sheet of a patient of the day's list was saved as. */
export function RowSheet(props: RowSheetProps) {
  const person = usePerson()
  const settings = useStore(clinicSettings)
  return (
    <SheetModal
      {...props}
      timeZone={person.time_zone}
      whose={clinicOnPaper(person, settings)}
      renderExport={(paper) => <ExportSettings paper={paper} />}
    />
  )
}
