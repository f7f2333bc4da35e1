/** Long enough for a slow tablet to write the file. */
const KEPT_MS = 60_000

/** Hands a file to the browser's downloads. `fileName` has its suffix. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  // Firefox follows only a link that stands in the document.
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
