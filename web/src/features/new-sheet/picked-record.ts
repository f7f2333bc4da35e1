import type { SheetDraft } from 'sync-protocol/records/draft'
import { anesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import { emergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Collection } from 'sync-protocol/records/envelope'
import { injectionContent } from 'sync-protocol/records/injection'
import { procedureContent } from 'sync-protocol/records/procedure'
import { getRecord } from '../../data/view/records.ts'
import {
  MODAL_STEP,
  type ChosenAnesthesia,
  type ChosenEmergency,
  type ChosenProcedure,
  type ListStep,
} from './modal-steps.ts'
import {
  emergencyReviewed,
  injectionAppended,
  opened,
  procedureChosen,
  type OpenSheet,
} from './open-sheet.ts'

export const COLLECTION_OF = {
  [MODAL_STEP.procedures]: 'procedures',
  [MODAL_STEP.anesthesiaProtocols]: 'anesthesia_protocols',
  [MODAL_STEP.emergencyProtocols]: 'emergency_protocols',
  [MODAL_STEP.injections]: 'injections',
} as const satisfies Record<ListStep, Collection>

const record = async (step: ListStep, id: string): Promise<unknown> =>
  (await getRecord(COLLECTION_OF[step], id))?.content

/** A record as it goes on a sheet of this species: a snapshot; null when it is gone, cannot be read, or is another species'. */
export async function readProcedure(source_id: string, species: number): Promise<ChosenProcedure | null> {
  const { success, data } = procedureContent.safeParse(await record(MODAL_STEP.procedures, source_id))
  if (!success || data.species !== species) return null
  const { name, notes } = data
  return { source_id, content: { name, ...(notes !== undefined && { notes }) } }
}

export async function readAnesthesia(source_id: string, species: number): Promise<ChosenAnesthesia | null> {
  const content = await record(MODAL_STEP.anesthesiaProtocols, source_id)
  const { success, data } = anesthesiaProtocolContent.safeParse(content)
  return success && data.species === species ? { source_id, content: data } : null
}

export async function readEmergency(source_id: string, species: number): Promise<ChosenEmergency | null> {
  const content = await record(MODAL_STEP.emergencyProtocols, source_id)
  const { success, data } = emergencyProtocolContent.safeParse(content)
  return success && data.species === species ? { source_id, content: data } : null
}

type Change = (sheet: OpenSheet) => OpenSheet

/**
 * What choosing a listed record does to the sheet; null when there is nothing to choose (a sheet never holds another species'
 * record, `spec 1 §4`).
 */
export async function picked(
  step: ListStep,
  id: string,
  species: SheetDraft['species'],
): Promise<Change | null> {
  const change = await changeOf(step, id, species)
  return change && ((sheet) => (sheet.draft.species === species ? change(sheet) : sheet))
}

async function changeOf(step: ListStep, id: string, species: SheetDraft['species']): Promise<Change | null> {
  switch (step) {
    case MODAL_STEP.procedures: {
      const chosen = await readProcedure(id, species)
      return chosen && ((sheet) => procedureChosen(sheet, chosen))
    }
    case MODAL_STEP.anesthesiaProtocols: {
      const choice = await readAnesthesia(id, species)
      return choice && ((sheet) => opened(sheet, { step: MODAL_STEP.anesthesiaReview, choice }))
    }
    case MODAL_STEP.emergencyProtocols: {
      const choice = await readEmergency(id, species)
      return choice && ((sheet) => emergencyReviewed(sheet, choice))
    }
    default: {
      const { success, data } = injectionContent.safeParse(await record(step, id))
      return success && data.species === species ? (sheet) => injectionAppended(sheet, data.name) : null
    }
  }
}
