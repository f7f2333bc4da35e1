import { NAME_MAX } from '../records/limits.ts'

/** Refused by Windows, Android or iOS, or misread by a shell or a person (control and direction marks). */
const FORBIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu

/** 'MM.DD.YYYY - name', cut to 50 characters, never through a letter (`spec 2 §9`). `day` is YYYY-MM-DD. */
export function defaultSheetFileName(day: string, patientName: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const whole = `${month}.${date}.${year} - ${patientName.trim()}`
  return whole
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

/** The message for a typed file name, without its suffix, or null (`spec 1 §5`). */
export function checkFileName(typed: string): string | null {
  const name = typed.trim()
  if (name.length > NAME_MAX) return 'Your file name is too long.'
  return name === '' ? 'Please enter the file name.' : null
}

/** The name as it is saved, without its suffix: what a file system refuses becomes '-'. */
export const safeFileName = (typed: string): string => typed.trim().replace(FORBIDDEN, '-')
