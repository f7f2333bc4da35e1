import type { jsPDF } from 'jspdf'
import { PAGE, paginate } from 'sync-protocol/rules/pagination'
import { drugsWithoutName } from './code-letters.ts'
import type { CodePaper } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { drawCode } from './pdf-blocks.ts'
import { TOP } from './pdf-columns.ts'
import { newDocument } from './pdf-document.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { drawFoot, drawHead, HEAD } from './pdf-patient.ts'
import { makePen } from './pdf-pen.ts'
import { codeBlocks } from './sheet-blocks.ts'

/**
 * Draws what was done in a code, the patient at the head and the foot of each page.
 * @throws RangeError where a drug would stand there without its name
 */
export function drawCodePaper(paper: CodePaper, fonts: PdfFonts): jsPDF {
  // @rule named-code
  if (drugsWithoutName(paper).length > 0) throw new RangeError(exportText.namelessInCode)
  const doc = newDocument(PAGE, fonts, { title: `${paper.title}, ${paper.patient}`, creator: paper.clinic })
  const pen = makePen(doc)
  // Each page has the head, so that no row may stand in the room of it.
  const pages = paginate(
    codeBlocks(paper.rows).map((block) => ({ ...block, height: block.height + HEAD })),
    0,
  )
  pages.forEach((page, index) => {
    if (index > 0) doc.addPage()
    drawHead(pen, paper)
    for (const { block } of page) drawCode(pen, TOP + HEAD, block)
  })
  const total = doc.getNumberOfPages()
  for (let page = 1; page <= total; page++) {
    doc.setPage(page)
    drawFoot(pen, paper, page, total)
  }
  return doc
}
