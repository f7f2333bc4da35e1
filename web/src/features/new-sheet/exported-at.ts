const key = (userId: string, draftId: string) => `new-sheet/${userId}/exported/${draftId}`

/** When a file was made of this open sheet, on this tablet, that nobody saved since: there is paper, and no record of it. */
export const readExported = (storage: Storage, userId: string, draftId: string | null): string | null =>
  draftId === null ? null : storage.getItem(key(userId, draftId))

/** Null once it is saved, or over. Full storage must never stop a sheet: the screen says it all the same until it is left. */
export function keepExported(storage: Storage, userId: string, draftId: string, at: string | null): void {
  try {
    if (at === null) storage.removeItem(key(userId, draftId))
    else storage.setItem(key(userId, draftId), at)
  } catch (error) {
    console.warn('That the sheet was exported could not be kept.', error)
  }
}
