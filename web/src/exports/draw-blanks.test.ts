import { beforeAll, describe, expect, it } from 'vitest'
import { BLANK_GRID } from './balance-grid.ts'
import { readTable } from './testing/balance-readback.ts'
import { drawBlanks } from './draw-blanks.ts'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { readPdf } from './read-pdf.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const paper = {
  drug_name: 'Ketamine',
  drug_concentration: 0.5,
  clinic: 'Riverside Animal Clinic',
  day: '2026-03-05',
}
const fileOf = (pages: number) => new Uint8Array(drawBlanks({ ...paper, pages }, fonts).output('arraybuffer'))

describe('blank balance sheets', () => {
  it.each([1, 3, 100])('are %i landscape pages of 985 by 760, with 24 rows that hold nothing', (count) => {
    const pages = readPdf(fileOf(count))
    expect(pages).toHaveLength(count)
    for (const page of pages) {
      expect(page.mediaBox).toStrictEqual([0, 0, 985, 760])
      expect(readTable(page, BLANK_GRID)).toStrictEqual(Array.from({ length: 24 }, () => ({})))
    }
  })

  it('are not made where the drug would lose its name', () => {
    expect(() => drawBlanks({ ...paper, pages: 1, drug_name: '氯胺酮' }, fonts)).toThrow(RangeError)
  })

  it('have a line under each row for the pen', () => {
    const { first, row } = BLANK_GRID
    for (const { rules } of readPdf(fileOf(2))) {
      for (let nth = 0; nth <= 24; nth++) {
        expect(rules.some((y) => Math.abs(y - (first + nth * row)) < 0.1)).toBe(true)
      }
    }
  })

  it('say the drug, its strength, the form Injection and the page, and leave the rest to a pen', () => {
    readPdf(fileOf(3)).forEach((page, index) => {
      const said = page.texts.map(({ text }) => text)
      for (const text of ['Ketamine', '0.5 mg/ml', 'Injection', 'Riverside Animal Clinic'])
        expect(said).toContain(text)
      expect(said).toContain(`Page ${index + 1} / 3`)
    })
  })

  it('have the columns in their order', () => {
    const [page] = readPdf(fileOf(1))
    const { head, first, columns } = BLANK_GRID
    const labels = columns.map(({ x, width }, index) => {
      // The two amounts share one label, which stands over both.
      const end = columns[index]?.name === 'added' ? x + width * 2 : x + width
      const found = (page?.texts ?? []).filter(({ x: at, y }) => y > head && y < first && at >= x && at < end)
      return columns[index]?.name === 'used' ? '|' : found.map(({ text }) => text).join(' ')
    })
    expect(labels).toStrictEqual([
      'Date',
      'Patient/Medication',
      'Species',
      'Client ID/Bottle Description',
      'Bottle Number',
      'Reason',
      'Amount Added | Used',
      '|',
      'Balance',
      'Initials',
      'Initials When Physical Count Taken',
    ])
  })

  it('have their own name as title', () => {
    const info = new TextDecoder('latin1').decode(fileOf(1))
    expect(info).toMatch(/\/Title \(Ketamine Balance Sheet - 03\.05\.2026 \\?\(Blank\\?\)\)/)
  })
})
