import type { jsPDF } from 'jspdf'
import { numberText } from 'sync-protocol/rules/number-input'
import { balanceDocumentName } from 'sync-protocol/rules/file-name'
import { type Grid, SHEET_GRID } from './balance-grid.ts'
import { drawFoot, drawHead, fitFoot, type FootNote, type HeadField } from './balance-head.ts'
import { drawLegendPage, legendPages } from './balance-legend.ts'
import { isDrugLost } from './balance-letters.ts'
import type { BalanceExportOptions, BalancePaper } from './balance-paper.ts'
import { daysText, formText, legendLines, legendOf, onPaper, shownPages } from './balance-rows.ts'
import { printable } from './letters.ts'
import { pagesOnPaper } from './paper-pages.ts'
import { drawBalanceTable } from './balance-table.ts'
import { balanceText as text } from './balance-text.ts'
import { newDocument } from './pdf-document.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { makePen, type Pen } from './pdf-pen.ts'
import { instantDayText, momentText } from './instant-text.ts'

const MARK = 215

/** Large, and light enough that every row is read through it. */
function markVoided(pen: Pen, grid: Grid): void {
  const size = (grid.right - grid.left - 40) / pen.width(text.voidedMark, 1, 'bold')
  const middle = grid.first + (grid.rows * grid.row) / 2 + size * 0.36
  pen.text((grid.left + grid.right) / 2, middle, text.voidedMark, {
    size,
    style: 'bold',
    grey: MARK,
    align: 'center',
  })
}

function fieldsOf({ content, author, date_created, time_zone }: BalancePaper): HeadField[] {
  return [
    { label: text.container, value: text.ml(numberText(content.container_size)), part: 11 },
    { label: text.strength, value: text.mgMl(numberText(content.drug_concentration)), part: 12 },
    { label: text.form, value: formText(content.drug_form), part: 9 },
    { label: text.dateUsed, value: daysText(content), part: 20 },
    { label: text.author, value: author.name, part: 18 },
    { label: text.created, value: instantDayText(date_created, time_zone), part: 10 },
  ]
}

/** 6 pt once the page is printed on Letter. */
const LEAST = 7.5
/** A reason may have 500 letters, and stands on every page. */
const LEAST_REASON = 6

/** Below the table: what a voided one is, who the initials are, and the ledger's head. */
function notesOf({ ledger, voided, time_zone }: BalancePaper, legend: string): FootNote[] {
  const plain = (said: string): FootNote => ({ text: said, bold: false, most: 9, least: LEAST })
  const known = plain(ledger.entered ? text.ledger(ledger.head.n, ledger.head.hash) : text.notInLedger)
  const notes = legend === '' ? [known] : [plain(legend), known]
  if (!voided) return notes
  const words = text.voided(momentText(voided.at, time_zone), voided.by_name, voided.reason)
  return [{ text: words, bold: true, most: 12, least: legend === '' ? LEAST_REASON : LEAST }, ...notes]
}

/** The same where the legend is on a page behind: all of it, always. */
function shortNotes(paper: BalancePaper, isLegendBehind: boolean): FootNote[] {
  const notes = notesOf(paper, '')
  const last = notes.at(-1)
  if (!isLegendBehind || last === undefined) return notes
  return [...notes.slice(0, -1), { ...last, text: `${text.legendBehind} ${last.text}` }]
}

/**
 * Draws a saved balance sheet as it was saved (`spec 2 §9`); `onPage` hears of each page drawn.
 * @throws RangeError where the drug would stand there without its name
 */
export function drawBalance(
  paper: BalancePaper,
  options: BalanceExportOptions,
  fonts: PdfFonts,
  onPage: (page: number, total: number) => void = () => undefined,
): jsPDF {
  const { content, author, clinic, address } = paper
  // @rule named-balance
  if (isDrugLost(content)) throw new RangeError(text.nameless)
  const whose = { clinic, ...(address === undefined ? {} : { address }) }
  const grid = SHEET_GRID[options.orientation]
  const doc = newDocument(grid, fonts, {
    title: balanceDocumentName(content),
    author: author.name,
    creator: clinic,
  })
  const pen = makePen(doc)
  const pages = onPaper(shownPages(pagesOnPaper(content.pages, options.orientation), paper, printable))
  const feet = pages.map((rows) => fitFoot(pen, grid, notesOf(paper, options.initials ? legendOf(rows) : '')))
  const isBehind = options.initials && legendOf(pages.flat()) !== '' && feet.includes(null)
  const legend = isBehind ? legendPages(pen, grid, legendLines(pages.flat())) : []
  // All of it, always, be it small.
  const footOf = (notes: FootNote[]) =>
    fitFoot(pen, grid, notes) ??
    fitFoot(
      pen,
      grid,
      notes.map((note) => ({ ...note, least: 1 })),
    ) ??
    []
  const foot = footOf(shortNotes(paper, isBehind))
  const total = pages.length + legend.length
  const title = content.combined
    ? `${text.title} · ${text.combined} · ${text.inMl}`
    : `${text.title} · ${text.inMl}`
  const fields = fieldsOf(paper)
  pages.forEach((rows, index) => {
    if (index > 0) doc.addPage()
    if (paper.voided) markVoided(pen, grid)
    drawHead(pen, grid, {
      title,
      ...whose,
      drug: content.drug_name,
      page: index + 1,
      total,
      fields,
    })
    drawBalanceTable(pen, grid, rows, { initials: options.initials })
    drawFoot(pen, grid, isBehind ? foot : (feet[index] ?? foot))
    onPage(index + 1, total)
  })
  legend.forEach((columns, index) => {
    doc.addPage()
    if (paper.voided) markVoided(pen, grid)
    const page = pages.length + index + 1
    drawHead(pen, grid, { title, ...whose, drug: content.drug_name, page, total, fields })
    drawLegendPage(pen, grid, columns)
    drawFoot(pen, grid, footOf(shortNotes(paper, false)))
    onPage(page, total)
  })
  return doc
}
