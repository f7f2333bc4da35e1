import { safeFileName } from 'sync-protocol/rules/file-name'
import { save } from '../../data/outbox/save.ts'
import { download } from '../../ui/download.ts'
import type { SheetFormat } from '../../exports/export-settings.ts'
import { makePdf, wantPdf } from '../../exports/make-pdf.ts'
import type { SheetExportOptions, SheetPaper } from '../../exports/sheet-paper.ts'

const docx = () => import('../../exports/sheet-docx.ts')

/** Fetches the code of a format ahead, so that GENERATE finds it; what is returned lets it go. */
export function fetchAhead(format: SheetFormat): (() => void) | undefined {
  if (format === 'pdf') return wantPdf()
  docx().catch((error: unknown) => console.warn(error))
  return undefined
}

const papers = {
  pdf: (paper: SheetPaper, options: SheetExportOptions) => makePdf({ kind: 'sheet', paper, options }).file,
  docx: async (paper: SheetPaper, options: SheetExportOptions) => (await docx()).sheetDocx(paper, options),
}

export interface MadeSheet {
  name: string
  blob: Blob
}

/** Makes the file on this tablet and hands it to the browser; its name as saved. */
export async function generateSheet(
  format: SheetFormat,
  paper: SheetPaper,
  options: SheetExportOptions,
): Promise<MadeSheet> {
  const name = `${safeFileName(options.filename)}.${format}`
  const blob = await papers[format](paper, options)
  download(blob, name)
  return { name, blob }
}

/** The action log's entry; it waits in the outbox like any change (`spec 1 §1`). */
export const logExport = (name: string) =>
  save({ action: 'sheet.export', detail: name.slice(0, 200), ops: [] })
