import { readChoices, rememberChoices } from './remembered-choices.ts'
import type { SheetExportOptions } from './sheet-paper.ts'

export type SheetSettings = Omit<SheetExportOptions, 'filename'>

/** `spec 1 §9`. */
const DEFAULTS: SheetSettings = {
  injectionPageBreak: false,
  emergencyPageBreak: true,
  procedureNotes: false,
}

export const SHEET_FORMATS = ['pdf', 'docx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** Clinics share computers, so each user has their own. */
const keyOf = (userId: string) => `sheet-export:${userId}`

export const readSheetSettings = (userId: string): SheetSettings =>
  readChoices(keyOf(userId), { ...DEFAULTS })

export function rememberSheetSettings(userId: string, settings: SheetSettings): void {
  const { injectionPageBreak, emergencyPageBreak, procedureNotes } = settings
  rememberChoices(keyOf(userId), { injectionPageBreak, emergencyPageBreak, procedureNotes })
}

const formatKey = (userId: string) => `${keyOf(userId)}:docx`

/** The format that a person chose last; PDF at first. */
export const readSheetFormat = (userId: string): SheetFormat =>
  readChoices(formatKey(userId), { docx: false }).docx ? 'docx' : 'pdf'

export const rememberSheetFormat = (userId: string, format: SheetFormat): void =>
  rememberChoices(formatKey(userId), { docx: format === 'docx' })
