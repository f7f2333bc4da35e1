import { jsPDF } from 'jspdf'
import { PAGE, paginate } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { rowsWithoutName } from './letters.ts'
import { drawBlock } from './pdf-blocks.ts'
import { TOP } from './pdf-columns.ts'
import { embedFonts, type PdfFonts } from './pdf-fonts.ts'
import { drawContinuedHead, drawHeader, drawMargin } from './pdf-header.ts'
import { drawNotes, notesPages } from './pdf-notes.ts'
import { makePen, type Pen } from './pdf-pen.ts'
import { sheetBlocks } from './sheet-blocks.ts'
import { procedureNotes } from './sheet-facts.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

function continued(doc: jsPDF, pen: Pen, paper: SheetPaper): void {
  doc.addPage()
  drawContinuedHead(pen, paper)
}

/**
 * Draws the whole paper (`spec 2 §9`): blocks never split, notes on final pages, the patient and 'n / total' on each.
 * @throws RangeError for a sheet of which a drug would stand there without its name
 */
export function drawSheet(paper: SheetPaper, options: SheetExportOptions, fonts: PdfFonts): jsPDF {
  if (rowsWithoutName(paper.sheet).length > 0) throw new RangeError(exportText.nameless)
  const doc = new jsPDF({
    unit: 'pt',
    format: [PAGE.width, PAGE.height],
    compress: true,
    putOnlyUsedFonts: true,
  })
  embedFonts(doc, fonts)
  doc.setLanguage('en-US')
  doc.setProperties({
    title: exportText.documentTitle(paper.sheet.name),
    author: paper.author_name,
    creator: paper.clinic,
  })
  const pen = makePen(doc)
  const pages = paginate(sheetBlocks(paper.sheet, options))
  const written = options.procedureNotes ? procedureNotes(paper.sheet) : ''
  const notes = written === '' ? [] : notesPages(pen, written, PAGE.most - pages.length)
  const total = pages.length + notes.length

  pages.forEach((page, index) => {
    if (index === 0) drawHeader(pen, paper)
    else continued(doc, pen, paper)
    for (const { block, top } of page) drawBlock(pen, TOP + top, block, paper.drug_classes)
    drawMargin(pen, paper, index + 1, total)
  })
  notes.forEach((lines, index) => {
    continued(doc, pen, paper)
    drawNotes(pen, lines)
    drawMargin(pen, paper, pages.length + index + 1, total)
  })
  return doc
}
