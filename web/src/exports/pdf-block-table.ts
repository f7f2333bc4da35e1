import type { CellInput, Styles } from 'jspdf-autotable'
import type { LabelClass } from 'sync-protocol/rules/label-class'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import { BAND_COLOUR } from './class-colours.ts'
import { exportText } from './export-text.ts'
import { LEFT, RIGHT } from './pdf-columns.ts'
import { FONT } from './pdf-fonts.ts'
import { fitLine, type Pen } from './pdf-pen.ts'
import { drawSwatch } from './pdf-swatch.ts'
import { drawTable, type NumberPlace } from './pdf-table.ts'

/** 'quiet' is what a volume was computed from, 'words' as many as there are, 'check' a name with a box to tick, 'pen' a field for the pen, 'gap' nothing at all. */
type Kind = 'name' | 'words' | 'check' | 'quiet' | 'volume' | 'route' | 'pen' | 'gap'

export interface Column {
  kind: Kind
  width: number
  label?: string
  /** Of volumes. */
  place?: NumberPlace
}

const PAD = 6
const SWATCH = 13
/** Before a note, as high as its letters. */
const NOTE_SWATCH = 7
const CHECK = 15
const UNIT_GAP = 4
const THIN = 0.6
const ROW = 35

/** The volume is the largest thing in its row. */
const INK: Readonly<Record<Kind, Partial<Styles>>> = {
  name: { font: FONT.bold, fontSize: 14, cellPadding: { horizontal: PAD, vertical: 2 } },
  check: { font: FONT.bold, fontSize: 13, cellPadding: { left: PAD + CHECK + 8, right: PAD, vertical: 2 } },
  words: { fontSize: 11, cellPadding: { horizontal: PAD, vertical: 2 } },
  // As high as one line: a number and its unit are not parted.
  quiet: { fontSize: 11, textColor: 70, halign: 'right', cellPadding: { vertical: 10 } },
  volume: { font: FONT.bold, fontSize: 22, halign: 'right' },
  route: { font: FONT.bold, fontSize: 13, cellPadding: { right: PAD } },
  pen: { lineWidth: { left: THIN, bottom: THIN, right: THIN } },
  gap: { lineWidth: 0 },
}
const LABEL: Readonly<Partial<Record<Kind, Partial<Styles>>>> = {
  quiet: { halign: 'right' },
  volume: { font: FONT.bold, textColor: 0, halign: 'right' },
  pen: { halign: 'center' },
}

/** Where the label of volumes ends: this far behind the point, as their units do. */
const UNIT_END = 50
/** A volume that is low and high in one stands between the two columns. */
const ONE_VOLUME: NumberPlace = { after: 120, room: 60 }

export const bandStyles: Partial<Styles> = {
  fillColor: BAND_COLOUR,
  lineColor: 60,
  lineWidth: { bottom: 0.9 },
}

/** What stands below a name, and how far above the row's lower edge. */
const NOTE = { size: 9.5, style: 'bold', grey: 40 } as const
const ASIDE = { size: 10, style: 'normal', grey: 60 } as const
const NOTE_RISE = 4.5
/** Of a row with a note, for the name above it. */
const NOTED = { left: PAD, right: PAD, top: 1.5, bottom: 11.5 }
/** Of what stands beside a note that goes on below it. */
const RAISED = { top: 3.5, bottom: 16.5 }

export interface BlockTable {
  /** Top and height of the band with the title and the columns' labels. */
  top: number
  band: number
  title: string
  titleSize: number
  /** What stands below the title, in small letters. */
  aside?: string
  drugClass?: LabelClass | undefined
  columns: readonly Column[]
  rows: readonly BlockRow[]
}

interface BlockRow {
  /** The cells that are left out at the end of a row are for the pen. */
  cells: CellInput[]
  notes?: readonly string[]
  /** Of its drug, where the title does not say it. */
  drugClass?: LabelClass | undefined
}

function noteOf({ notes = [], drugClass }: BlockRow): string {
  const all = drugClass === undefined ? notes : [labelClassWords[drugClass], ...notes]
  return all.join(' · ')
}

