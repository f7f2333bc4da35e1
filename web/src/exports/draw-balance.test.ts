import fc from 'fast-check'
import type { BalanceRow } from 'sync-protocol/records/balance'
import { withoutReason } from 'sync-protocol/rules/adjustments'
import { reflow, rowsOnPages } from 'sync-protocol/rules/balance-pages'
import { combineBalances } from 'sync-protocol/rules/combine-balances'
import { beforeAll, describe, expect, it } from 'vitest'
import { newDocument } from './pdf-document.ts'
import { SHEET_GRID } from './balance-grid.ts'
import type { BalanceExportOptions, BalancePaper } from './balance-paper.ts'
import { type ReadRow, readTable } from './testing/balance-readback.ts'
import {
  sampleBalancePaper,
  sampleHead,
  samplePage,
  sampleRow,
  sampleRows,
} from './testing/balance-sample.ts'
import { drawBalance } from './draw-balance.ts'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { makePen } from './pdf-pen.ts'
import { type PdfPage, readPdf } from './read-pdf.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const options: BalanceExportOptions = { orientation: 'landscape', initials: true }
const fileOf = (paper: BalancePaper, chosen: Partial<BalanceExportOptions> = {}) =>
  new Uint8Array(drawBalance(paper, { ...options, ...chosen }, fonts).output('arraybuffer'))
const pagesOf = (paper: BalancePaper, chosen: Partial<BalanceExportOptions> = {}): PdfPage[] =>
  readPdf(fileOf(paper, chosen))
const textsOf = (page: PdfPage | undefined) => (page?.texts ?? []).map(({ text }) => text)

/** What a saved row must say on paper, written down apart from the code that draws it. */
function wanted(row: BalanceRow, initials: string, silent: boolean): ReadRow {
  const date = row.date === '' ? '' : row.date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
  const said: ReadRow = {
    number: row.procedure_number > 0 ? String(row.procedure_number) : '',
    date,
    title: row.title,
    species: row.species === '' ? '' : (['Canine', 'Feline', 'Exotic'][row.species] ?? ''),
    description: [row.description, silent ? 'reason not recorded' : ''].filter(Boolean).join(': '),
    bottle: row.bottle_number,
    reason: row.reason,
    added: row.added === null ? '' : String(row.added),
    used: row.used === null ? '' : String(row.used),
    balance: row.balance === null ? '' : String(row.balance),
    initials: row.empty ? '' : initials,
  }
  return said
}
/** A cell breaks its text between words, so blanks are not compared. */
const bare = (row: ReadRow) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, text]) => {
      const letters = text.replace(/ /g, '')
      return letters === '' ? [] : [[name, letters]]
    }),
  )
const expectRows = (
  page: PdfPage | undefined,
  rows: readonly BalanceRow[],
  orientation = options.orientation,
  silent = withoutReason(rows),
) => {
  if (!page) throw new Error('the page is missing')
  const read = readTable(page, SHEET_GRID[orientation])
  expect(read.map(bare)).toStrictEqual(rows.map((row) => bare(wanted(row, 'MF', silent.has(row)))))
}

const draws = (count: number): BalanceRow[] =>
  Array.from({ length: count }, (_, nth) =>
    sampleRow({
      kind: 'draw',
      procedure_number: nth + 1,
      date: '2026-03-05',
      title: `Patient ${nth + 1}`,
      species: 0,
      bottle_number: 'B-17',
      reason: 'Dental',
      used: 0.1,
      balance: Math.round((100 - (nth + 1) * 0.1) * 100) / 100,
    }),
  )
const [opening] = sampleRows
const withDraws = (count: number) =>
  sampleBalancePaper({ pages: reflow([[...(opening ? [opening] : []), ...draws(count)]], 24) })

