import type { SheetContent } from 'sync-protocol/records/sheet'
import { useSectionClasses } from '../../records/use-section-classes.ts'
import { useSheetWeight } from '../../records/use-sheet-weight.ts'
import './saved-sheets.css'
import { SheetView } from './sheet-view.tsx'

interface SavedSheetViewProps {
  _id: string
  sheet: SheetContent
  preparer: string
}

/** A saved sheet in the place of the open one that it was. */
export function SavedSheetView({ _id, sheet, preparer }: SavedSheetViewProps) {
  const classes = useSectionClasses()
  const weight = useSheetWeight(_id)
  return <SheetView sheet={sheet} preparer={preparer} weight={weight} classes={classes} />
}
