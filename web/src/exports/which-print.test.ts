import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { drawSheet } from './draw-sheet.ts'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { readPdf } from './read-pdf.ts'
import { sheetDocx } from './sheet-docx.ts'
import { sheetFacts } from './sheet-facts.ts'
import { printOf } from './earlier-print.ts'
import type { SheetPaper } from './sheet-paper.ts'
import { samplePaper, sampleSheet } from './testing/sheet-sample.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const options = {
  filename: 'Sheet',
  injectionPageBreak: false,
  emergencyPageBreak: true,
  procedureNotes: true,
}
const timeZone = 'America/New_York'
/** 10:52 AM there, twelve minutes after the print before. */
const printed = { at: '2026-03-05T15:52:00Z', timeZone }
const BEFORE = '2026-03-05T15:40:00Z'
const madeOf = (change: object, at = BEFORE) => printOf({ ...sampleSheet, ...change }, at)
const before = madeOf({ weight: 12 })
const again: SheetPaper = { ...samplePaper(), printed, unsaved: true, before }

const saysOn = (paper: SheetPaper) => {
  const { replaces, printed: words } = sheetFacts(paper)
  return [words, replaces]
}
const pdfPages = (paper: SheetPaper) =>
  readPdf(new Uint8Array(drawSheet(paper, options, fonts).output('arraybuffer'))).map(({ texts }) =>
    texts.map(({ text }) => text),
  )
async function docxParts(paper: SheetPaper) {
  const files = unzipSync(new Uint8Array(await (await sheetDocx(paper, options)).arrayBuffer()))
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return [part('word/document.xml'), part('word/footer1.xml'), part('word/footer2.xml')]
}

const PRINTED = 'Printed 03/05/2026, 10:52 AM, not saved yet'
const REPLACES = 'Weight changed. Replaces the print of 10:40 AM that says 12 lb.'

describe('which paper it is', () => {
  it('says who checked the weight, and where the clinic asks for a check, that nobody did', () => {
    const check = {
      by: '0193aaaa-0000-7000-8000-0000000000c1',
      name: 'Ben R.',
      at: '2026-03-05T15:42:00Z',
      weight: 22,
      weight_units: 'lb',
    } as const
    const said = (sheet: object) => {
      const paper = samplePaper()
      return sheetFacts({ ...paper, printed, sheet: { ...paper.sheet, day: '2026-03-05', ...sheet } }).check
    }
    expect(said({ check, check_asked: true })).toBe('Checked by Ben R., 10:42 AM')
    expect(said({ check, day: '2026-03-04' })).toBe('Checked by Ben R., 03/05/2026, 10:42 AM')
    expect(said({ check_asked: true })).toBe('Not double-checked')
    expect(said({})).toBeUndefined()
    // Not of the weight that is printed.
    expect(said({ check: { ...check, weight_units: 'kg' }, check_asked: true })).toBe('Not double-checked')
  })

  it('says when it was printed, and whether the sheet was saved by then', () => {
    expect(saysOn(samplePaper())).toEqual([undefined, undefined])
    expect(saysOn({ ...samplePaper(), printed })).toEqual(['Printed 03/05/2026, 10:52 AM', undefined])
    expect(saysOn({ ...samplePaper(), printed, unsaved: true })).toEqual([PRINTED, undefined])
  })

  it('says what it replaces: the weight before all else, nothing where the paper before says the same', () => {
    expect(saysOn(again)).toEqual([PRINTED, REPLACES])
    expect(saysOn({ ...again, before: madeOf({ weight_units: 'kg' }) })[1]).toMatch(/ that says 22 kg\.$/)
    expect(saysOn({ ...again, before: madeOf({ estimated: true }) })[1]).toMatch(/ that says about 22 lb\.$/)
    expect(saysOn({ ...again, before: madeOf({ outcome: 'rescue' }) })[1]).toBe(
      'Changed since the print of 10:40 AM. This one replaces it.',
    )
    expect(saysOn({ ...again, before: madeOf({}) })[1]).toBeUndefined()
    const yesterday = madeOf({ weight: 12 }, '2026-03-04T15:40:00Z')
    expect(saysOn({ ...again, before: yesterday })[1]).toContain(
      'the print of 03/04/2026, 10:40 AM that says 12 lb.',
    )
  })

  it('says when the weight was changed, where that was after the paper before', () => {
    const weighed = (weighed_at: string, change = {}) =>
      saysOn({ ...again, sheet: { ...again.sheet, weighed_at, ...change } })[1]
    expect(weighed('2026-03-05T15:51:00.000Z')).toBe(
      'Weight changed 10:51 AM. Replaces the print of 10:40 AM that says 12 lb.',
    )
    expect(weighed('2026-03-05T15:39:59.999Z')).toBe(REPLACES)
    expect(weighed('2026-03-05T15:51:00.000Z', { weight: 12 })).toBeUndefined()
    expect(weighed('2026-03-05T15:51:00.000Z', { weight: 12, outcome: 'rescue' })).toBe(
      'Changed since the print of 10:40 AM. This one replaces it.',
    )
  })

  it('stands on every page of the PDF, and at the head of the first', () => {
    const pages = pdfPages(again)
    expect(pages.length).toBeGreaterThan(2)
    for (const texts of pages) expect(texts).toEqual(expect.arrayContaining([PRINTED, REPLACES]))
    expect(pages[0]?.filter((text) => text === REPLACES)).toHaveLength(2)
    // That volumes are not confirmed is never put aside by it.
    const unconfirmed = pdfPages({ ...again, volumes_differ: true })[0] ?? []
    expect(unconfirmed[0]).toMatch(/^Volumes not confirmed: /)
    expect(unconfirmed).toContain(REPLACES)
  })

  it('stands on every page of the DOCX, and at the head of the first', async () => {
    const [document, ...footers] = await docxParts(again)
    expect(document).toContain(REPLACES)
    for (const footer of footers) {
      expect(footer).toContain(PRINTED)
      expect(footer).toContain(REPLACES)
    }
  })
})