describe('the PDF of a balance sheet', () => {
  it.each([
    ['landscape', [0, 0, 985, 760]],
    ['portrait', [0, 0, 760, 985]],
  ] as const)('in %s has pages of exactly %o', (orientation, mediaBox) => {
    for (const page of pagesOf(withDraws(60), { orientation })) expect(page.mediaBox).toStrictEqual(mediaBox)
  })

  it.each([
    ['landscape', 1, 1],
    ['landscape', 23, 1],
    ['landscape', 24, 2],
    ['landscape', 60, 3],
    ['portrait', 33, 1],
    ['portrait', 34, 2],
    ['portrait', 60, 2],
  ] as const)('in %s holds %i draws on %i pages', (orientation, count, pages) => {
    expect(pagesOf(withDraws(count), { orientation })).toHaveLength(pages)
  })

  it('says on each page which drug, container, strength, form, days, clinic, author and page it is', () => {
    const paper = { ...withDraws(60), date_created: '2026-03-06T04:30:00Z' }
    const pages = pagesOf(paper)
    pages.forEach((page, index) => {
      expect(textsOf(page)).toEqual(
        expect.arrayContaining([
          'Controlled Substance Balance Sheet · all amounts in ml',
          'Riverside Animal Clinic',
          'Ketamine',
          '20 ml',
          '100 mg/ml',
          'Injection',
          'Maria Fernández',
          `Page ${index + 1} / 3`,
          `Ledger: 1204 entries, the last one ${sampleHead.hash}`,
          'Patient/Medication',
          'Initials',
        ]),
      )
      // The instant's day by the clinic's calendar, in Chicago the evening before.
      expect(page.texts.find(({ text, y }) => text === '03/05/2026' && y < 98)).toBeDefined()
    })
  })

  it('says that an unsent sheet is not yet in the ledger', () => {
    const [page] = pagesOf({ ...sampleBalancePaper(), ledger: { entered: false } })
    expect(textsOf(page)).toContain('Ledger: not yet in the ledger')
    expect(textsOf(page).join(' ')).not.toContain(sampleHead.hash)
  })

  it('prints each saved row, and nothing in the rows that are empty', () => {
    const pages = pagesOf(sampleBalancePaper())
    expect(pages).toHaveLength(1)
    expectRows(pages[0], samplePage(...sampleRows))
  })

  it.each(['landscape', 'portrait'] as const)(
    'in %s has a line under each row, filled or open',
    (orientation) => {
      const { first, row, rows } = SHEET_GRID[orientation]
      for (const count of [3, rows - 1, rows]) {
        for (const { rules } of pagesOf(withDraws(count), { orientation })) {
          for (let nth = 0; nth <= rows; nth++) {
            expect(rules.some((y) => Math.abs(y - (first + nth * row)) < 0.1)).toBe(true)
          }
        }
      }
    },
  )

  it('carries the balance to the shaded first row of each next page', () => {
    const pages = pagesOf(withDraws(60))
    const second = readTable(pages[1] ?? { mediaBox: [], texts: [], rules: [] }, SHEET_GRID.landscape)[0]
    expect(second).toMatchObject({
      title: 'Balance, Previous Page',
      // On two lines of one cell.
      reason: 'Carried From PreviousPage',
      balance: '97.7',
    })
    expect(second?.added).toBeUndefined()
    expect(second?.used).toBeUndefined()
  })

  it('has 34 rows on a portrait page and changes no number by it', () => {
    const paper = withDraws(60)
    const pages = pagesOf(paper, { orientation: 'portrait' })
    const rows = reflow(paper.content.pages, 34)
    expect(rows.map((page) => page.length)).toStrictEqual([34, 34])
    rows.forEach((page, index) => expectRows(pages[index], page, 'portrait'))
    expect(rowsOnPages(rows)).toStrictEqual(rowsOnPages(paper.content.pages))
  })

  it('prints initials on each row that holds anything, or none', () => {
    const initialsOn = (initials: boolean) =>
      readTable(
        pagesOf(sampleBalancePaper(), { initials })[0] ?? { mediaBox: [], texts: [], rules: [] },
        SHEET_GRID.landscape,
      )
        .map((row) => row.initials)
        .filter((text) => text !== undefined)
    expect(initialsOn(true)).toStrictEqual(Array(sampleRows.length).fill('MF'))
    expect(initialsOn(false)).toStrictEqual([])
  })

  it('prints who drew on each draw, told apart, with a legend at the foot that is whole and above the edge', () => {
    const people = Array.from({ length: 24 }, (_, n) => ({
      id: `p-${n}`,
      name: `Alexandra-Maria ${String.fromCharCode(65 + n)}ngström-Lindqvist`,
    }))
    const alike = [
      { id: 'x', name: 'Bob Ray' },
      { id: 'y', name: 'Beth Roe' },
    ]
    for (const orientation of ['landscape', 'portrait'] as const) {
      for (const crowd of [alike, people]) {
        const rows = withDraws(23)
        const by = rowsOnPages(rows.content.pages).map((_, at) => crowd[at % crowd.length] ?? null)
        const voided = { by_name: 'Ana Jones', at: '2026-03-07T21:05:00Z', reason: 'Wrong bottle' }
        for (const paper of [
          { ...rows, people: by },
          { ...rows, people: by, voided },
        ]) {
          const [page, ...more] = pagesOf(paper, { orientation })
          const { first, rows: count, row, height } = SHEET_GRID[orientation]
          const foot = page?.texts.filter(({ y, size }) => y > first + count * row && size < 100) ?? []
          const said = foot.map(({ text }) => text).join(' ')
          // What does not fit there in letters that can be read stands on a page behind.
          expect(more.length).toBe(crowd === people ? 1 : 0)
          const behind = more.flatMap(({ texts }) => texts)
          if (more.length > 0) expect(said).toContain('Initials: see the last page.')
          const whole = [...foot, ...behind].map(({ text }) => text).join('')
          for (const { name } of crowd)
            expect(whole.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''))
          expect(Math.min(...[...foot, ...behind].map(({ size }) => size))).toBeGreaterThanOrEqual(7.5)
          expect(Math.max(...behind.map(({ y }) => y))).toBeLessThan(height - 12)
          expect(said.replaceAll(/\s/g, '')).toContain(sampleHead.hash)
          expect(Math.max(...foot.map(({ y }) => y))).toBeLessThan(height - 12)
          if (crowd !== alike) continue
          expect(said).toContain('Drawn or entered by: BR1 Beth Roe · BR2 Bob Ray.')
          const [a, b] = page ? readTable(page, SHEET_GRID[orientation]) : []
          expect([a?.initials, b?.initials]).toEqual(['BR2', 'BR1'])
        }
      }
    }
  })

  it('prints thirteen names of a voided sheet in letters of 6 pt at least, once it is printed on Letter', () => {
    const crowd = Array.from({ length: 13 }, (_, n) => ({
      id: `p-${n}`,
      name: `Alexandra ${String.fromCharCode(65 + n)}ngström-Lindqvist`,
    }))
    const rows = withDraws(23)
    const by = rowsOnPages(rows.content.pages).map((_, at) => crowd[at % crowd.length] ?? null)
    const voided = { by_name: 'Ana Jones', at: '2026-03-07T21:05:00Z', reason: 'Wrong bottle' }
    for (const orientation of ['landscape', 'portrait'] as const) {
      const { first, rows: count, row, width, height } = SHEET_GRID[orientation]
      const pages = pagesOf({ ...rows, people: by, voided }, { orientation })
      const texts = pages.flatMap(({ texts: all }, nth) =>
        all.filter(({ y, size }) => size < 100 && (nth > 0 || y > first + count * row)),
      )
      const toLetter = Math.min(792, 612 * Math.max(1, width / height)) / width
      expect(Math.min(...texts.map(({ size }) => size)) * toLetter).toBeGreaterThanOrEqual(6)
      const said = texts
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s/g, '')
      for (const { name } of crowd) expect(said).toContain(name.replaceAll(/\s/g, ''))
    }
  })

  it('tells people apart whose letters paper cannot print, and gives a patient of such letters words for a name', () => {
    const rows = withDraws(3)
    const people = ['王伟', '李娜', '王伟', '李娜'].map((name, at) => ({ id: `0000-000${at % 2}`, name }))
    const content = {
      ...rows.content,
      pages: rows.content.pages.map((page) =>
        page.map((each) => (each.title === 'Patient 1' ? { ...each, title: '小白' } : each)),
      ),
    }
    const [page] = pagesOf({ ...rows, content, people })
    const read = page ? readTable(page, SHEET_GRID.landscape) : []
    expect(read.slice(0, 4).map(({ initials }) => initials)).toEqual([
      '\ufffd2',
      '\ufffd1',
      '\ufffd2',
      '\ufffd1',
    ])
    const said = textsOf(page).join(' ')
    expect(said).toContain('\ufffd1 \ufffd\ufffd (0001)')
    expect(said).toContain('\ufffd2 \ufffd\ufffd (0000)')
    expect(read[1]?.title?.replaceAll(' ', '')).toBe('namecannotbeprinted')
  })

  it('is not made where the drug would lose its name', () => {
    const paper = withDraws(1)
    const named = (drug_name: string) => ({ ...paper, content: { ...paper.content, drug_name } })
    for (const name of ['氯胺酮', 'Ketamine 氯胺酮'])
      expect(() => pagesOf(named(name))).toThrow('A PDF cannot print the name of this drug.')
    expect(pagesOf(named('Κεταμίνη'))).toHaveLength(1)
  })

  it('leaves the column of a draw nobody knows for a pen, and says so', () => {
    const [page] = pagesOf({ ...withDraws(2), people: [{ id: 'a-1', name: 'Maria Fernández' }, null, null] })
    const initials = page ? readTable(page, SHEET_GRID.landscape).map((row) => row.initials) : []
    expect(initials.slice(0, 3)).toEqual(['MF', undefined, undefined])
    expect(textsOf(page).join(' ')).toContain('No initials: who drew or made the entry is not recorded.')
  })

  it('puts the decimal points of each column into one line', () => {
    const [page] = pagesOf(withDraws(20))
    const at = new Set(
      (page?.texts ?? [])
        .filter(({ text, x }) => /^\d+\.\d+$/.test(text) && x > (SHEET_GRID.landscape.columns.at(-2)?.x ?? 0))
        .map(({ text, x, size }) => (x + text.indexOf('.') * 0.572 * size).toFixed(1)),
    )
    expect(at.size).toBe(1)
  })

  it('says the whole of a long reason in letters that can be read, above the edge', () => {
    const reason = 'Entered twice by the technician of the night. '.repeat(11).slice(0, 500).trim()
    const voided = { by_name: 'Ana Jones', at: '2026-03-07T21:05:00Z', reason }
    for (const orientation of ['landscape', 'portrait'] as const) {
      const [page] = pagesOf({ ...sampleBalancePaper(), voided }, { orientation })
      const { first, rows, row, height } = SHEET_GRID[orientation]
      const foot = page?.texts.filter(({ y, size }) => y > first + rows * row && size < 100) ?? []
      expect(foot.map(({ text }) => text).join(' ')).toContain(reason)
      expect(Math.min(...foot.map(({ size }) => size))).toBeGreaterThan(6)
      expect(Math.max(...foot.map(({ y }) => y))).toBeLessThan(height - 12)
    }
  })
  it('is marked over and over as voided: by whom, when and why', () => {
    const pages = pagesOf({
      ...withDraws(30),
      voided: { by_name: 'Ana Jones', at: '2026-03-07T21:05:00Z', reason: 'Wrong bottle' },
    })
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      expect(page.texts.filter(({ text, size }) => text === 'VOIDED' && size > 100)).toHaveLength(1)
      expect(textsOf(page)).toContain('VOIDED 03/07/2026, 3:05 PM by Ana Jones. Reason: Wrong bottle')
    }
    expectRows(pages[0], reflow(withDraws(30).content.pages, 24)[0] ?? [])
    expect(textsOf(pagesOf(withDraws(1))[0]).join(' ')).not.toMatch(/void/i)
  })

  it('of combined sheets has a row where one opens with another balance than the one before closed with', () => {
    const sheetOf = (balance: number, day: string) => ({
      ...sampleBalancePaper().content,
      date_start: day,
      date_end: day,
      pages: [samplePage(...sampleRows.slice(0, 1).map((row) => ({ ...row, balance, date: day })))],
    })
    const combined = combineBalances([
      { _id: 'a', content: { ...sampleBalancePaper().content } },
      { _id: 'b', content: sheetOf(-2, '2026-04-05') },
    ])
    if ('error' in combined) throw new Error(combined.error)
    const [page] = pagesOf(sampleBalancePaper(combined.content))
    const rows = readTable(page ?? { mediaBox: [], texts: [], rules: [] }, SHEET_GRID.landscape)
    expect(rows[sampleRows.length]).toMatchObject({
      reason: 'Gap Between Balances',
      description: 'Difference -1.5 ml',
      balance: '-2',
    })
    expect(textsOf(page)).toEqual(
      expect.arrayContaining([
        'Controlled Substance Balance Sheet · combined · all amounts in ml',
        '03/05/2026 - 04/05/2026',
      ]),
    )
    expectRows(page, combined.content.pages[0] ?? [])
  })

  it('has the document name as its title', () => {
    const info = new TextDecoder('latin1').decode(fileOf(sampleBalancePaper()))
    expect(info).toContain('/Title (Ketamine Balance Sheet - 03.05.2026)')
  })

  it('of a sheet without any row is one page to write on', () => {
    const pages = pagesOf(sampleBalancePaper({ pages: [] }))
    expect(pages).toHaveLength(1)
    expectRows(pages[0], samplePage())
  })
})

