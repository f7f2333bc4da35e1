/** Where this tablet keeps what was printed of an open sheet, whoever has the sheet by now: the paper lies beside the tablet. */
export const paperKey = (draftId: string): string => `new-sheet/exported/${draftId}`

/** When a file was made on this tablet of an open sheet that nobody saved since; null where none was. */
export function exportedAt(storage: Pick<Storage, 'getItem'>, draftId: string): string | null {
  const text = storage.getItem(paperKey(draftId))
  if (text === null) return null
  try {
    const { exportedAt: at } = JSON.parse(text) as { exportedAt?: unknown }
    return typeof at === 'string' ? at : null
  } catch (error) {
    console.warn('What was printed of the sheet cannot be read.', error)
    return null
  }
}
