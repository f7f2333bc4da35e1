import type { SheetDraft } from 'sync-protocol/records/draft'
import { anesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import { emergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Collection } from 'sync-protocol/records/envelope'
import { injectionContent } from 'sync-protocol/records/injection'
import { procedureContent } from 'sync-protocol/records/procedure'
import { getRecord } from '../../data/records.ts'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { injectionAppended, opened, procedureChosen, type OpenSheet } from './open-sheet.ts'

export const COLLECTION_OF = {
  [MODAL_STEP.procedures]: 'procedures',
  [MODAL_STEP.anesthesiaProtocols]: 'anesthesia_protocols',
  [MODAL_STEP.emergencyProtocols]: 'emergency_protocols',
  [MODAL_STEP.injections]: 'injections',
} as const satisfies Record<ListStep, Collection>

/**
 * What choosing a listed record does to the sheet, from a snapshot of the record; null when it is gone, cannot be read, or is
 * another species' (a sheet never holds one, `spec 1 §4`).
 */
export async function picked(
  step: ListStep,
  id: string,
  species: SheetDraft['species'],
): Promise<((sheet: OpenSheet) => OpenSheet) | null> {
  const record = await getRecord(COLLECTION_OF[step], id)
  const change = changeOf(step, id, record?.content, species)
  return change && ((sheet) => (sheet.draft.species === species ? change(sheet) : sheet))
}

function changeOf(step: ListStep, source_id: string, content: unknown, species: SheetDraft['species']) {
  switch (step) {
    case MODAL_STEP.procedures: {
      const { success, data } = procedureContent.safeParse(content)
      if (!success || data.species !== species) return null
      const { name, notes } = data
      const chosen = { source_id, content: { name, ...(notes !== undefined && { notes }) } }
      return (sheet: OpenSheet) => procedureChosen(sheet, chosen)
    }
    case MODAL_STEP.anesthesiaProtocols: {
      const { success, data } = anesthesiaProtocolContent.safeParse(content)
      if (!success || data.species !== species) return null
      return (sheet: OpenSheet) =>
        opened(sheet, { step: MODAL_STEP.anesthesiaReview, choice: { source_id, content: data } })
    }
    case MODAL_STEP.emergencyProtocols: {
      const { success, data } = emergencyProtocolContent.safeParse(content)
      if (!success || data.species !== species) return null
      return (sheet: OpenSheet) =>
        opened(sheet, { step: MODAL_STEP.emergencyReview, choice: { source_id, content: data } })
    }
    default: {
      const { success, data } = injectionContent.safeParse(content)
      if (!success || data.species !== species) return null
      return (sheet: OpenSheet) => injectionAppended(sheet, data.name)
    }
  }
}
