import type { ZipSink } from '../../exports/zip-file.ts'
import { download } from '../../ui/download.ts'

/** Parts are gathered up to this size: each write costs more than its bytes. */
const GATHERED = 1_000_000

/** Where a large file goes while it is made. */
export interface Destination extends ZipSink {
  /** The file is whole. @throws where there was no room for it after all */
  finish(): Promise<void>
  /** Nothing of it stays. */
  abandon(): Promise<void>
}

/** What Chromium has, and no declaration of the DOM yet. */
interface SaveWindow {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle & { remove?(): Promise<void> }>
}

function gathering(write: (parts: Blob) => Promise<void>) {
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const flush = async () => {
    const whole = new Blob(parts)
    parts = []
    size = 0
    await write(whole)
  }
  return {
    flush,
    write: async (part: Uint8Array<ArrayBuffer>) => {
      parts.push(part)
      size += part.byteLength
      if (size >= GATHERED) await flush()
    },
  }
}

/** Straight to the disk, where the person says; null when they closed the browser's window. */
async function onDisk(
  choose: NonNullable<SaveWindow['showSaveFilePicker']>,
  name: string,
): Promise<Destination | null> {
  const handle = await choose({
    suggestedName: name,
    types: [{ accept: { 'application/zip': ['.zip'] } }],
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  })
  if (handle === null) return null
  const file = await handle.createWritable()
  const { write, flush } = gathering((parts) => file.write(parts))
  return {
    write,
    finish: async () => {
      await flush()
      await file.close()
    },
    abandon: async () => {
      await file.abort()
      await handle.remove?.()
    },
  }
}

/** The browser keeps the parts, on its disk where it runs short of memory, and hands the file to the downloads. */
function toDownloads(name: string): Destination {
  let parts: Blob[] = []
  const { write, flush } = gathering((part) => {
    parts.push(part)
    return Promise.resolve()
  })
  return {
    write,
    finish: async () => {
      await flush()
      const file = new Blob(parts, { type: 'application/zip' })
      // What it had no room for is found out by reading.
      for (const part of parts) await part.slice(-1).arrayBuffer()
      download(file, name)
    },
    abandon: () => {
      parts = []
      return Promise.resolve()
    },
  }
}

/** To be called in the press: a browser lets nobody else choose a place on the disk. Null when the person closed that window. */
export async function openDestination(name: string): Promise<Destination | null> {
  const { showSaveFilePicker } = window as SaveWindow
  if (!showSaveFilePicker) return toDownloads(name)
  try {
    return await onDisk(showSaveFilePicker.bind(window), name)
  } catch (error) {
    console.warn('The file goes to the downloads instead.', error)
    return toDownloads(name)
  }
}
