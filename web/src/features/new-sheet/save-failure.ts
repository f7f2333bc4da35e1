import type { Op } from 'sync-protocol/records/mutation'
import { sheetText } from './sheet-text.ts'

/** An action without records, for the action log alone. */
export const failureIntent = () => ({
  action: 'sheet.save_failed',
  detail: sheetText.saveFailedLog,
  ops: [] satisfies Op[],
})