const letter = fc.constantFrom(...Array.from('abcXYZ 0189-.,/()&éŁßΩψЖѣ'))
const words = (most: number) => fc.string({ unit: letter, maxLength: most, size: 'max' })
const hundredths = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((value) => value / 100)
const anyRow: fc.Arbitrary<BalanceRow> = fc.record({
  kind: fc.constantFrom('opening', 'draw', 'bottle', 'adjustment'),
  procedure_number: fc.integer({ min: -1, max: 99_999 }),
  date: fc.constantFrom('', '2026-03-05', '1999-12-31'),
  title: words(200),
  species: fc.constantFrom('' as const, 0, 1, 2),
  description: words(200),
  bottle_number: words(50),
  reason: words(200),
  added: fc.option(hundredths),
  used: fc.option(hundredths),
  adjusted: fc.option(hundredths),
  balance: fc.option(hundredths),
  empty: fc.constant(false),
})

describe('any table', () => {
  it.each(['landscape', 'portrait'] as const)('is printed in %s as it was saved', (orientation) => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        const pages = reflow([rows], 24)
        const drawn = pagesOf(sampleBalancePaper({ pages }), { orientation })
        const shown = orientation === 'landscape' ? pages : reflow([rows], 34)
        expect(drawn).toHaveLength(shown.length)
        const silent = withoutReason(rows)
        shown.forEach((page, index) => expectRows(drawn[index], page, orientation, silent))
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it('stays within its cells, whatever it holds', () => {
    const pen = makePen(newDocument(SHEET_GRID.landscape, fonts, { title: '', creator: '' }))
    fc.assert(
      fc.property(anyRow, fc.constantFrom('landscape', 'portrait'), (row, orientation) => {
        const grid = SHEET_GRID[orientation]
        const [page] = pagesOf(sampleBalancePaper({ pages: [samplePage(row)] }), { orientation })
        for (const { text, x, y, size, font } of page?.texts ?? []) {
          if (y < grid.first || y > grid.first + grid.row) continue
          const column = grid.columns.findLast((one) => one.x <= x)
          const right = x + pen.width(text, size, font.endsWith('Bold') ? 'bold' : 'normal')
          expect(right).toBeLessThan((column?.x ?? 0) + (column?.width ?? 0))
          expect(y - size).toBeGreaterThan(grid.first - size * 0.3)
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
