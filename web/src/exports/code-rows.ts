import { clockText, timeline, type Tap } from 'sync-protocol/rules/code'
import { CODE_WORDS } from 'sync-protocol/rules/code-words'
import { exportText } from './export-text.ts'
import { clockOf, instantDayText } from './instant-text.ts'
import type { PatientPaper } from './patient-paper.ts'

/** So many find room on a page. */
export const CODE_ROWS_MAX = 22

/** One tap of a code on paper. */
export interface CodeRow {
  what: string
  /** 'MM/DD/YYYY'. */
  day: string
  /** '3:05:07 PM'. */
  time: string
  /** '2:10' since CPR was started; empty before that. */
  since: string
  who: string
  /** The drug that was given, where it has a name; of a mistake nothing was. */
  drug?: string
  /** That it was a mistake. */
  note?: string
}

/** What stands on a paper, and what it is. */
export interface PrintedText {
  what: string
  text: string
}

const eachOnce = (what: string, texts: readonly string[]): PrintedText[] =>
  [...new Set(texts)].map((text) => ({ what, text }))

/** The drugs of a code, each once, however often it was given. */
export const codeDrugs = (rows: readonly CodeRow[], what: string): PrintedText[] =>
  eachOnce(
    what,
    rows.flatMap(({ drug }) => drug ?? []),
  )

/** What else a code says, each text once. */
export const codeTexts = (rows: readonly CodeRow[]): PrintedText[] => [
  ...eachOnce(
    exportText.recorder,
    rows.map(({ who }) => who),
  ),
  ...eachOnce(
    exportText.codeTitle,
    rows.flatMap(({ what, drug, note }) => [
      ...(drug === undefined ? [what] : []),
      ...(note === undefined ? [] : [note]),
    ]),
  ),
]

/** A code by itself. */
export interface CodePaper extends PatientPaper {
  /** What its sheet says otherwise by the time of printing; '' where it says the same. */
  says: string
  rows: readonly CodeRow[]
}

interface PrintedTap extends Tap {
  by: string
  voidedBy?: string
}

/** The taps of a code in order, by the clinic's clock. */
export const codeRows = (taps: readonly PrintedTap[], timeZone: string): CodeRow[] =>
  timeline(taps).map(({ tap, since }) => {
    const { what, detail, at, by, isVoid, voidedBy = by } = tap
    const words = exportText.codeTap(CODE_WORDS[what], detail)
    return {
      what: isVoid ? exportText.notCounted(words) : words,
      day: instantDayText(at, timeZone),
      time: clockOf(at, timeZone),
      since: since === null ? '' : clockText(since),
      who: by,
      ...(what === 'drug' && !isVoid && detail !== undefined && { drug: detail }),
      ...(isVoid && { note: exportText.mistake(voidedBy) }),
    }
  })
