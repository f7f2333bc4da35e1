import type { SheetDraft } from 'sync-protocol/records/draft'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { numberText } from 'sync-protocol/rules/number-input'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { contestedRecords } from '../../data/attention/contested.ts'
import { claimDraft } from '../../data/drafts/draft-claim.ts'
import { openDrafts } from '../../data/drafts/open-draft.ts'
import { refusedSheet } from '../../data/drafts/refused-sheet.ts'
import { currentClinic } from '../../data/people/session.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { allRecords } from '../../data/view/records.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readable, type EarlierDraft } from './earlier-draft.ts'
import { readAnesthesia, readEmergency, readProcedure } from './picked-record.ts'
import { readRemembered } from './remembered-choices.ts'
import { sheetText } from './sheet-text.ts'

/** The procedure as the library has it; by its name alone where that holds none of this name. */
async function procedureOf({ species, procedure: name }: DayRowContent): Promise<SheetDraft['procedure']> {
  if (name === undefined) return null
  const all = await allRecords('procedures')
  const found = all.find(({ content }) => content?.species === species && content.name === name)
  return (found && (await readProcedure(found._id, species))) ?? { content: { name } }
}

/** The open sheet of a patient of the day's list, filled in with what is known of them. */
async function filledIn(userId: string, row: { _id: string; content: DayRowContent }): Promise<SheetDraft> {
  const { content } = row
  const { species, name, patient_id, weight, weight_units, estimated, weighed_at } = content
  const { anesthesia_protocol_id: anesthesia, emergency_protocol_id: emergency } = content
  const isContested = (await contestedRecords('day_rows')).has(row._id)
  if (isContested) showToast({ text: sheetText.rowContested(name), kind: 'attention' })
  // Of two weights nobody's is taken.
  const hasWeight =
    /* @rule contested-row */ !isContested && weight !== undefined && weight_units !== undefined
  return {
    ...emptySheetDraft(readRemembered(localStorage, userId)),
    species,
    name,
    patient_id: patient_id ?? '',
    ...(hasWeight && { weight: numberText(weight), weight_units }),
    ...(hasWeight && estimated === true && { estimated }),
    ...(hasWeight && weighed_at !== undefined && { weighed_at }),
    procedure: await procedureOf(content),
    anesthesia_protocol: anesthesia === undefined ? null : await readAnesthesia(anesthesia, species),
    emergency_protocol: emergency === undefined ? null : await readEmergency(emergency, species),
    day_row: row._id,
  }
}

/**
 * The sheet of a patient of the day's list: the one that this person has open for them, else a new one. Null where the row is
 * gone, or another tab has its sheet. While two versions of the row wait for a decision, the patient is to be weighed again.
 */
export async function sheetOfRow(userId: string, rowId: string): Promise<EarlierDraft | null> {
  for (const draft of await openDrafts('sheet')) {
    const found = draft.saved === undefined ? readable(draft) : null
    if (found?.content.day_row !== rowId) continue
    const release = await claimDraft(navigator.locks, found.id)
    if (release) return { ...found, own: true, again: await refusedSheet(found.content.saved_as), release }
    showToast({ text: sheetText.inAnotherTab(found.content.name.trim()), kind: 'attention' })
    return null
  }
  const row = await dayRow(currentClinic(), rowId)
  if (!row) {
    showToast({ text: sheetText.rowGone, kind: 'attention' })
    return null
  }
  const content = await filledIn(userId, row)
  return { id: null, content, stored: null, own: true, again: null, release: () => undefined }
}
