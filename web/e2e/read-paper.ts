import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'

/** A PDF's text as an independent reader sees it, its layout kept. */
export const pdfText = (path: string): string => readPdf(path, '-layout')

/** A PDF's words one after the other: what a cell breaks into lines stands together. */
export const pdfWords = (path: string): string => readPdf(path, '-raw').replaceAll(/\s+/g, ' ')

function readPdf(path: string, order: string): string {
  try {
    return execFileSync('pdftotext', [order, path, '-'], { encoding: 'utf8' })
  } catch (cause) {
    const size = statSync(path, { throwIfNoEntry: false })?.size
    throw new Error(size === undefined ? `${path} is gone` : `${path} of ${size} bytes is no PDF`, { cause })
  }
}

export function pdfFacts(path: string): { pages: number; size: string } {
  const facts = execFileSync('pdfinfo', [path], { encoding: 'utf8' })
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(facts)?.[1]),
    size: /^Page size:\s+([\d.]+ x [\d.]+)/m.exec(facts)?.[1] ?? '',
  }
}

/** The words of a DOCX in reading order, one paragraph a line. */
export function docxText(path: string): string {
  const xml = unzipSync(new Uint8Array(readFileSync(path)))['word/document.xml']
  if (!xml) throw new Error('The file holds no document.')
  return strFromU8(xml)
    .replaceAll('</w:p>', '\n')
    .replaceAll(/<w:tab\/>/g, '\t')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
