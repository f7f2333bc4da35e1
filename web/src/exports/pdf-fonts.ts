import type { jsPDF } from 'jspdf'
import { exportText } from './export-text.ts'

export type FontStyle = 'normal' | 'bold'
/** Each TrueType file as a string of bytes, the form that the PDF writer takes. */
export type PdfFonts = Readonly<Record<FontStyle, string>>

/** Two names, since printers keep fonts by name and would write bold as regular. */
export const FONT: Readonly<Record<FontStyle, string>> = { normal: 'NotoSans-Regular', bold: 'NotoSans-Bold' }
/** Bytes handed to one call; more would overflow its arguments. */
const PIECE = 8192

async function bytes(url: URL | string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(exportText.fontMissing)
  const file = new Uint8Array(await response.arrayBuffer())
  let text = ''
  for (let at = 0; at < file.length; at += PIECE) {
    text += String.fromCharCode(...file.subarray(at, at + PIECE))
  }
  return text
}

export async function readFonts(normal: URL | string, bold: URL | string): Promise<PdfFonts> {
  const [regular, heavy] = await Promise.all([bytes(normal), bytes(bold)])
  return { normal: regular, bold: heavy }
}

let loaded: Promise<PdfFonts> | undefined

/** The two precached fonts, read once; a failure is tried again at the next call. */
export function loadFonts(): Promise<PdfFonts> {
  loaded ??= readFonts(
    new URL('./fonts/NotoSans-Regular.ttf', import.meta.url),
    new URL('./fonts/NotoSans-Bold.ttf', import.meta.url),
  ).catch((cause: unknown) => {
    loaded = undefined
    throw new Error(exportText.fontMissing, { cause })
  })
  return loaded
}

/** Embeds the fonts: the writer's own garble everything outside Latin-1. */
export function embedFonts(doc: jsPDF, fonts: PdfFonts): void {
  for (const style of ['normal', 'bold'] as const) {
    const file = `${FONT[style]}.ttf`
    doc.addFileToVFS(file, fonts[style])
    doc.addFont(file, FONT[style], 'normal')
  }
}

export function setFont(doc: jsPDF, style: FontStyle): void {
  doc.setFont(FONT[style], 'normal')
}
