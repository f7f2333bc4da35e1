import { lazy, Suspense } from 'react'
import { DayScreen } from '../features/day/day-screen.tsx'

const RowSheet = lazy(async () => {
  const { RowSheet: Sheet } = await import('./row-sheet.tsx')
  return { default: Sheet }
})

/** Where the list of a day and its saved sheets meet. */
export function DayRoute() {
  return (
    <DayScreen
      renderSheet={(sheet) => (
        <Suspense fallback={null}>
          <RowSheet {...sheet} />
        </Suspense>
      )}
    />
  )
}
