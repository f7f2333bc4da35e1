import { useLiveQuery } from 'dexie-react-hooks'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sectionClasses } from '../../data/view/library-sections.ts'
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
  const classes = useLiveQuery(sectionClasses)
  const weight = useSheetWeight(_id)
  return <SheetView sheet={sheet} preparer={preparer} weight={weight} classes={classes} />
}
