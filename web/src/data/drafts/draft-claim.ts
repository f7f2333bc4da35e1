type Locks = Pick<LockManager, 'request'>

/**
 * Makes this tab the one that has the draft open, so that two tabs never type into one sheet or table; null when another has it.
 * The lock ends with the tab. Without Web Locks there is one tab (sync contract T4).
 */
export function claimDraft(locks: Locks | undefined, draftId: string): Promise<(() => void) | null> {
  if (locks === undefined) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    locks
      .request(`sheet-draft/${draftId}`, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null)
          return undefined
        }
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(reject)
  })
}
