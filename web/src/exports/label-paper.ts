import type { LabelClass } from 'sync-protocol/rules/label-class'

/** A label is as large as its page: width and height in mm. */
export const LABEL_SIZES = {
  '50.8x25.4': { width: 50.8, height: 25.4 },
  '57x32': { width: 57, height: 32 },
  '62x29': { width: 62, height: 29 },
} as const
export type LabelSize = keyof typeof LABEL_SIZES
export const labelSizes = () => Object.keys(LABEL_SIZES) as LabelSize[]

interface Label {
  patient: string
  /** The number by which the patient is called on this day. */
  line: string
  /** 1 for the first print of this label, 2 for the second. */
  print: number
}

/** What is in one syringe. */
export interface SyringeLabel extends Label {
  drug: string
  /** '10 mg/ml' */
  strength: string
  /** ml, as the sheet prints it: '0.5', '<0.01'. */
  volume: string
  /** When it is printed, in words. */
  time: string
  drugClass?: LabelClass
}

export interface PatientLabel extends Label {
  patientId: string
  species: string
  /** '12.4 kg · 27.34 lb'; empty for whom nobody weighed, with room for it. */
  weight: string
  /** In words. */
  day: string
}

export type LabelPaper = { title: string; clinic: string; size: LabelSize } & (
  { of: 'syringes'; labels: readonly SyringeLabel[] } | { of: 'patients'; labels: readonly PatientLabel[] }
)
