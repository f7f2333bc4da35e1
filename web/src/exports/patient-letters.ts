import type { PrintedText } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { unprintableLetters } from './letters.ts'
import type { PatientPaper } from './patient-paper.ts'

/** The texts of a patient's paper of which its PDF lacks letters: those of its head, then of the `others`. */
export function unprintableFor(
  { patient, clinic, address = '' }: PatientPaper,
  others: readonly PrintedText[],
): PrintedText[] {
  const head = [
    { what: exportText.patient, text: patient },
    { what: exportText.clinic, text: clinic },
    { what: exportText.address, text: address },
  ]
  return [...head, ...others].filter(({ text }) => unprintableLetters([text]).length > 0)
}
