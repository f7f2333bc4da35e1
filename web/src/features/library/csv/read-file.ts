/** More is no list of drugs. */
export const FILE_BYTES_MAX = 5_000_000

/**
 * The text of a file that a spreadsheet saved: UTF-8 or UTF-16, else what Windows wrote before. Names in another alphabet of that
 * time read wrong, and the preview shows it.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
