import { procedureName } from 'sync-protocol/rules/sheet'
import { codeDrugs, codeTexts, type PrintedText } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { doseReasons, procedureNotes } from './sheet-facts.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

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

type NamedPaper = Pick<SheetPaper, 'sheet' | 'code'>

/** What is given to the patient: its name is all that says what a row's volume is of. */
function givenTexts({ sheet, code = [] }: NamedPaper): PrintedText[] {
  const { anesthesia_protocol, emergency_protocol, injections } = sheet
  const { drug, fluid, injection, emergencyDrug } = exportText
  const as = (what: string) => (text: string) => ({ what, text })
  return [
    ...anesthesia_protocol.sections.flatMap(({ drugs }) => drugs.map(({ name }) => name)).map(as(drug)),
    ...anesthesia_protocol.fluids.map(({ name }) => name).map(as(fluid)),
    ...injections.map(as(injection)),
    ...(emergency_protocol?.drugs ?? []).map(({ name }) => name).map(as(emergencyDrug)),
    ...codeDrugs(code, exportText.codeTitle),
  ]
}

function printedTexts(paper: SheetPaper, notes: boolean): PrintedText[] {
  const { sheet, author_name, clinic, address = '', code = [] } = paper
  const { anesthesia_protocol, emergency_protocol } = sheet
  return [
    { what: exportText.patient, text: sheet.name },
    { what: exportText.patientId, text: sheet.patient_id ?? '' },
    { what: exportText.preparer, text: author_name },
    { what: exportText.checker, text: sheet.check?.name ?? '' },
    { what: exportText.clinic, text: clinic },
    { what: exportText.address, text: address },
    { what: exportText.procedure, text: procedureName(sheet.procedure) },
    { what: exportText.notes, text: notes ? procedureNotes(sheet) : '' },
    { what: exportText.protocol, text: anesthesia_protocol.name },
    ...anesthesia_protocol.sections.map(({ title }) => ({ what: exportText.section, text: title })),
    ...givenTexts(paper),
    ...doseReasons(sheet).map(({ words }) => ({ what: exportText.reason, text: words })),
    { what: exportText.emergencyProtocol, text: emergency_protocol?.name ?? '' },
    ...codeTexts(code),
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

/** The rows of a sheet of which a PDF lacks letters, in the order of the paper; of notes, which are long, the letters alone. */
export function unprintableRows(
  paper: SheetPaper,
  options?: Pick<SheetExportOptions, 'procedureNotes'>,
): PrintedText[] {
  return printedTexts(paper, options?.procedureNotes ?? true).flatMap(({ what, text }) => {
    const missing = unprintableLetters([text])
    if (missing.length === 0) return []
    return [{ what, text: what === exportText.notes ? missing.join(' ') : text }]
  })
}

/**
 * Letters and digits, and what is read as one though Unicode calls it a sign: of the blocks of such signs (2100 and 1F100 on) some,
 * such as 🆎 and ℔, are not even said to be made of letters. Two halves of a flag are a picture.
 */
const READ_AS_LETTER = /[\p{L}\p{M}\p{N}\p{Alphabetic}\u2100-\u214f\u{1f100}-\u{1f1e5}]|^\p{RI}$/u

/** Also ㎎ and ㎖, which are letters once they are taken apart. */
const isReadAsLetter = (sign: string): boolean => READ_AS_LETTER.test(sign.normalize('NFKC'))

/** A name that loses a letter or a digit is not that name; one that loses a picture still is, while a letter is left of it. */
export function losesItsName(name: string): boolean {
  const missing = unprintableLetters([name])
  return missing.some(isReadAsLetter) || (missing.length > 0 && !/\p{L}/u.test(name))
}

/** The names of one paper that it would not say: those that lose a letter, and different ones that would print the same. */
export function lostNames(names: readonly string[]): Set<string> {
  const changed = [...new Set(names)].filter((name) => unprintableLetters([name]).length > 0)
  const printed = changed.map(printable)
  const isDouble = (name: string) => printed.filter((other) => other === printable(name)).length > 1
  return new Set(changed.filter((name) => losesItsName(name) || isDouble(name)))
}

/** Whether nothing of a name that there is would stand on a PDF: no letter and no digit. */
export const isNameless = (name: string): boolean =>
  unprintableLetters([name]).length > 0 && !/[\p{L}\p{N}]/u.test(printable(name))

/** Those of one paper's drugs that it would not name. */
export function withoutName(given: readonly PrintedText[]): PrintedText[] {
  const lost = lostNames(given.map(({ text }) => text))
  return given.filter(({ text }) => lost.has(text))
}

/** What a PDF would print as a volume of nobody knows what: no PDF is made of such a sheet. */
export const rowsWithoutName = (paper: NamedPaper): PrintedText[] => withoutName(givenTexts(paper))

/** Text for a word processor, which brings its own letters: only what XML cannot hold is replaced. */
export function storable(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (sign === '\t' ? ' ' : MISSING))
}
