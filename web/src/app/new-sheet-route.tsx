import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { NewSheetScreen } from '../features/new-sheet/new-sheet-screen.tsx'
import { WeightWarning } from '../features/new-sheet/weight-guard.tsx'
import { startIn } from '../paths.ts'
import { ExportWindow } from '../features/sheet-export/export-window.tsx'

const SavedSheetView = lazy(async () => {
  const { SavedSheetView: View } = await import('../features/saved-sheets/saved-sheet-view.tsx')
  return { default: View }
})

const SheetLabels = lazy(async () => {
  const { SheetLabels: Labels } = await import('./sheet-labels.tsx')
  return { default: Labels }
})

/** Where the open sheet, its labels, its export window and what it was saved as meet. */
export function NewSheetRoute() {
  const { key, state } = useLocation()
  const [begun, setBegun] = useState(key)
  // A patient who is chosen over an open sheet begins another one.
  if (startIn(state) !== undefined && key !== begun) setBegun(key)
  return (
    <NewSheetScreen
      key={begun}
      renderExport={(window) => <ExportWindow {...window} warning={<WeightWarning />} />}
      renderLabels={(labels) => (
        <Suspense fallback={null}>
          <SheetLabels {...labels} />
        </Suspense>
      )}
      renderSaved={(saved) => (
        <Suspense fallback={null}>
          <SavedSheetView {...saved} />
        </Suspense>
      )}
    />
  )
}
