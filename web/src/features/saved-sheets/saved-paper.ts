import type { SheetContent } from 'sync-protocol/records/sheet'
import { isExplained } from 'sync-protocol/rules/sheet-guard'
import type { LiveRecord } from '../../data/database/clinic-rows.ts'
import type { PaperClinic } from '../../exports/clinic-on-paper.ts'

/** A sheet as the export settings take it. */
export interface ExportPaper extends PaperClinic {
  sheet: SheetContent
  sheet_id: string
  author_name: string
  date_created: string
  pending?: boolean
  volumes_differ?: boolean
  dose_unexplained?: boolean
}

/** The paper of a saved sheet as this tablet has it. */
export function savedPaper(
  { _id, content: sheet, meta, flags, pending }: LiveRecord<'sheets'>,
  whose: PaperClinic,
): ExportPaper {
  const { author_name, date_created } = meta
  return {
    sheet,
    sheet_id: _id,
    author_name,
    date_created,
    ...whose,
    ...(pending && { pending: true }),
    ...(flags?.includes('volume_differs') && { volumes_differ: true }),
    // Known here before the server says so.
    ...((flags?.includes('dose_unexplained') || !isExplained(sheet)) && { dose_unexplained: true }),
  }
}
