import type { PrintedText } from './code-rows.ts'
import type { EmergencyPaper } from './emergency-paper.ts'
import { exportText } from './export-text.ts'
import { withoutName } from './letters.ts'
import { unprintableFor } from './patient-letters.ts'

const drugsOf = ({ parts }: Pick<EmergencyPaper, 'parts'>): PrintedText[] =>
  parts.flatMap(({ rows }) => rows.map(({ name }) => ({ what: exportText.emergencyDrug, text: name })))

/** The rows of the emergency doses that their PDF would not name: with one of them, none is made. */
export const rowsWithoutName = (paper: Pick<EmergencyPaper, 'parts'>): PrintedText[] =>
  withoutName(drugsOf(paper))

/** The texts of the emergency doses of which their PDF lacks letters, in the order of the paper. */
export const unprintableOnEmergency = (paper: EmergencyPaper): PrintedText[] =>
  unprintableFor(paper, [
    ...paper.parts.map(({ title }) => ({ what: exportText.emergencyProtocol, text: title })),
    ...drugsOf(paper),
  ])
