import { lazy, Suspense } from 'react'
import { NewSheetScreen } from '../features/new-sheet/new-sheet-screen.tsx'
import { WeightWarning } from '../features/new-sheet/weight-guard.tsx'
import { ExportWindow } from '../features/sheet-export/export-window.tsx'

const SavedSheetView = lazy(async () => {
  const { SavedSheetView: View } = await import('../features/saved-sheets/saved-sheet-view.tsx')
  return { default: View }
})

/** Where the open sheet, its export window and what it was saved as meet. */
export function NewSheetRoute() {
  return (
    <NewSheetScreen
      renderExport={(window) => <ExportWindow {...window} warning={<WeightWarning />} />}
      renderSaved={(saved) => (
        <Suspense fallback={null}>
          <SavedSheetView {...saved} />
        </Suspense>
      )}
    />
  )
}
