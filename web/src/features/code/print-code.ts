import type { CodePatient } from 'sync-protocol/records/code-event'
import { saidWeight } from 'sync-protocol/rules/dose'
import { safeFileName } from 'sync-protocol/rules/file-name'
import { now } from '../../data/database/time.ts'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { currentUser } from '../../data/people/session.ts'
import type { StoredTap } from '../../data/view/code-events.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import { drugsWithoutName, unprintableOnCode } from '../../exports/code-letters.ts'
import { codeRows, type CodePaper, type PrintedText } from '../../exports/code-rows.ts'
import { exportText } from '../../exports/export-text.ts'
import { makePdf } from '../../exports/make-pdf.ts'
import { formatDateTime, formatFileDate, formatNumber } from '../../ui/format.ts'
import { handOut } from '../../ui/hand-out.ts'
import { nameOfPatient } from './code-patient.ts'
import { codeText as text } from './code-text.ts'

export interface CodePrint {
  /** None was made: a drug would stand there without its name. */
  refused: boolean
  /** What a PDF lacks letters of; where it is refused, the drugs alone. */
  lacking: readonly PrintedText[]
  /** Its name, where it is among the downloads. */
  file: string | null
}

export interface PrintedCode {
  taps: readonly StoredTap[]
  patient: CodePatient | undefined
  /** What its sheet says otherwise by now; '' where it says the same. */
  says: string
}

/** Makes the PDF of a code on this tablet, and prints it, shares it, or saves it among the downloads. */
export async function printCode({ taps, patient, says }: PrintedCode): Promise<CodePrint> {
  const user = currentUser()
  const at = new Date(now())
  const name = nameOfPatient(patient)
  const { weight, weight_units, estimated } = patient ?? {}
  const isWeighed = weight !== undefined && weight_units !== undefined
  const [own, other] = (isWeighed && saidWeight(formatNumber(weight), weight_units, estimated)) || ['', '']
  const paper: CodePaper = {
    ...clinicOnPaper(user, clinicSettings.getState()),
    title: exportText.codeTitle,
    patient: name,
    species: patient === undefined ? '' : exportText.species[patient.species],
    weight: own,
    otherWeight: other,
    printed: exportText.printed(formatDateTime(at, user.time_zone)),
    says,
    rows: codeRows(taps, user.time_zone),
  }
  const nameless = drugsWithoutName(paper)
  if (nameless.length > 0) return { refused: true, lacking: nameless, file: null }
  const file = await makePdf({ kind: 'code', paper }).file
  const fileName = `${safeFileName(text.fileName(name, formatFileDate(at, user.time_zone)))}.pdf`
  const isDownloaded = (await handOut(file, fileName)) === 'downloaded'
  return { refused: false, lacking: unprintableOnCode(paper), file: isDownloaded ? fileName : null }
}
