/** The open sheets of this tablet: they come back by themselves; one of another tablet is offered. */
export interface OwnDrafts {
  /** What was open in this tab, or was chosen for it. */
  here: string | null
  /** What was opened last, in any tab. */
  last: string | null
}

/** Clinics share tablets, so each user's choices have their own keys. */
const key = (userId: string) => `new-sheet/${userId}/draft`

export const readOwnDrafts = (userId: string): OwnDrafts => ({
  here: sessionStorage.getItem(key(userId)),
  last: localStorage.getItem(key(userId)),
})

/** Full or forbidden storage must never stop a form: what is remembered is only a convenience. */
function write(storage: Storage, at: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(at)
    else storage.setItem(at, value)
  } catch (error) {
    console.warn('The open sheet could not be remembered.', error)
  }
}

export function rememberOwnDraft(userId: string, draftId: string | null): void {
  for (const storage of [sessionStorage, localStorage]) write(storage, key(userId), draftId)
}

/** The sheet with which this tab goes on. */
export const chooseForThisTab = (userId: string, draftId: string): void =>
  write(sessionStorage, key(userId), draftId)
