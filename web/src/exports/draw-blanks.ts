import type { jsPDF } from 'jspdf'
import { blankBalanceName } from 'sync-protocol/rules/file-name'
import { numberText } from 'sync-protocol/rules/number-input'
import { BLANK_GRID } from './balance-grid.ts'
import { drawFoot, drawHead, fitFoot, type HeadField } from './balance-head.ts'
import { isDrugLost } from './balance-letters.ts'
import type { BlankPaper } from './balance-paper.ts'
import { formText } from './balance-rows.ts'
import { drawBalanceTable } from './balance-table.ts'
import { balanceText as text } from './balance-text.ts'
import { newDocument } from './pdf-document.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { makePen } from './pdf-pen.ts'
import { dayText } from './instant-text.ts'

/** Fixed (`spec 2 §9`). */
const FORM = 'injection'

/**
 * Draws sheets to be filled in by pen: the drug is printed, everything else is left open (`spec 2 §9`).
 * @throws RangeError where the drug would stand there without its name
 */
export function drawBlanks(
  paper: BlankPaper,
  fonts: PdfFonts,
  onPage: (page: number, total: number) => void = () => undefined,
): jsPDF {
  const { drug_name, drug_concentration, clinic, address, pages, day } = paper
  // @rule named-blanks
  if (isDrugLost(paper)) throw new RangeError(text.nameless)
  const whose = { clinic, ...(address === undefined ? {} : { address }) }
  const doc = newDocument(BLANK_GRID, fonts, { title: blankBalanceName(drug_name, day), creator: clinic })
  const pen = makePen(doc)
  const fields: HeadField[] = [
    { label: text.container, value: '', part: 13 },
    { label: text.strength, value: text.mgMl(numberText(drug_concentration)), part: 12 },
    { label: text.form, value: formText(FORM), part: 9 },
    { label: text.dateUsed, value: '', part: 20 },
    { label: text.author, value: '', part: 26 },
  ]
  const title = `${text.title} · ${text.inMl}`
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage()
    drawHead(pen, BLANK_GRID, { title, ...whose, drug: drug_name, page, total: pages, fields })
    drawBalanceTable(pen, BLANK_GRID, [], { joinAmounts: true })
    const foot = { text: text.blankPrinted(dayText(day)), bold: false, most: 9, least: 9 }
    drawFoot(pen, BLANK_GRID, fitFoot(pen, BLANK_GRID, [foot]) ?? [])
    onPage(page, pages)
  }
  return doc
}
