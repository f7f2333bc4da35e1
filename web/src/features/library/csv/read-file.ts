/** More is no list of drugs. */
export const FILE_BYTES_MAX = 5_000_000

/** Of a workbook, a PDF, a picture: no text has these. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\0-\u0008]/

/**
 * The text of a file that a spreadsheet saved: UTF-8 or UTF-16, else what Windows wrote before. Names in another alphabet of that
 * time read wrong, and the preview shows it. Throws where the file holds no text.
 */
export function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (NO_TEXT.test(text)) throw new Error('The file holds no text.')
  return text
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
