type Locks = Pick<LockManager, 'request'>

/**
 * Makes this tab the one that has the draft open, so that two tabs never type into one sheet or table; null when another has it.
 * The lock ends with the tab. Without Web Locks there is one tab (sync contract T4). `patienceMs` is for what this very tab had
 * open: the page before may not have let go of it yet.
 */
export function claimDraft(
  locks: Locks | undefined,
  draftId: string,
  patienceMs = 0,
): Promise<(() => void) | null> {
  if (locks === undefined) return Promise.resolve(() => undefined)
  const signal = patienceMs > 0 ? AbortSignal.timeout(patienceMs) : undefined
  return new Promise((resolve, reject) => {
    locks
      .request(`sheet-draft/${draftId}`, signal ? { signal } : { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null)
          return undefined
        }
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch((error: unknown) => (signal?.aborted ? resolve(null) : reject(error)))
  })
}
