import type { jsPDF } from 'jspdf'
import { PAGE, paginate } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { rowsWithoutName } from './letters.ts'
import { drawBlock } from './pdf-blocks.ts'
import { TOP } from './pdf-columns.ts'
import { newDocument } from './pdf-document.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { drawContinuedHead, drawHeader, drawMargin } from './pdf-header.ts'
import { drawNotes, notesLines } from './pdf-notes.ts'
import { makePen } from './pdf-pen.ts'
import { sheetBlocks } from './sheet-blocks.ts'
import { procedureNotes } from './sheet-facts.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

/**
 * Draws the whole paper (`spec 2 §9`): blocks never split, notes on final pages, the patient and 'n / total' on each.
 * @throws RangeError for a sheet of which a drug would stand there without its name
 */
export function drawSheet(paper: SheetPaper, options: SheetExportOptions, fonts: PdfFonts): jsPDF {
  // @rule named-rows
  if (rowsWithoutName(paper).length > 0) throw new RangeError(exportText.nameless)
  const doc = newDocument(PAGE, fonts, {
    title: exportText.documentTitle(paper.sheet.name),
    author: paper.author_name,
    creator: paper.clinic,
  })
  const pen = makePen(doc)
  const pages = paginate(sheetBlocks(paper.sheet, options, paper.code))
  pages.forEach((page, index) => {
    if (index === 0) drawHeader(pen, paper)
    else {
      doc.addPage()
      drawContinuedHead(pen, paper)
    }
    for (const { block, top } of page) drawBlock(pen, TOP + top, block, paper)
  })

  const notes = options.procedureNotes ? procedureNotes(paper.sheet) : ''
  const lines = notes === '' ? [] : notesLines(pen, notes, PAGE.most - pages.length)
  if (lines.length > 0) {
    doc.addPage()
    drawNotes(pen, lines, () => drawContinuedHead(pen, paper))
  }

  const total = doc.getNumberOfPages()
  for (let page = 1; page <= total; page++) {
    doc.setPage(page)
    drawMargin(pen, paper, page, total)
  }
  return doc
}
