import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Collection } from 'sync-protocol/records/envelope'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { isAnesthesiaOf, isEmergencyOf } from 'sync-protocol/rules/same-protocol'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { listIndex } from '../../data/lists/list-index.ts'
import { getRecord } from '../../data/view/records.ts'
import { showToast } from '../../ui/toast-queue.ts'
import type { EarlierDraft } from './earlier-draft.ts'
import type { ChosenEmergency, ChosenProcedure } from './modal-steps.ts'
import type { Carried, LibraryChange } from './next-patient.ts'
import { readAnesthesia, readEmergency, readProcedure } from './picked-record.ts'
import { readRemembered } from './remembered-choices.ts'
import { sheetText } from './sheet-text.ts'

interface Choice {
  source_id?: string | undefined
  content: object
}

/** The records of this name as they stand now. */
async function named<C extends Choice>(
  collection: Collection,
  { name, species }: { name: string; species: number },
  read: (id: string, species: number) => Promise<C | null>,
): Promise<C[]> {
  const index = listIndex(collection)
  await index.ready
  const entries = index.entries().filter((entry) => entry.name === name && entry.species.includes(species))
  const found = await Promise.all(entries.map(({ _id }) => read(_id, species)))
  return found.filter((choice) => choice !== null)
}

interface Found<C> {
  choice: C | null
  became?: LibraryChange['became']
}

/** The one that is as it was, else the only one of its name: of several that all differ nobody knows which it was. */
function nowOf<C extends Choice>(found: readonly C[], isAsItWas: (choice: C) => boolean): Found<C> {
  const same = found.find(isAsItWas)
  if (same) return { choice: same }
  const [only, ...others] = found
  if (only === undefined) return { choice: null, became: 'removed' }
  return others.length === 0 ? { choice: only, became: 'changed' } : { choice: null, became: 'several' }
}

/** A procedure needs no record: one that is gone stays as it was saved. */
async function procedureOf({ procedure, species }: SheetContent): Promise<Found<ChosenProcedure>> {
  const kept = typeof procedure === 'string' ? { name: procedure } : procedure
  const found = await named('procedures', { name: kept.name, species }, readProcedure)
  const now = nowOf(found, ({ content }) => (content.notes ?? '') === (kept.notes ?? ''))
  return now.choice === null ? { choice: { content: kept } } : now
}

/**
 * What a saved sheet's patient begins a new one with: the same plan, as the library has it by now. The weight is asked anew;
 * volumes, prints, checks and reasons were of that day.
 */
async function copyOf(
  userId: string,
  sheetId: string,
  sheet: SheetContent,
): Promise<{ content: SheetDraft; changes: LibraryChange[] }> {
  const species = sheet.species === 1 ? 1 : 0
  const { name, patient_id, outcome, injections, anesthesia_protocol, emergency_protocol } = sheet
  const anesthesia = nowOf(
    await named('anesthesia_protocols', { name: anesthesia_protocol.name, species }, readAnesthesia),
    ({ content }) => isAnesthesiaOf(sheet, content),
  )
  const emergency: Found<ChosenEmergency> =
    emergency_protocol === undefined
      ? { choice: null }
      : nowOf(
          await named('emergency_protocols', { name: emergency_protocol.name, species }, readEmergency),
          ({ content }) => isEmergencyOf(sheet, content),
        )
  const procedure = await procedureOf(sheet)
  const told = (field: keyof Carried, called: string | undefined, { choice, became }: Found<Choice>) => {
    const source_id = choice?.source_id
    if (called === undefined || became === undefined) return []
    return [{ field, name: called, became, ...(source_id !== undefined && { source_id }) }]
  }
  return {
    content: {
      ...emptySheetDraft(readRemembered(localStorage, userId)),
      species,
      name,
      patient_id: patient_id ?? '',
      outcome,
      injections,
      procedure: procedure.choice,
      anesthesia_protocol: anesthesia.choice,
      emergency_protocol: emergency.choice,
      copied_from: sheetId,
    },
    changes: [
      ...told('procedure', procedure.choice?.content.name, procedure),
      ...told('anesthesia_protocol', anesthesia_protocol.name, anesthesia),
      ...told('emergency_protocol', emergency_protocol?.name, emergency),
    ],
  }
}

/** A new sheet for the patient of a saved one; null where that cannot be copied. */
export async function copiedSheet(userId: string, sheetId: string): Promise<EarlierDraft | null> {
  const saved = await getRecord('sheets', sheetId)
  if (!saved?.content || saved.voided !== undefined || saved.content.species === 2) {
    showToast({ text: sheetText.copyGone, kind: 'attention' })
    return null
  }
  const copied = await copyOf(userId, sheetId, saved.content)
  return { ...copied, id: null, stored: null, own: true, again: null, release: () => undefined }
}

const folded = (text = '') => text.trim().toLowerCase()

/** Whether an open sheet is for the patient whose sheet it was copied from: nobody typed another name and another ID. */
export function isSamePatient(
  saved: Pick<SheetContent, 'name' | 'patient_id'>,
  open: Pick<SheetDraft, 'name' | 'patient_id'>,
): boolean {
  const id = folded(open.patient_id)
  const other = folded(saved.patient_id)
  if (id !== '' && other !== '') return id === other
  return folded(open.name) === folded(saved.name)
}
