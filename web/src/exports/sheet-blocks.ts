import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { type Block, BLOCK_HEIGHT, INJECTION_COLUMN } from 'sync-protocol/rules/pagination'
import { CODE_ROWS_MAX, type CodeRow } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { doseReasons, type DoseReason } from './sheet-facts.ts'
import type { SheetExportOptions } from './sheet-paper.ts'

type Protocol = SheetContent['anesthesia_protocol']

export type SheetBlock = Block &
  (
    | { kind: 'section'; section: Protocol['sections'][number] }
    | { kind: 'fluids'; fluids: Protocol['fluids'] }
    | { kind: 'reasons'; reasons: DoseReason[] }
    | { kind: 'injections'; injections: string[] }
    | { kind: 'code'; title: string; rows: readonly CodeRow[] }
    | { kind: 'emergency'; emergency: NonNullable<SheetContent['emergency_protocol']> }
  )

/**
 * The blocks of a sheet in the order of the paper: sections, fluids, why red doses are given, the first ten injections, emergency
 * drugs, what was done in a code.
 */
export function sheetBlocks(
  sheet: SheetContent,
  options: Pick<SheetExportOptions, 'injectionPageBreak' | 'emergencyPageBreak'>,
  code: readonly CodeRow[] = [],
): SheetBlock[] {
  const { anesthesia_protocol, emergency_protocol, injections } = sheet
  const { sections, fluids } = anesthesia_protocol
  const blocks: SheetBlock[] = sections.map((section) => ({
    kind: 'section',
    section,
    height: BLOCK_HEIGHT.section(section.drugs.length),
  }))
  if (fluids.length > 0) blocks.push({ kind: 'fluids', fluids, height: BLOCK_HEIGHT.fluids(fluids.length) })
  const reasons = doseReasons(sheet)
  if (reasons.length > 0)
    blocks.push({ kind: 'reasons', reasons, height: BLOCK_HEIGHT.reasons(reasons.length) })
  const first = injections.slice(0, INJECTIONS_MAX)
  if (first.length > 0) {
    blocks.push({
      kind: 'injections',
      injections: first,
      height: BLOCK_HEIGHT.injections(first.length),
      drawn: BLOCK_HEIGHT.injections(Math.min(first.length, INJECTION_COLUMN)),
      newPage: options.injectionPageBreak,
    })
  }
  if (emergency_protocol && emergency_protocol.drugs.length > 0) {
    blocks.push({
      kind: 'emergency',
      emergency: emergency_protocol,
      height: BLOCK_HEIGHT.emergency(emergency_protocol.drugs.length),
      newPage: options.emergencyPageBreak,
    })
  }
  return [...blocks, ...codeBlocks(code)]
}

/** A code's taps, so many on a page as it holds. */
export function codeBlocks(code: readonly CodeRow[]): Extract<SheetBlock, { kind: 'code' }>[] {
  const blocks: Extract<SheetBlock, { kind: 'code' }>[] = []
  for (let at = 0; at < code.length; at += CODE_ROWS_MAX) {
    const rows = code.slice(at, at + CODE_ROWS_MAX)
    const title = (at === 0 ? exportText.code : exportText.codeContinued)(rows[0]?.day ?? '')
    blocks.push({ kind: 'code', title, rows, height: BLOCK_HEIGHT.code(rows.length) })
  }
  return blocks
}
