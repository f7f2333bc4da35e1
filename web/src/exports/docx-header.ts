import {
  AlignmentType,
  BorderStyle,
  Footer,
  Header,
  PageNumber,
  Paragraph,
  Table,
  TableBorders,
  TableCell,
  TableLayoutType,
  TableRow,
  Tab,
  TabStopType,
  TextRun,
} from 'docx'
import { CONTENT_WIDTH, run, SIZE } from './docx-cells.ts'
import { exportText } from './export-text.ts'
import { sheetFacts } from './sheet-facts.ts'
import type { SheetPaper } from './sheet-paper.ts'

const RIGHT = [{ type: TabStopType.RIGHT, position: CONTENT_WIDTH }]
const LINE = { bottom: { style: BorderStyle.SINGLE, size: 8, space: 2, color: '000000' } }

const tab = (): TextRun => new TextRun({ children: [new Tab()] })
type Fact = readonly [label: string, value: string | undefined]

const open = (width: number, children: Paragraph[]): TableCell =>
  new TableCell({ width: { size: width, type: 'dxa' }, borders: TableBorders.NONE, children })

function openTable(widths: readonly number[], rows: readonly (readonly Paragraph[][])[]): Table {
  return new Table({
    width: { size: CONTENT_WIDTH, type: 'dxa' },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: TableBorders.NONE,
    rows: rows.map(
      (cells) =>
        new TableRow({
          children: widths.map((width, nth) => open(width, cells[nth] ?? [new Paragraph({})])),
        }),
    ),
  })
}

const fact = ([label, value]: Fact): Paragraph[] =>
  value === undefined
    ? [new Paragraph({})]
    : [
        new Paragraph({ children: [run(label, { size: SIZE.head, quiet: true })] }),
        new Paragraph({ spacing: { after: 60 }, children: [run(value, { bold: true })] }),
      ]

/** Who the patient is, how heavy, what is done, when and by whom. */
export function headerBlocks(paper: SheetPaper): (Paragraph | Table)[] {
  const known = sheetFacts(paper)
  const patient = [new Paragraph({ children: [run(known.patient, { size: SIZE.patient, bold: true })] })]
  const weight = [
    new Paragraph({
      alignment: AlignmentType.RIGHT,
      children: [
        run(known.weight, { size: SIZE.patient, bold: true }),
        run(`  ${known.otherWeight}`, { quiet: true }),
      ],
    }),
    ...(known.check === undefined
      ? []
      : [
          new Paragraph({
            alignment: AlignmentType.RIGHT,
            children: [run(known.check, { size: SIZE.quiet, bold: true })],
          }),
        ]),
  ]
  const first: readonly Fact[] = [
    [exportText.speciesLabel, known.species],
    [exportText.date, known.date],
    [exportText.preparer, known.preparer],
    [exportText.patientId, known.patientId],
  ]
  const second: readonly Fact[] = [
    [exportText.procedure, known.procedure],
    [exportText.protocol, known.protocol],
    [exportText.outcome, known.outcome],
  ]
  return [
    new Paragraph({
      tabStops: RIGHT,
      border: LINE,
      children: [
        run(known.title, { bold: true, quiet: !known.isWarning }),
        tab(),
        run(paper.clinic, { quiet: true }),
      ],
    }),
    ...(paper.address === undefined
      ? []
      : [
          new Paragraph({
            alignment: AlignmentType.RIGHT,
            children: [run(paper.address, { size: SIZE.head, quiet: true })],
          }),
        ]),
    ...(known.replaces === undefined
      ? []
      : [new Paragraph({ spacing: { before: 60 }, children: [run(known.replaces, { bold: true })] })]),
    openTable([7200, 3600], [[patient, weight]]),
    ...(known.unusualWeight === undefined
      ? []
      : [new Paragraph({ spacing: { before: 60 }, children: [run(known.unusualWeight, { bold: true })] })]),
    new Paragraph({ children: [run('', { size: 4 })] }),
    openTable([2000, 1800, 3500, 3500], [first.map(fact)]),
    new Paragraph({ children: [run('', { size: 4 })] }),
    openTable([3800, 3500, 3500], [second.map(fact)]),
  ]
}

/** At the head of every page but the first, which has all of it: whose volumes these are. */
export function continuedHead(paper: SheetPaper): Header {
  const { patient, species, weight, otherWeight } = sheetFacts(paper)
  return new Header({
    children: [
      new Paragraph({
        tabStops: RIGHT,
        children: [
          run(patient, { size: SIZE.title, bold: true }),
          tab(),
          run(exportText.atHead(species, weight, otherWeight), { size: SIZE.title, bold: true }),
        ],
      }),
    ],
  })
}

const whichPrint = (replaces: string, check: string, printed: string): Paragraph =>
  new Paragraph({
    tabStops: RIGHT,
    children: [
      run(replaces, { size: SIZE.quiet, bold: true }),
      tab(),
      run(check, { size: SIZE.quiet, bold: true }),
      run(check === '' || printed === '' ? printed : ` · ${printed}`, { size: SIZE.quiet, quiet: true }),
    ],
  })

/** In the margin of every page: whose sheet it is, for which weight, which page, and which print. */
export function footer(paper: SheetPaper): Footer {
  const { patient, patientId, margin, replaces = '', check = '', printed = '' } = sheetFacts(paper)
  const id = patientId === undefined ? [] : [run(`   ${exportText.idInMargin(patientId)}`, { quiet: true })]
  return new Footer({
    children: [
      ...(check === '' && printed === '' ? [] : [whichPrint(replaces, check, printed)]),
      new Paragraph({
        tabStops: RIGHT,
        children: [
          run(patient, { bold: true }),
          ...id,
          tab(),
          run(`${margin}   `, { bold: true }),
          new TextRun({
            bold: true,
            size: SIZE.name,
            children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  })
}