/** One block of a sheet: a band with its title, and rows of which none is split. */
export function drawBlockTable(pen: Pen, block: BlockTable): void {
  const { top, band, title, titleSize, aside = '', drugClass, columns, rows } = block
  const notes = rows.map(noteOf)
  const nameRoom = (columns[0]?.width ?? 0) - 2 * PAD
  const isLong = (note: string | undefined) => pen.width(note ?? '', NOTE.size, NOTE.style) > nameRoom
  const quiet = columns.filter(({ kind }) => kind === 'name' || kind === 'quiet')
  const noteRoom = quiet.reduce((sum, { width }) => sum + width, -PAD)

  const left = PAD + (drugClass ? SWATCH + 7 : 0)
  const heading = {
    content: title,
    styles: {
      font: FONT.bold,
      fontSize: titleSize,
      textColor: 0,
      cellPadding: { left, right: PAD, bottom: aside === '' ? 0 : NOTED.bottom },
    },
  }
  const labels = columns.map(({ kind, label = '', place }, nth) => {
    if (nth === 0) return heading
    const cellPadding = { right: place ? place.after - UNIT_END : 0 }
    return { content: label, styles: { ...LABEL[kind], cellPadding } }
  })
  const kindOf = (nth: number) => columns[nth]?.kind

  drawTable(pen, {
    startY: top,
    margin: { left: LEFT, bottom: 0 },
    tableWidth: RIGHT - LEFT,
    styles: { lineColor: 140, lineWidth: { bottom: THIN } },
    bodyStyles: { minCellHeight: ROW },
    headStyles: { ...bandStyles, fontSize: 10, textColor: 60, minCellHeight: band },
    columnStyles: Object.fromEntries(
      columns.map(({ kind, width }, nth) => [nth, { ...INK[kind], cellWidth: width }]),
    ),
    head: [labels],
    body: rows.map(({ cells }) => cells),
    didParseCell: ({ section, row, column, cell }) => {
      const note = section === 'body' ? notes[row.index] : undefined
      if (!note) return
      if (kindOf(column.index) === 'name') cell.styles.cellPadding = NOTED
      if (kindOf(column.index) === 'quiet' && isLong(note)) cell.styles.cellPadding = RAISED
    },
    numberPlace: ({ section, column, cell }) => {
      if (section === 'head') return undefined
      return cell.colSpan > 1 ? ONE_VOLUME : columns[column.index]?.place
    },
    didDrawCell: ({ section, row, column, cell }) => {
      const { x, y, height } = cell
      const kind = kindOf(column.index)
      const head = section === 'head'
      if (head && column.index === 0 && drugClass) {
        drawSwatch(pen, x + PAD, y + (height - SWATCH) / 2, SWATCH, drugClass)
      }
      const below = column.index > 0 ? '' : ((head ? aside : notes[row.index]) ?? '')
      if (below !== '') {
        const ink = head ? ASIDE : NOTE
        const own = head ? undefined : rows[row.index]?.drugClass
        const baseline = y + height - NOTE_RISE
        const indent = own === undefined ? 0 : NOTE_SWATCH + 3
        if (own) drawSwatch(pen, x + PAD, baseline - NOTE_SWATCH, NOTE_SWATCH, own)
        const { size, line } = fitLine(pen, below, (head ? nameRoom : noteRoom) - indent, ink.size, ink.style)
        pen.text(x + PAD + indent, baseline, line, { ...ink, size })
      }
      if (head || cell.text.length === 0) return
      if (kind === 'check') pen.box(x + PAD, y + (height - CHECK) / 2, CHECK, CHECK)
      // Right behind the digits: no room for another.
      if (kind === 'volume') {
        const end = x + cell.width - cell.padding('right') + UNIT_GAP
        const baseline = y + height / 2 + cell.styles.fontSize * 0.35
        pen.text(end, baseline, exportText.ml, { size: 12, grey: 70 })
      }
    },
  })
}
