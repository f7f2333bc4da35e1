import type { BalanceExportOptions, BalancePaper, BlankPaper } from './balance-paper.ts'
import type { CodePaper } from './code-rows.ts'
import type { EmergencyPaper } from './emergency-paper.ts'
import type { LabelPaper } from './label-paper.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

/** What the drawing worker can be asked for. */
export type PaperJob =
  | { kind: 'sheet'; paper: SheetPaper; options: SheetExportOptions }
  | { kind: 'balance'; paper: BalancePaper; options: BalanceExportOptions }
  | { kind: 'blanks'; paper: BlankPaper }
  | { kind: 'emergency'; paper: EmergencyPaper }
  | { kind: 'code'; paper: CodePaper }
  | { kind: 'labels'; paper: LabelPaper }
