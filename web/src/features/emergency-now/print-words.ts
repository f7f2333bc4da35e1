import { rowsWithoutName, unprintableOnEmergency } from '../../exports/emergency-letters.ts'
import type { EmergencyPaper } from '../../exports/emergency-paper.ts'
import { exportText } from '../../exports/export-text.ts'
import { isNameless } from '../../exports/letters.ts'
import { emergencyText as text } from './emergency-text.ts'

export interface PrintWords {
  /** No PDF is made: a drug would stand there without its name. */
  refused: boolean
  /** What it lacks, or would lack. Empty where it lacks nothing. */
  words: readonly string[]
}

/** What is said of the letters that a PDF of the doses lacks: nothing is in its way but the name of a drug, for seconds count. */
export function printWords(paper: EmergencyPaper): PrintWords {
  const nameless = rowsWithoutName(paper)
  if (nameless.length > 0) return { refused: true, words: [text.nameless(namesOf(nameless))] }
  const isPatientLost = isNameless(paper.patient)
  const others = unprintableOnEmergency(paper).filter(
    ({ what }) => !(isPatientLost && what === exportText.patient),
  )
  return {
    refused: false,
    words: [
      ...(isPatientLost ? [text.namelessPatient] : []),
      ...(others.length > 0 ? [text.lacking(namesOf(others))] : []),
    ],
  }
}

const namesOf = (rows: readonly { text: string }[]): string[] => [...new Set(rows.map((row) => row.text))]
