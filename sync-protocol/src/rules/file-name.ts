import { NAME_MAX } from '../records/limits.ts'
import { cutText } from './cut-text.ts'
import { numberText } from './number-input.ts'

/** Refused by Windows, Android or iOS, or misread by a shell or a person (control and direction marks). */
const FORBIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu

const cut = (text: string, most: number): string => cutText(text, most).trimEnd()

/** MM.DD.YYYY of a day YYYY-MM-DD. */
function dotted(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}.${date}.${year}`
}

const dottedRange = (start: string, end: string): string =>
  start === end ? dotted(start) : `${dotted(start)}-${dotted(end)}`

/** 'MM.DD.YYYY - name', cut to 50 characters, never through a letter (`spec 2 §9`). `day` is YYYY-MM-DD. */
export const defaultSheetFileName = (day: string, patientName: string): string =>
  cut(`${dotted(day)} - ${patientName.trim()}`, NAME_MAX)

/** What a balance sheet is named after: its days (YYYY-MM-DD), its drug, and the concentration in mg/ml. */
export interface NamedBalance {
  date_start: string
  date_end: string
  drug_name: string
  drug_concentration: number
}

/**
 * 'CS - {date} - {drug} {concentration} mgml', at most 50 characters (`spec 2 §9`); of days that differ the range. It is the
 * drug's name that is cut: a strength cut short is another strength.
 */
export function defaultBalanceFileName({ drug_concentration, ...sheet }: NamedBalance): string {
  const before = `CS - ${dottedRange(sheet.date_start, sheet.date_end)} - `
  const after = ` ${numberText(drug_concentration)} mgml`
  return `${before}${cut(sheet.drug_name.trim(), NAME_MAX - before.length - after.length)}${after}`
}

/** '{drug} Balance Sheet - {date}', the document's own name (`spec 2 §9`). */
export const balanceDocumentName = ({ drug_name, date_start, date_end }: NamedBalance): string =>
  `${drug_name.trim()} Balance Sheet - ${dottedRange(date_start, date_end)}`

/** '{drug} Balance Sheet - {MM.DD.YYYY} (Blank)'; nobody types it, so no limit holds (`spec 2 §9`). `day` is YYYY-MM-DD. */
export const blankBalanceName = (drugName: string, day: string): string =>
  `${drugName.trim()} Balance Sheet - ${dotted(day)} (Blank)`

/** The message for a typed file name, without its suffix, or null (`spec 1 §5`). */
export function checkFileName(typed: string): string | null {
  const name = typed.trim()
  if (name.length > NAME_MAX) return 'Your file name is too long.'
  return name === '' ? 'Please enter the file name.' : null
}

/** The name as it is saved, without its suffix: what a file system refuses becomes '-'. */
export const safeFileName = (typed: string): string => typed.trim().replace(FORBIDDEN, '-')
