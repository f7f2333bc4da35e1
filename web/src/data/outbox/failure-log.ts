import { isStorableText } from 'sync-protocol/records/fields'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { queueMutation, durableTransaction, type Intent, type Saver } from './save.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

/** What failed cannot be written either, as long as the tablet stores nothing: so long it waits here. */
const AGAIN_MS = 15_000
const WAITING_MAX = 200
const DETAIL_MAX = 200

interface Failure {
  clinic: ClinicDatabase
  saver: Saver
  intent: Intent
}
const waiting: Failure[] = []
let writing: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Writes down what waits, the oldest first; what still cannot be stored waits on. */
export function writeFailures(): Promise<void> {
  writing ??= writeAll().finally(() => (writing = undefined))
  return writing
}

async function writeAll(): Promise<void> {
  clearTimeout(timer)
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const { clinic, saver, intent } = next
    try {
      await durableTransaction(clinic, () => queueMutation(clinic, saver, intent))
    } catch (error) {
      console.error(`${intent.action} was not written down yet.`, error)
      timer = setTimeout(() => void writeFailures(), AGAIN_MS)
      return
    }
    waiting.shift()
  }
}

/** Tells the action log that something failed, with its own time and person (`spec 1 §8`, `spec 2 §8`). Never throws. */
export function tellOfFailure(action: `${string}_failed`, about = ''): void {
  try {
    const [at, id] = [Date.now(), newId()]
    const saver = { user_id: currentUser()._id, deviceNow: () => at, newId: () => id }
    const detail = about.trim().slice(0, DETAIL_MAX)
    const named = detail !== '' && isStorableText(detail) ? { detail } : {}
    if (waiting.length === WAITING_MAX) waiting.shift()
    waiting.push({ clinic: currentClinic(), saver, intent: { action, ...named, ops: [] } })
  } catch (error) {
    console.error(`${action} cannot be written down.`, error)
    return
  }
  void writeFailures()
}

/** Does the work; if it fails, the action log hears of it, and the caller too. */
export async function tellingOfFailure<T>(
  action: `${string}_failed`,
  about: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    tellOfFailure(action, about)
    throw error
  }
}
