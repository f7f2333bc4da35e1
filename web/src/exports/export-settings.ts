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

function stored(userId: string): Partial<Record<keyof SheetSettings, unknown>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch (cause) {
    console.warn('The export settings could not be read.', cause)
    return {}
  }
}

/** What this user chose last on this browser; what was never chosen, or is no choice, has its default. */
export function readSheetSettings(userId: string): SheetSettings {
  const read = stored(userId)
  const choice = (name: keyof SheetSettings): boolean => {
    const value = read[name]
    return typeof value === 'boolean' ? value : DEFAULTS[name]
  }
  return {
    injectionPageBreak: choice('injectionPageBreak'),
    emergencyPageBreak: choice('emergencyPageBreak'),
    procedureNotes: choice('procedureNotes'),
  }
}

export function rememberSheetSettings(userId: string, settings: SheetSettings): void {
  const { injectionPageBreak, emergencyPageBreak, procedureNotes } = settings
  try {
    localStorage.setItem(
      keyOf(userId),
      JSON.stringify({ injectionPageBreak, emergencyPageBreak, procedureNotes }),
    )
  } catch (cause) {
    // A browser without storage exports all the same.
    console.warn('The export settings could not be remembered.', cause)
  }
}
