import { download } from './download.ts'

/** How a PDF leaves this browser beside its downloads. */
export interface WaysOut {
  print: boolean
  share: boolean
}

const PRINT_KEPT_MS = 600_000

const asFile = (blob: Blob, name: string) => new File([blob], name, { type: blob.type })

/**
 * What this browser offers for a file. Where fingers press, the share sheet prints too, and a page that prints a file by itself
 * prints it wrongly or not at all.
 */
export function waysOut(blob: Blob, name: string): WaysOut {
  const { pdfViewerEnabled, canShare } = navigator as Partial<Navigator>
  const isPdf = blob.type === 'application/pdf'
  const isTouch = matchMedia('(pointer: coarse)').matches
  return {
    print: isPdf && pdfViewerEnabled === true && !isTouch,
    share: canShare?.call(navigator, { files: [asFile(blob, name)] }) === true,
  }
}

let frame: HTMLIFrameElement | null = null

/**
 * Opens the browser's print dialog for a PDF.
 * @throws where this browser shows no PDF inside a page
 */
export async function printPdf(blob: Blob): Promise<void> {
  frame?.remove()
  const shown = document.createElement('iframe')
  frame = shown
  // Not `hidden`: some browsers print nothing of what has no box.
  Object.assign(shown.style, {
    position: 'fixed',
    insetBlockEnd: '0',
    width: '1px',
    height: '1px',
    opacity: '0',
  })
  shown.tabIndex = -1
  shown.ariaHidden = 'true'
  const url = URL.createObjectURL(blob)
  // Nobody's patient stays in a page that others use next.
  setTimeout(() => {
    URL.revokeObjectURL(url)
    shown.remove()
  }, PRINT_KEPT_MS)
  await new Promise<void>((resolve, reject) => {
    shown.addEventListener('load', () => resolve())
    shown.addEventListener('error', () => reject(new Error('The file cannot be shown.')))
    shown.src = url
    document.body.append(shown)
  })
  const page = shown.contentWindow
  if (page === null) throw new Error('The file cannot be shown.')
  page.focus()
  page.print()
}

/**
 * Opens the share sheet; true once the file went somewhere, false where the person closed it.
 * @throws where the browser refuses it, as long after the press
 */
export async function shareFile(blob: Blob, name: string): Promise<boolean> {
  try {
    await navigator.share({ files: [asFile(blob, name)], title: name })
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false
    throw error
  }
}

/** PRINT: the print dialog, else the share sheet, else the downloads. `name` has its suffix. */
export async function handOut(
  blob: Blob,
  name: string,
): Promise<'printed' | 'shared' | 'cancelled' | 'downloaded'> {
  const ways = waysOut(blob, name)
  try {
    if (ways.print) {
      await printPdf(blob)
      return 'printed'
    }
    if (ways.share) return (await shareFile(blob, name)) ? 'shared' : 'cancelled'
  } catch (error) {
    console.warn('The file is downloaded instead.', error)
  }
  download(blob, name)
  return 'downloaded'
}
