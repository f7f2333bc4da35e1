import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Collection } from 'sync-protocol/records/envelope'
import { knownContent } from 'sync-protocol/records/known-content'
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

const read = async <C extends (typeof COLLECTION_OF)[ListStep]>(collection: C, id: string) =>
  knownContent(collection, (await getRecord(collection, id))?.content)

/** A record as it goes on a sheet of this species: a snapshot; null when it is gone, cannot be read, or is another species'. */
export async function readProcedure(source_id: string, species: number): Promise<ChosenProcedure | null> {
  const content = await read('procedures', source_id)
  if (content?.species !== species) return null
  const { name, notes } = content
  return { source_id, content: { name, ...(notes !== undefined && { notes }) } }
}

export async function readAnesthesia(source_id: string, species: number): Promise<ChosenAnesthesia | null> {
  const content = await read('anesthesia_protocols', source_id)
  return content?.species === species ? { source_id, content } : null
}

export async function readEmergency(source_id: string, species: number): Promise<ChosenEmergency | null> {
  const content = await read('emergency_protocols', source_id)
  return content?.species === species ? { source_id, content } : null
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
      const injection = await read('injections', id)
      return injection?.species === species ? (sheet) => injectionAppended(sheet, injection.name) : null
    }
  }
}
