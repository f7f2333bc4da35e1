import { codeDrugs, codeTexts, type CodePaper, type PrintedText } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { unprintableLetters, withoutName } from './letters.ts'

/** The drugs of a code that its PDF would not name: with one of them, none is made. */
export const drugsWithoutName = ({ rows }: Pick<CodePaper, 'rows'>): PrintedText[] =>
  withoutName(codeDrugs(rows, exportText.drug))

/** The texts of a code of which its PDF lacks letters, in the order of the paper. */
export function unprintableOnCode({ patient, clinic, address = '', rows }: CodePaper): PrintedText[] {
  const head = [
    { what: exportText.patient, text: patient },
    { what: exportText.clinic, text: clinic },
    { what: exportText.address, text: address },
  ]
  return [...head, ...codeDrugs(rows, exportText.drug), ...codeTexts(rows)].filter(
    ({ text }) => unprintableLetters([text]).length > 0,
  )
}
