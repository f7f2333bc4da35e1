import { beforeAll, expect, it } from 'vitest'
import type { Tap } from 'sync-protocol/rules/code'
import { drugsWithoutName, unprintableOnCode } from './code-letters.ts'
import { CODE_ROWS_MAX, codeRows, type CodePaper } from './code-rows.ts'
import { drawCodePaper } from './draw-code.ts'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { readPdf } from './read-pdf.ts'
import { sheetBlocks } from './sheet-blocks.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const BEGAN = Date.parse('2026-11-26T10:00:00.000Z')
const tap = (
  what: Tap['what'],
  seconds: number,
  more: Partial<Tap & { by: string; voidedBy: string }> = {},
) => ({
  _id: `${what} ${seconds}`,
  what,
  at: new Date(BEGAN + seconds * 1000).toISOString(),
  isVoid: false,
  by: 'Ana',
  ...more,
})
const rowText = ({ what, text }: { what: string; text: string }) => `${what}: ${text}`
const rowsOf = (taps: ReturnType<typeof tap>[]) => codeRows(taps, 'UTC')
const paper = (taps: ReturnType<typeof tap>[]): CodePaper => ({
  title: 'Code (CPR)',
  clinic: 'Riverside',
  patient: 'Milo',
  species: 'Canine',
  weight: '12.4 kg',
  otherWeight: '27.34 lb',
  printed: 'Printed 11/26/2026, 3:05 PM',
  says: '',
  rows: rowsOf(taps),
})
const wordsOf = (taps: ReturnType<typeof tap>[]) =>
  readPdf(new Uint8Array(drawCodePaper(paper(taps), fonts).output('arraybuffer'))).map(({ texts }) =>
    texts.map(({ text }) => text).join(' '),
  )

it('a code on paper says each tap with its time, in order, and what was a mistake', () => {
  const [page = ''] = wordsOf([
    tap('rhythm', 125, { detail: 'VF' }),
    tap('started', 0),
    tap('epinephrine', 65, { isVoid: true, voidedBy: 'Ben' }),
  ])
  expect(page).toMatch(/Milo .*12\.4 kg · 27\.34 lb/)
  expect(page).toMatch(/CPR started 10:00:00 AM 0:00 Ana/)
  expect(page).toMatch(/Not counted: Epinephrine given .*10:01:05 AM 1:05 Ana/)
  expect(page).toContain('Pressed by mistake (Ben)')
  expect(page).toMatch(/Rhythm checked: VF 10:02:05 AM 2:05 Ana/)
  expect(page.indexOf('CPR started')).toBeLessThan(page.indexOf('Not counted'))
  expect(page).toContain('1 / 1')
})

it('a long code goes on, on further pages, and leaves nothing out', () => {
  const taps = Array.from({ length: 2 * CODE_ROWS_MAX + 1 }, (_, nth) => tap('epinephrine', nth))
  const pages = wordsOf(taps)
  expect(pages).toHaveLength(3)
  expect(pages.map((page) => page.match(/Epinephrine given/g)?.length)).toEqual([
    CODE_ROWS_MAX,
    CODE_ROWS_MAX,
    1,
  ])
  for (const page of pages) expect(page).toContain('Milo')
  expect(pages[1]).toContain('Code (CPR), 11/26/2026, continued')
})

it('what the sheet says otherwise by now stands on each page of a code, and costs no row', () => {
  const says = 'The sheet says 15 kg now. The doses here are for 12.4 kg.'
  const taps = Array.from({ length: CODE_ROWS_MAX + 1 }, (_, nth) => tap('epinephrine', nth))
  const pages = readPdf(
    new Uint8Array(drawCodePaper({ ...paper(taps), says }, fonts).output('arraybuffer')),
  ).map(({ texts }) => texts.map(({ text }) => text).join(' '))
  expect(pages.map((page) => page.match(/Epinephrine given/g)?.length)).toEqual([CODE_ROWS_MAX, 1])
  for (const page of pages) expect(page).toContain(says)
  expect(wordsOf(taps).join()).not.toContain('The sheet says')
  const lacking = unprintableOnCode({ ...paper(taps), says: 'Saved as 小白' })
  expect(lacking.map(rowText)).toEqual(['Code (CPR): Saved as 小白'])
})

it('stands at the end of a sheet, in blocks of which each finds room on a page', () => {
  const sheet = { anesthesia_protocol: { name: '', sections: [], fluids: [] }, injections: [] }
  const code = rowsOf(Array.from({ length: CODE_ROWS_MAX + 3 }, (_, nth) => tap('shock', nth)))
  const blocks = sheetBlocks(sheet as never, { injectionPageBreak: false, emergencyPageBreak: false }, code)
  expect(blocks.map((block) => [block.kind, block.kind === 'code' && block.rows.length])).toEqual([
    ['code', CODE_ROWS_MAX],
    ['code', 3],
  ])
  for (const { height } of blocks) expect(height).toBeLessThanOrEqual(932)
})

const given = (detail: string, seconds = 65, more: Partial<Tap & { by: string }> = {}) =>
  tap('drug', seconds, { detail, ...more })

it('a code is not printed where a drug would stand there without its name', () => {
  const pdfOf =
    (...taps: ReturnType<typeof tap>[]) =>
    () =>
      wordsOf([tap('started', 0), ...taps])
  expect(pdfOf(given('阿托品'))).toThrow(RangeError)
  expect(pdfOf(given('Ketamine 🔴'), given('Ketamine 🔵', 66))).toThrow(RangeError)
  // What was not given may lose its name, and what nobody named has none.
  expect(
    pdfOf(given('阿托品', 65, { isVoid: true }), tap('drug', 70), given('Atropine 💉', 75)),
  ).not.toThrow()
})

it('names the rows of a code of which a PDF lacks letters, each once', () => {
  const strange = {
    ...paper([
      tap('started', 0, { by: '三' }),
      given('阿托品'),
      given('阿托品', 90),
      given('Atropine', 95),
      given('犬', 99, { isVoid: true, by: '三' }),
    ]),
    patient: '小白',
    clinic: '四',
  }
  expect(drugsWithoutName(strange).map(rowText)).toEqual(['Drug: 阿托品'])
  expect(unprintableOnCode(strange).map(rowText)).toEqual([
    'Patient: 小白',
    'Clinic: 四',
    'Drug: 阿托品',
    'Recorded by: 三',
    'Code (CPR): Not counted: Drug given: 犬',
    'Code (CPR): Pressed by mistake (三)',
  ])
})
