import {
  AlignmentType,
  BorderStyle,
  HeightRule,
  type IParagraphOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlign,
} from 'docx'
import type { LabelClass } from 'sync-protocol/rules/label-class'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import { BAND_COLOUR, CLASS_COLOUR, isStriped } from './class-colours.ts'
import { exportText } from './export-text.ts'
import { storable } from './letters.ts'

/** Twips, a twentieth of a point: the width between the page's margins, and a row that takes a pen. */
export const CONTENT_WIDTH = 10_800
const ROW_HEIGHT = 540
const DECIMAL_POINT = 700
/** What stands right of a volume's second decimal: the title of its column ends over the digits. */
const AFTER_DIGITS = 330
/** Half points, as the format counts. */
export const SIZE = { small: 16, head: 17, quiet: 18, name: 22, title: 24, volume: 34, patient: 44 } as const
const QUIET = '464646'
const RULE = { style: BorderStyle.SINGLE, size: 4, color: '8C8C8C' }
const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' }

export interface Writing {
  size?: number
  bold?: boolean
  quiet?: boolean
  colour?: string
}

export function run(
  text: string,
  { size = SIZE.name, bold = false, quiet = false, colour }: Writing = {},
): TextRun {
  return new TextRun({ text: storable(text), size, bold, color: colour ?? (quiet ? QUIET : '000000') })
}

export interface Column {
  title: string
  /** Twips. */
  width: number
  align?: 'right' | 'center'
  /** Its title stands out. */
  bold?: boolean
  /** Holds volumes, each on the decimal tab. */
  volumes?: boolean
  /** Blank for a pen, with lines at its sides. */
  pen?: boolean
}

export type Content =
  /** `drugClass`: where the title above does not say it. */
  | { name: string; notes: readonly string[]; drugClass?: LabelClass | undefined }
  /** `columns`: how many it takes, where it is all of them in one. */
  | { volume: string; columns?: number }
  | { strong: string }
  | { quiet: string }

/** A box in the colour of a class; striped from the lower left to the upper right for an antagonist. */
export const swatch = (drugClass: LabelClass, size: number): TextRun =>
  run(isStriped(drugClass) ? '▨ ' : '■ ', { size, colour: CLASS_COLOUR[drugClass].slice(1) })

function paragraphs(content: Content): IParagraphOptions[] {
  if ('name' in content) {
    const { drugClass } = content
    const notes = [...(drugClass ? [labelClassWords[drugClass]] : []), ...content.notes]
    const name = { children: [run(content.name, { bold: true })] }
    if (notes.length === 0) return [name]
    const note = run(notes.join(' · '), { size: SIZE.small, bold: true })
    return [name, { children: drugClass ? [swatch(drugClass, SIZE.small), note] : [note] }]
  }
  if ('volume' in content) {
    // A table cell aligns its number on a decimal tab by itself.
    const number = run(content.volume, { size: SIZE.volume, bold: true })
    const unit = run(` ${exportText.ml}`, { size: SIZE.quiet, quiet: true })
    const position = DECIMAL_POINT * (content.columns ?? 1)
    return [{ tabStops: [{ type: TabStopType.DECIMAL, position }], children: [number, unit] }]
  }
  if ('strong' in content) return [{ children: [run(content.strong, { bold: true })] }]
  return [{ children: [run(content.quiet, { size: SIZE.quiet, quiet: true })] }]
}

/** `keep`: every paragraph of a block but the last row's holds on to the next, so that no page splits it. */
function cell(
  lines: readonly IParagraphOptions[],
  column: Column,
  { keep, head, columns = 1 }: { keep: boolean; head: boolean; columns?: number },
) {
  const side = column.pen && !head ? RULE : NONE
  return new TableCell({
    width: { size: column.width * columns, type: 'dxa' },
    ...(columns > 1 && { columnSpan: columns }),
    verticalAlign: VerticalAlign.CENTER,
    margins: { top: 20, bottom: 20, left: 90, right: 90 },
    borders: { top: NONE, bottom: RULE, left: side, right: side },
    ...(head && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: BAND_COLOUR.slice(1) } }),
    children: lines.map(
      (line) =>
        new Paragraph({
          ...(column.align && { alignment: AlignmentType[column.align === 'right' ? 'RIGHT' : 'CENTER'] }),
          keepNext: keep,
          ...line,
        }),
    ),
  })
}

const columnsOf = (content: Content): number => ('columns' in content ? (content.columns ?? 1) : 1)

/** One cell for each content, however many like columns it takes, and blank ones to the end. */
function rowCells(contents: readonly Content[], columns: readonly Column[], keep: boolean): TableCell[] {
  const cells: TableCell[] = []
  let left = columns
  for (let nth = 0; left.length > 0; nth++) {
    const content = contents[nth] ?? { quiet: '' }
    const taken = columnsOf(content)
    const [column] = left
    if (column) cells.push(cell(paragraphs(content), column, { keep, head: false, columns: taken }))
    left = left.slice(taken)
  }
  return cells
}

/** A table whose head repeats on a new page, whose rows never split, and which stays on one page where it can. */
export function table(
  title: readonly TextRun[],
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
): Table {
  const heads = columns.map((column, index) => {
    const label = run(column.title, {
      size: SIZE.head,
      bold: column.bold ?? false,
      quiet: column.bold !== true,
    })
    const overDigits = { alignment: AlignmentType.RIGHT, indent: { right: AFTER_DIGITS } }
    return cell([{ children: index === 0 ? title : [label], ...(column.volumes && overDigits) }], column, {
      keep: true,
      head: true,
    })
  })
  return new Table({
    width: { size: CONTENT_WIDTH, type: 'dxa' },
    columnWidths: columns.map(({ width }) => width),
    layout: TableLayoutType.FIXED,
    rows: [
      new TableRow({ tableHeader: true, cantSplit: true, children: heads }),
      ...rows.map(
        (contents, index) =>
          new TableRow({
            cantSplit: true,
            height: { value: ROW_HEIGHT, rule: HeightRule.ATLEAST },
            children: rowCells(contents, columns, index < rows.length - 1),
          }),
      ),
    ],
  })
}
