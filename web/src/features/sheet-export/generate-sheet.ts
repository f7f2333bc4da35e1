import { safeFileName } from 'sync-protocol/rules/file-name'
import { save } from '../../data/save.ts'
import { download } from '../../exports/download.ts'
import type { SheetFormat } from '../../exports/export-settings.ts'
import type { SheetExportOptions, SheetPaper } from '../../exports/sheet-paper.ts'

const papers = {
  pdf: async () => (await import('../../exports/sheet-pdf.ts')).sheetPdf,
  docx: async () => (await import('../../exports/sheet-docx.ts')).sheetDocx,
}

/** Fetches the code of a format ahead, so that GENERATE finds it. */
export function fetchAhead(format: SheetFormat): void {
  papers[format]().catch((error: unknown) => console.warn(error))
}

/** Makes the file on this tablet and hands it to the browser; its name as saved. */
export async function generateSheet(
  format: SheetFormat,
  paper: SheetPaper,
  options: SheetExportOptions,
): Promise<string> {
  const make = await papers[format]()
  const name = `${safeFileName(options.filename)}.${format}`
  download(await make(paper, options), name)
  return name
}

/** The action log's entry; it waits in the outbox like any change (`spec 1 §1`). */
export const logExport = (name: string) =>
  save({ action: 'sheet.export', detail: name.slice(0, 200), ops: [] })
