import { jsPDF } from 'jspdf'
import { TIGHT } from './pdf-cells.ts'
import { embedFonts, type PdfFonts } from './pdf-fonts.ts'

interface Size {
  width: number
  height: number
}
interface Named {
  title: string
  author?: string
  creator: string
}

/** An empty document with pages of this size, the fonts and its own name. */
export function newDocument({ width, height }: Size, fonts: PdfFonts, named: Named): jsPDF {
  const doc = new jsPDF({
    unit: 'pt',
    format: [width, height],
    orientation: width > height ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  })
  embedFonts(doc, fonts)
  doc.setLineHeightFactor(TIGHT)
  doc.setLanguage('en-US')
  doc.setProperties({ ...named })
  return doc
}
