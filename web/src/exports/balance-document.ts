import { jsPDF } from 'jspdf'
import type { Grid } from './balance-grid.ts'
import { embedFonts, type PdfFonts } from './pdf-fonts.ts'

interface Named {
  title: string
  author?: string
  creator: string
}

/** An empty document of the grid's size, with the fonts and the document's own name. */
export function newDocument({ width, height }: Grid, fonts: PdfFonts, named: Named): jsPDF {
  const doc = new jsPDF({
    unit: 'pt',
    format: [width, height],
    orientation: width > height ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  })
  embedFonts(doc, fonts)
  doc.setLanguage('en-US')
  doc.setProperties({ ...named })
  return doc
}
