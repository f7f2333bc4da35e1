import { newId } from '../../../data/database/ids.ts'
import { currentSaver } from '../../../data/outbox/save.ts'
import { currentClinic } from '../../../data/people/session.ts'
import { keepTable, readTables, saveTable, watchTables } from '../../../data/drafts/table-drafts.ts'
import { now } from '../../../data/database/time.ts'
import type { TableServices } from './table-session.ts'

/** Bound to the clinic and user of now: what was entered up to a sign-out is still kept under their name. */
export function tableServices(): TableServices {
  const clinic = currentClinic()
  const saver = currentSaver()
  return {
    newId,
    now,
    keep: (seen, table) => keepTable(clinic, saver, seen, table),
    finish: (seen, intent) => saveTable(clinic, saver, seen, intent),
    read: () => readTables(clinic, saver.user_id),
    watch: (onChange) => watchTables(clinic, saver.user_id, onChange),
  }
}
