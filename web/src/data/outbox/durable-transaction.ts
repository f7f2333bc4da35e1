import { Dexie, type Transaction } from 'dexie'
import { allTables, type ClinicDatabase } from '../database/clinic-database.ts'
import { acknowledgedOf } from './kept-receipts.ts'
import { connectionOf, reopen, wasLost } from '../database/reopen.ts'
import { withRoom } from '../database/reserve.ts'
import { noteStorageFull } from '../database/sync-status.ts'
import { outermost } from '../view/write-view.ts'

/** Nothing was saved, nothing half: the form stays and offers to try again. */
export class NotSavedError extends Error {
  constructor(cause: unknown) {
    super('not saved', { cause })
    this.name = 'NotSavedError'
  }
}

interface Attempt {
  /** Mutations that it queued under ids of their own. */
  ids: string[]
}

const attempts = new WeakMap<Transaction, Attempt>()

/** A mutation is queued under a new id in the transaction of now. */
export function noteQueued(id: string): void {
  attempts.get(Dexie.currentTransaction)?.ids.push(id)
}

/**
 * Runs work in one strict transaction. When the connection was lost on the way, it is opened once more, and the work is
 * done again if the first try certainly left nothing; when the storage is full, once more with the reserve freed.
 * @throws NotSavedError when nothing is on disk
 */
export async function durableTransaction<T>(
  clinic: ClinicDatabase,
  work: () => Promise<T>,
  tables = allTables(clinic),
): Promise<T> {
  const attempt: Attempt = { ids: [] }
  /** All was asked for; whether it is on disk is the browser's word. */
  let asked: { value: T } | undefined
  const run = () =>
    // Dexie follows native awaits only from an async function.
    clinic.transaction('rw', tables, async (transaction) => {
      attempts.set(transaction, attempt)
      asked = { value: await work() }
      if (outermost(transaction) === transaction) commit(transaction.idbtrans)
      return asked.value
    })
  const before = connectionOf(clinic)
  try {
    return await withRoom(run, noteStorageFull)
  } catch (error) {
    try {
      if (clinic.hasBeenClosed() || !(await wasLost(clinic, before, error))) throw error
      console.warn('The connection was lost while something was saved.', error)
      await reopen(clinic)
      if (asked && (await stands(clinic, attempt.ids))) return asked.value
      return await run()
    } catch (cause) {
      throw new NotSavedError(cause)
    }
  }
}

/** Nothing more is asked: the browser need not wait until this page has heard its last answer. */
function commit(running: IDBTransaction): void {
  try {
    running.commit()
  } catch (error) {
    // It ended before, and Dexie hears how. Any other error is one.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}

/** Whether the first try reached the disk although its answer was lost: one transaction, so one id tells of all. */
async function stands(clinic: ClinicDatabase, ids: readonly string[]): Promise<boolean> {
  const [id] = ids
  if (id === undefined) return false
  const found = await Promise.all([
    clinic.outbox.where('id').equals(id).count(),
    clinic.kept.where('mutation_id').equals(id).count(),
  ])
  if (found.some((count) => count > 0)) return true
  return (await acknowledgedOf(clinic, (one) => one.id === id)).length > 0
}
