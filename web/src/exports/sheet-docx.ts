import { Document, Header, Packer, Paragraph } from 'docx'
import { run, SIZE } from './docx-cells.ts'
import { continuedHead, footer, headerBlocks } from './docx-header.ts'
import { blockTable } from './docx-tables.ts'
import { exportText } from './export-text.ts'
import { storable } from './letters.ts'
import { sheetBlocks } from './sheet-blocks.ts'
import { procedureNotes } from './sheet-facts.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

/** US Letter with margins of half an inch, in twips. */
const PAGE = {
  size: { width: 12_240, height: 15_840 },
  margin: { top: 720, right: 720, bottom: 720, left: 720, header: 300 },
}
const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

function notesParagraphs(notes: string): Paragraph[] {
  return [
    new Paragraph({
      pageBreakBefore: true,
      spacing: { after: 160 },
      children: [run(exportText.notes, { size: SIZE.title, bold: true })],
    }),
    ...notes
      .split(/\r\n|\r|\n/)
      .map((line) => new Paragraph({ spacing: { after: 60 }, children: [run(line)] })),
  ]
}

/** The sheet as a Word file with the content and order of the PDF, made on the device. */
export async function sheetDocx(paper: SheetPaper, options: SheetExportOptions): Promise<Blob> {
  const notes = options.procedureNotes ? procedureNotes(paper.sheet) : ''
  // A paragraph stands between two tables, or they would be one; it carries the page break.
  const blocks = sheetBlocks(paper.sheet, options, paper.code).flatMap((block) => [
    new Paragraph({
      pageBreakBefore: block.newPage === true,
      keepNext: true,
      spacing: { before: 0, after: block.kind === 'section' ? 40 : 160 },
      children: [run('', { size: 8 })],
    }),
    blockTable(block, paper),
  ])
  const document = new Document({
    title: storable(exportText.documentTitle(paper.sheet.name)),
    creator: storable(paper.author_name),
    lastModifiedBy: storable(paper.author_name),
    styles: { default: { document: { run: { font: 'Arial', size: SIZE.name } } } },
    sections: [
      {
        properties: { page: PAGE, titlePage: true },
        headers: { default: continuedHead(paper), first: new Header({ children: [new Paragraph({})] }) },
        footers: { default: footer(paper), first: footer(paper) },
        children: [
          ...headerBlocks(paper),
          ...blocks,
          ...(notes === '' ? [new Paragraph({})] : notesParagraphs(notes)),
        ],
      },
    ],
  })
  return new Blob([await Packer.toBlob(document)], { type: MIME })
}
