import type { DBCore, DexieOptions } from 'dexie'
import { clinicDatabase, orgOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** For those outside of data/ who look at what a connection does. */
export type { DBCore } from 'dexie'

/** Another tab or the service worker leads now: what this one still wanted to write was not written. */
export class Ousted extends Error {
  constructor(cause?: unknown) {
    super('Another window of this app sends and reads now.', { cause })
    this.name = 'Ousted'
  }
}

/** Begins the term of a new leader: from here on nothing that an earlier one writes is taken (sync contract T4). */
export function raiseLeaderTerm(clinic: ClinicDatabase): Promise<number> {
  return clinic.transaction('rw', [clinic.settings], async () => {
    const term = ((await readSetting(clinic, 'term')) ?? 0) + 1
    await writeSetting(clinic, 'term', term)
    return term
  })
}

/** A transaction that writes is to be over by then, since a save waits for it. */
export const LOCK_MS = 250

/** The transactions of one leader that write, as they really ran: a browser without `performance` marks has none. */
export const LOCK_MEASURE = 'sync-transaction'

/**
 * The connection of one leader, for its term only. Every transaction that writes looks at the term first, inside itself, and
 * is aborted when that is over: no write of the engine can forget it. Saves and screens have a connection of their own.
 */
export function leadersClinic(
  clinic: ClinicDatabase,
  term: number,
  onOusted: () => void,
  options?: DexieOptions,
): ClinicDatabase {
  const own = clinicDatabase(orgOf(clinic), options)
  const guarded = (core: DBCore): DBCore => ({
    ...core,
    transaction(stores, mode, how) {
      if (mode !== 'readwrite') return core.transaction(stores, mode, how)
      const transaction = core.transaction([...new Set([...stores, 'settings'])], mode, how) as IDBTransaction
      // The first request of all: no other of this transaction is answered before it.
      const asked = transaction.objectStore('settings').get('term') as IDBRequest<
        { value: number } | undefined
      >
      asked.addEventListener('success', () => {
        measureLock(transaction)
        // @rule term
        if (asked.result?.value === term) return
        transaction.abort()
        onOusted()
      })
      return transaction
    },
  })
  own.use({ stack: 'dbcore', name: 'leader-term', create: guarded })
  return own
}

/** From the first answer on the transaction holds what others wait for. */
function measureLock(transaction: IDBTransaction): void {
  const start = performance.now()
  transaction.addEventListener('complete', () => {
    const end = performance.now()
    if (end - start > LOCK_MS) performance.measure(LOCK_MEASURE, { start, end })
  })
}
