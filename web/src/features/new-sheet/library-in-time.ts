import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { NO_LIBRARY } from 'sync-protocol/rules/sheet-guard'

const PATIENCE_MS = 10_000

/** A library that is not here by then keeps no patient waiting: the doses are judged by what their copies carry. */
export async function libraryInTime(found: Promise<LibraryLookup>): Promise<LibraryLookup> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, late) => {
    timer = setTimeout(() => late(new Error('The library was not read in time.')), PATIENCE_MS)
  })
  try {
    return await Promise.race([found, tooLate])
  } catch (error) {
    console.error(error)
    return NO_LIBRARY
  } finally {
    clearTimeout(timer)
  }
}
