import type { PaperClinic } from './clinic-on-paper.ts'

/** A paper about one patient that is no sheet. */
export interface PatientPaper extends PaperClinic {
  title: string
  patient: string
  species: string
  weight: string
  otherWeight: string
  printed: string
}
