import { NewSheetScreen } from '../features/new-sheet/new-sheet-screen.tsx'
import { ExportWindow } from '../features/sheet-export/export-window.tsx'

/** Where the open sheet and its export window meet. */
export function NewSheetRoute() {
  return <NewSheetScreen renderExport={(window) => <ExportWindow {...window} />} />
}
