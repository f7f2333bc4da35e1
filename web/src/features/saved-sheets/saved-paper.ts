import type { SheetContent } from 'sync-protocol/records/sheet'
import { saidWeight } from 'sync-protocol/rules/dose'
import { isExplained } from 'sync-protocol/rules/sheet-guard'
import type { LiveRecord } from '../../data/database/clinic-rows.ts'
import type { PaperClinic } from '../../exports/clinic-on-paper.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

/** A sheet as the export settings take it. */
export interface ExportPaper extends PaperClinic {
  sheet: SheetContent
  sheet_id: string
  author_name: string
  date_created: string
  pending?: boolean
  volumes_differ?: boolean
  dose_unexplained?: boolean
  corrected?: string
}

/** With which weight, and when, a sheet was corrected: as its paper says it. */
export function correctedWords({ content, meta }: LiveRecord<'sheets'>, timeZone: string): string {
  const { weight, weight_units, estimated = false } = content
  const [said = ''] = saidWeight(formatNumber(weight), weight_units, estimated) ?? []
  return text.correctedWith(said, formatDateTime(meta.date_created, timeZone))
}

/** The paper of a saved sheet as this tablet has it. */
export function savedPaper(
  { _id, content: sheet, meta, flags, pending }: LiveRecord<'sheets'>,
  whose: PaperClinic,
  corrected?: string,
): ExportPaper {
  const { author_name, date_created } = meta
  return {
    sheet,
    sheet_id: _id,
    author_name,
    date_created,
    ...whose,
    ...(corrected !== undefined && { corrected }),
    ...(pending && { pending: true }),
    ...(flags?.includes('volume_differs') && { volumes_differ: true }),
    // Known here before the server says so.
    ...((flags?.includes('dose_unexplained') || !isExplained(sheet)) && { dose_unexplained: true }),
  }
}
