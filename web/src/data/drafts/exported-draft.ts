/** Under the id of who made the file, so that it goes with what the browser remembers of them. */
const keyOf = (userId: string, draftId: string): string => `new-sheet/${userId}/exported/${draftId}`

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const keysFor = (storage: Kept, draftId: string): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter(
    (key) => key.startsWith('new-sheet/') && key.endsWith(`/exported/${draftId}`),
  )

/** What this tablet keeps of the print of an open sheet, whoever has the sheet by now: the paper lies beside the tablet. */
export function keptPrint(storage: Kept, draftId: string): string | null {
  const [key] = keysFor(storage, draftId)
  return key === undefined ? null : storage.getItem(key)
}

/** Keeps the last print of an open sheet, whoever made the one before; null where none is left. */
export function keepPrint(storage: Kept, userId: string, draftId: string, print: string | null): void {
  const own = keyOf(userId, draftId)
  if (print !== null) storage.setItem(own, print)
  for (const key of keysFor(storage, draftId)) if (print === null || key !== own) storage.removeItem(key)
}

/** When a file was made on this tablet of an open sheet that nobody saved since; null where none was. */
export function exportedAt(storage: Kept, draftId: string): string | null {
  const text = keptPrint(storage, draftId)
  // An earlier release kept the moment alone.
  if (text === null || !text.startsWith('{')) return text
  try {
    const { exportedAt: at } = JSON.parse(text) as { exportedAt?: unknown }
    return typeof at === 'string' ? at : null
  } catch (error) {
    console.warn('What was printed of the sheet cannot be read.', error)
    return null
  }
}
