import { codeDrugs, codeTexts, type CodePaper, type PrintedText } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { withoutName } from './letters.ts'
import { unprintableFor } from './patient-letters.ts'

/** The drugs of a code that its PDF would not name: with one of them, none is made. */
export const drugsWithoutName = ({ rows }: Pick<CodePaper, 'rows'>): PrintedText[] =>
  withoutName(codeDrugs(rows, exportText.drug))

/** The texts of a code of which its PDF lacks letters, in the order of the paper. */
export const unprintableOnCode = (paper: CodePaper): PrintedText[] =>
  unprintableFor(paper, [
    { what: exportText.codeTitle, text: paper.says },
    ...codeDrugs(paper.rows, exportText.drug),
    ...codeTexts(paper.rows),
  ])
