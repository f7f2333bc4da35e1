import { beforeAll, expect, it } from 'vitest'
import type { Tap } from 'sync-protocol/rules/code'
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
const tap = (what: Tap['what'], seconds: number, more: Partial<Tap & { voidedBy: string }> = {}) => ({
  _id: `${what} ${seconds}`,
  what,
  at: new Date(BEGAN + seconds * 1000).toISOString(),
  isVoid: false,
  by: 'Ana',
  ...more,
})
const rowsOf = (taps: ReturnType<typeof tap>[]) => codeRows(taps, 'UTC')
const paper = (taps: ReturnType<typeof tap>[]): CodePaper => ({
  title: 'Code (CPR)',
  clinic: 'Riverside',
  patient: 'Milo',
  species: 'Canine',
  weight: '12.4 kg',
  otherWeight: '27.34 lb',
  printed: 'Printed 11/26/2026, 3:05 PM',
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
