import type { SheetDraft } from 'sync-protocol/records/draft'
import { currentSaver, saveAs } from '../../data/outbox/save.ts'
import { endDraftOp } from '../../data/drafts/drafts.ts'
import { keepPrint } from '../../data/database/prints.ts'
import { keepSheet, readSheet, watchSheet } from '../../data/drafts/followed-sheet.ts'
import { rowDrawnOp } from '../../data/view/day-rows.ts'
import { viewOf } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { sheetsOfDayIn } from '../../data/lists/earlier-sheet.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import { currentClinic } from '../../data/people/session.ts'
import { now } from '../../data/database/time.ts'
import { libraryOf } from '../../records/library-lookup.ts'
import type { SheetServices } from './session-state.ts'

/** Bound to the clinic and user of now: what was typed up to a sign-out is still kept under their name. */
export function sheetServices(): SheetServices {
  const clinic = currentClinic()
  const saver = currentSaver()
  return {
    newId,
    now,
    save: (intent) => saveAs(clinic, saver, intent),
    saveDraft: (id: string, seen: SheetDraft | null, content: SheetDraft) =>
      keepSheet(clinic, saver, id, seen, content),
    readSheet: (id) => readSheet(clinic, id),
    watchSheet: (id, onChange) => watchSheet(clinic, id, onChange),
    endDraftOp: (id) => endDraftOp(clinic, id),
    savedSheet: async (id) => (await viewOf(clinic, 'sheets').get(id))?.content ?? null,
    rowDrawnOp: (rowId, sheetId) => rowDrawnOp(clinic, rowId, sheetId),
    keepPrint: (sheetId, print) => keepPrint(clinic, sheetId, print),
    savedToday(sheet, own) {
      const sheets = listIndex('sheets')
      return !sheets.isReady() || sheetsOfDayIn(sheets.entries(), { ...sheet, own }).ids.length > 0
    },
    doubleCheck: () => clinicSettings.getState().double_check,
    lookUp: libraryOf,
  }
}
