import type { jsPDF } from 'jspdf'
import { PAGE, paginate } from 'sync-protocol/rules/pagination'
import { drugsWithoutName } from './code-letters.ts'
import type { CodePaper } from './code-rows.ts'
import { exportText } from './export-text.ts'
import { drawCode } from './pdf-blocks.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { newDocument } from './pdf-document.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { drawFoot, drawHead, HEAD } from './pdf-patient.ts'
import { fitLine, makePen } from './pdf-pen.ts'
import { codeBlocks } from './sheet-blocks.ts'

/** What the sheet says otherwise takes this below the head, where it says so. */
const SAID = 18

/**
 * Draws what was done in a code, the patient at the head and the foot of each page.
 * @throws RangeError where a drug would stand there without its name
 */
export function drawCodePaper(paper: CodePaper, fonts: PdfFonts): jsPDF {
  // @rule named-code
  if (drugsWithoutName(paper).length > 0) throw new RangeError(exportText.namelessInCode)
  const doc = newDocument(PAGE, fonts, { title: `${paper.title}, ${paper.patient}`, creator: paper.clinic })
  const pen = makePen(doc)
  const head = paper.says === '' ? HEAD : HEAD + SAID
  // Each page has the head, so that no row may stand in the room of it.
  const pages = paginate(
    codeBlocks(paper.rows).map((block) => ({ ...block, height: block.height + head })),
    0,
  )
  const says = fitLine(pen, paper.says, RIGHT - LEFT, 12.5, 'bold')
  pages.forEach((page, index) => {
    if (index > 0) doc.addPage()
    drawHead(pen, paper)
    // @rule code-paper-says
    pen.text(LEFT, TOP + HEAD + 8, says.line, { size: says.size, style: 'bold' })
    for (const { block } of page) drawCode(pen, TOP + head, block)
  })
  const total = doc.getNumberOfPages()
  for (let page = 1; page <= total; page++) {
    doc.setPage(page)
    drawFoot(pen, paper, page, total)
  }
  return doc
}
