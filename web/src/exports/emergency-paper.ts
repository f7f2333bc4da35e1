import type { PatientPaper } from './patient-paper.ts'

/** One row: what to draw up of what. */
export interface EmergencyPaperRow {
  /** '0.12–0.25'; empty where none is recorded. */
  volume: string
  /** 'ml' or 'J'. */
  unit: string
  name: string
  /** Empty for an energy. */
  route: string
  /** What the number was computed from. */
  amounts: string
  /** What must be known before it is drawn up. */
  notes: readonly string[]
}

export interface EmergencyPaperPart {
  title: string
  rows: readonly EmergencyPaperRow[]
  /** A sentence below the rows. */
  after: readonly string[]
}

/** The emergency doses of a patient, as the screen shows them. */
export interface EmergencyPaper extends PatientPaper {
  /** Above the rows: where they come from, what is unusual about the weight. */
  before: readonly string[]
  parts: readonly EmergencyPaperPart[]
}
