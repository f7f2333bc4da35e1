import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'
import { procedureNotes } from './sheet-facts.ts'

/** Every letter of the two fonts beside this file; a test compares it with them. */
const COVERED =
  /^[\u0020-\u007e\u00a0-\u024f\u02bb-\u02bd\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2002-\u200a\u2010-\u2027\u202f-\u203a\u2044\u2070-\u2071\u2074-\u208e\u2090-\u209c\u20a0-\u20bf\u2116-\u2126\u2150-\u215e\u2212\ufffd]$/

/** Signs that the fonts lack and that have a plain spelling. */
const SPELLED: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '≈': '~', '→': '->', '←': '<-' }
const MISSING = '\ufffd'

export const isCovered = (letter: string): boolean => COVERED.test(letter)

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function spelled(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[≤≥≈→←]/g, (sign) => SPELLED[sign] ?? sign)
    .replace(/[\t\u2028\u2029]/g, ' ')
}

/** One line of text as the PDF's fonts can write it; what they lack becomes the replacement sign, never nothing. */
export function printable(text: string): string {
  const plain = spelled(text)
  if (/^[ -~]*$/.test(plain)) return plain
  let written = ''
  for (const { segment } of letters.segment(plain)) {
    const parts = Array.from(segment)
    const known = parts.filter(isCovered)
    written += known.length === parts.length ? segment : known.join('') + MISSING
  }
  return written
}

function printedTexts({ sheet, author_name, clinic }: SheetPaper, notes: boolean): string[] {
  const { procedure, anesthesia_protocol, emergency_protocol } = sheet
  return [
    sheet.name,
    sheet.patient_id ?? '',
    author_name,
    clinic,
    typeof procedure === 'string' ? procedure : procedure.name,
    notes ? procedureNotes(sheet) : '',
    anesthesia_protocol.name,
    ...anesthesia_protocol.sections.flatMap(({ title, drugs }) => [title, ...drugs.map((drug) => drug.name)]),
    ...anesthesia_protocol.fluids.map((fluid) => fluid.name),
    ...sheet.injections,
    emergency_protocol?.name ?? '',
    ...(emergency_protocol?.drugs ?? []).map((drug) => drug.name),
  ]
}

/** The letters of `texts` that a PDF cannot write, each once; they are named before the export. */
export function unprintableLetters(texts: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    if (/^[ -~]*$/.test(text)) continue
    for (const { segment } of letters.segment(spelled(text).replace(/[\r\n]/g, ''))) {
      if (!Array.from(segment).every(isCovered)) found.add(segment)
    }
  }
  return [...found]
}

/** Those of a sheet. */
export const unprintable = (
  paper: SheetPaper,
  options?: Pick<SheetExportOptions, 'procedureNotes'>,
): string[] => unprintableLetters(printedTexts(paper, options?.procedureNotes ?? true))

/** Text for a word processor, which brings its own letters: only what XML cannot hold is replaced. */
export function storable(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (sign === '\t' ? ' ' : MISSING))
}
