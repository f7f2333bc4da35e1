import { drawSheet } from './draw-sheet.ts'
import { loadFonts } from './pdf-fonts.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'

// The letters come with the code, so that the first paper waits for neither; a failure is met again, and said, by `sheetPdf`.
loadFonts().catch((cause: unknown) => console.warn(cause))

/** The sheet as a PDF, made on the device; nothing is fetched but the precached fonts. */
export async function sheetPdf(paper: SheetPaper, options: SheetExportOptions): Promise<Blob> {
  return drawSheet(paper, options, await loadFonts()).output('blob')
}
