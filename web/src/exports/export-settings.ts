import { readChoices, rememberChoices } from './remembered-choices.ts'
import type { SheetExportOptions } from './sheet-paper.ts'

export type SheetSettings = Omit<SheetExportOptions, 'filename'>

/** `spec 1 §9`. */
const DEFAULTS: SheetSettings = {
  injectionPageBreak: false,
  emergencyPageBreak: true,
  procedureNotes: false,
}

/** Clinics share computers, so each user has their own. */
const keyOf = (userId: string) => `sheet-export:${userId}`

export const readSheetSettings = (userId: string): SheetSettings =>
  readChoices(keyOf(userId), { ...DEFAULTS })

export function rememberSheetSettings(userId: string, settings: SheetSettings): void {
  const { injectionPageBreak, emergencyPageBreak, procedureNotes } = settings
  rememberChoices(keyOf(userId), { injectionPageBreak, emergencyPageBreak, procedureNotes })
}
