import { randomUUID } from 'node:crypto'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Op } from 'sync-protocol/records/mutation'
import type { Outcome, WeightUnit } from 'sync-protocol/records/sheet'
import { savingSheet } from 'sync-protocol/rules/sheet-intents'
import { emptySheetDraft, sheetOfDraft } from 'sync-protocol/rules/sheet'

export interface Patient {
  name: string
  id?: string
  weight: string
  units: WeightUnit
  species: 0 | 1
  procedure: string
  notes?: string
  outcome?: Outcome
  injections?: readonly string[]
}

/** The operations by which the app saves this patient's sheet: the sheet and its controlled draws. */
export function sheetOps(
  patient: Patient,
  protocol: AnesthesiaProtocolContent,
  emergency: EmergencyProtocolContent | null,
  day: string,
): Op[] {
  const { outcome = 'N/A', units, procedure, notes } = patient
  const draft = {
    ...emptySheetDraft({ outcome }),
    species: patient.species,
    name: patient.name,
    patient_id: patient.id ?? '',
    weight: patient.weight,
    weight_units: units,
    procedure: { content: { name: procedure, ...(notes !== undefined && { notes }) } },
    anesthesia_protocol: { content: protocol },
    emergency_protocol: emergency && { content: emergency },
    injections: [...(patient.injections ?? [])],
  }
  return savingSheet(sheetOfDraft(draft, day), randomUUID(), randomUUID).ops
}
