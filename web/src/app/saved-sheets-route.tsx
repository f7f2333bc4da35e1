import { SavedSheetsScreen } from '../features/saved-sheets/saved-sheets-screen.tsx'
import { ExportSettings } from '../features/sheet-export/export-settings.tsx'

/** Where saved sheets and their export settings meet. */
export function SavedSheetsRoute() {
  return <SavedSheetsScreen renderExport={(paper) => <ExportSettings paper={paper} />} />
}
