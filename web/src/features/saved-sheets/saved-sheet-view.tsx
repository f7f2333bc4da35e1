import { useLiveQuery } from 'dexie-react-hooks'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sectionClasses } from '../../data/view/library-sections.ts'
import './saved-sheets.css'
import { SheetView } from './sheet-view.tsx'

/** A saved sheet in the place of the open one that it was. */
export function SavedSheetView({ sheet, preparer }: { sheet: SheetContent; preparer: string }) {
  const classes = useLiveQuery(sectionClasses)
  return <SheetView sheet={sheet} preparer={preparer} classes={classes} />
}
