import { beforeAll, describe, expect, it } from 'vitest'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { drawEmergency } from './draw-emergency.ts'
import type { EmergencyPaper, EmergencyPaperRow } from './emergency-paper.ts'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { readPdf, type PdfPage } from './read-pdf.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const row = (name: string, volume: string, more: Partial<EmergencyPaperRow> = {}): EmergencyPaperRow => ({
  name,
  volume,
  unit: 'ml',
  route: 'IV',
  amounts: '0.01 to 0.02 mg/kg · 1 mg/ml',
  notes: [],
  ...more,
})
const paper = (more: Partial<EmergencyPaper> = {}): EmergencyPaper => ({
  title: 'Emergency doses: CPR',
  clinic: 'Riverside',
  patient: 'Bella',
  species: 'Canine',
  weight: '12.4 kg',
  otherWeight: '27.34 lb',
  printed: 'Printed 11/26/2026, 3:05 PM',
  before: [],
  parts: [
    {
      title: 'CPR',
      rows: [row('Epinephrine', '0.12–0.25'), row('Atropine', '0.92', { notes: ['Controlled'] })],
      after: [],
    },
    {
      title: 'Reversals',
      rows: [
        row('Dexmedetomidine -> Atipamezole', '0.12', { notes: ['IV only in arrest'] }),
        row('Midazolam', '', { route: '', amounts: '', notes: ['No reversal dose recorded'] }),
      ],
      after: ['Ketamine stays unopposed.'],
    },
    {
      title: 'Defibrillation, external',
      rows: [row('Biphasic', '25–49', { unit: 'J', route: '', amounts: '2 to 4 J/kg' })],
      after: [],
    },
  ],
  ...more,
})
const pagesOf = (one: EmergencyPaper): PdfPage[] =>
  readPdf(new Uint8Array(drawEmergency(one, fonts).output('arraybuffer')))
const textsOf = (page: PdfPage | undefined) => (page?.texts ?? []).map(({ text }) => text)
const isVolume = ({ text, size }: PdfPage['texts'][number]) =>
  /^<?\d+(\.\d+)?(–<?\d+(\.\d+)?)?$/.test(text) && size > 15
/** What a sheet of A4 shows of a page of 760 by 985, with margins of 5 mm. */
const ON_A4 = (595 - 28) / 760
const LEAST_POINTS = 14

describe('the PDF of emergency doses', () => {
  it('is one page with everything that the screen shows', () => {
    const pages = pagesOf(paper())
    expect(pages).toHaveLength(1)
    const texts = textsOf(pages[0])
    for (const said of [
      'Emergency doses: CPR',
      'Bella',
      '12.4 kg · 27.34 lb',
      'Printed 11/26/2026, 3:05 PM',
      'Epinephrine',
      '0.12–0.25',
      '0.92',
      'IV only in arrest',
      'No reversal dose recorded',
      'Ketamine stays unopposed.',
      '25–49',
      'J',
    ])
      expect(texts).toContain(said)
    expect(texts.join()).toContain('Riverside')
  })

  it('has the volume in the row of its drug, and no number where none is recorded', () => {
    const [page] = pagesOf(paper())
    const place = (text: string) => page?.texts.find((each) => each.text === text)?.y ?? 0
    expect(Math.abs(place('0.92') - place('Atropine'))).toBeLessThan(14)
    const beside = page?.texts.filter(({ y, size }) => Math.abs(y - place('Midazolam')) < 12 && size > 15)
    expect(beside?.map(({ text }) => text)).toEqual(['Midazolam'])
  })

  it.each([1, 5, 12, 18])(
    'has digits of at least 14 points on A4 and Letter, on one page, with %d rows',
    (count) => {
      const rows = Array.from({ length: count }, (_, nth) => row(`Drug ${nth}`, `${nth + 1}.25–${nth + 2}.5`))
      const pages = pagesOf(paper({ parts: [{ title: 'CPR', rows, after: [] }, ...paper().parts.slice(1)] }))
      expect(pages).toHaveLength(1)
      const sizes = (pages[0]?.texts ?? []).filter(isVolume).map(({ size }) => size * ON_A4)
      expect(sizes).toHaveLength(count + 2)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(LEAST_POINTS)
      const last = Math.max(...(pages[0]?.texts ?? []).filter(({ y }) => y < 960).map(({ y }) => y))
      expect(last).toBeLessThan(955)
    },
  )

  it('goes on, on the next page, rather than with digits that nobody can read', () => {
    const rows = Array.from({ length: 60 }, (_, nth) => row(`Drug ${nth}`, `${nth + 1}.25`))
    const pages = pagesOf(paper({ parts: [{ title: 'All', rows, after: [] }] }))
    expect(pages.length).toBeGreaterThan(1)
    const all = pages.flatMap(textsOf)
    for (const { name } of rows) expect(all.filter((text) => text === name)).toHaveLength(1)
    for (const page of pages) {
      expect(textsOf(page)).toContain('Bella')
      expect(Math.min(...page.texts.filter(isVolume).map(({ size }) => size * ON_A4))).toBeGreaterThanOrEqual(
        14,
      )
    }
  })

  it('shows the whole of long names and long volumes within their cells', () => {
    const long = 'W'.repeat(50)
    const [page] = pagesOf(
      paper({
        patient: long,
        parts: [{ title: long, rows: [row(long, '99999.9–99999.9', { notes: [long, long] })], after: [] }],
      }),
    )
    const pieces = (page?.texts ?? []).filter(({ text }) => /W{3}/.test(text))
    for (const { text, x, size } of pieces)
      expect(x + (text.split('W').length - 1) * size * 0.95).toBeLessThan(760)
  })

  it('prints the whole of a long source on lines of its own, at its full size, and stays one page', () => {
    const source = `Source: ${'Antisedan label for dogs, half of it for cats '.repeat(6).trim()}`
    const rows = Array.from({ length: 9 }, (_, nth) => row(`Drug ${nth}`, `${nth + 1}.25`))
    const reversed = row('Dexmedetomidine -> Atipamezole', '0.12', { notes: ['IV only in arrest', source] })
    const parts = [
      { title: 'CPR', rows, after: [] },
      { title: 'Reversals', rows: [reversed, { ...reversed, name: 'Midazolam' }], after: [] },
    ]
    const pages = pagesOf(paper({ parts }))
    expect(pages).toHaveLength(1)
    const lines = (pages[0]?.texts ?? []).filter(({ text }) => /arrest|label|half|cats/.test(text))
    expect(lines.map(({ text }) => text).join(' ')).toBe(
      Array.from({ length: 2 }, () => `IV only in arrest · ${source}`).join(' '),
    )
    for (const { size, y } of lines) {
      expect(size).toBeCloseTo(10.5)
      expect(
        pages[0]?.texts.filter((other) => Math.abs(other.y - y) < 6 && other.text === 'Midazolam'),
      ).toEqual([])
    }
  })

  it('is not made where a drug would lose its name', () => {
    const parts = [{ title: 'CPR', rows: [row('アトロピン', '0.92')], after: [] }]
    expect(() => drawEmergency(paper({ parts }), fonts)).toThrow(RangeError)
    const same = [{ title: 'CPR', rows: [row('Atropine 🔴', '0.9'), row('Atropine 🔵', '0.1')], after: [] }]
    expect(() => drawEmergency(paper({ parts: same }), fonts)).toThrow(RangeError)
  })
})
