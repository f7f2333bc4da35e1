import { lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./chart-dialog.tsx')).ChartDialog }))

interface SubstanceChartProps {
  onClose: () => void
}

/** The chart comes in a chunk of its own, with the library that draws it. */
export const SubstanceChart = (props: SubstanceChartProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
