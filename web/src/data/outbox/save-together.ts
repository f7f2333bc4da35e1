import { MUTATION_BYTES_MAX, MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { Op } from 'sync-protocol/records/mutation'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import {
  currentSaver,
  NotSavedError,
  queueMutation,
  durableTransaction,
  type Intent,
  type Saved,
} from './save.ts'
import { currentClinic } from '../database/signed-in.ts'
import { noteSaved } from '../database/sync-status.ts'

/** Bytes of a mutation beside its operations, generously. */
const ENVELOPE_BYTES = 2_000

/** One intent, or as few as the limits of a mutation allow (sync contract, section 2). */
export function intentsOf(action: string, ops: readonly Op[]): Intent[] {
  const intents: Intent[] = []
  let bytes = 0
  for (const op of ops) {
    const size = new TextEncoder().encode(JSON.stringify(op)).length + 1
    const last = intents.at(-1)
    const fits = bytes + size <= MUTATION_BYTES_MAX - ENVELOPE_BYTES
    if (last !== undefined && last.ops.length < MUTATION_OPS_MAX && fits) {
      last.ops.push(op)
      bytes += size
    } else {
      intents.push({ action, ops: [op] })
      bytes = size
    }
  }
  return intents
}

/** Saves them all, or on failure none: several mutations in one transaction of the tablet, and `also` in the same. */
export async function saveTogether(
  intents: readonly Intent[],
  also?: (clinic: ClinicDatabase) => Promise<unknown>,
): Promise<Saved[]> {
  try {
    const clinic = currentClinic()
    const saver = currentSaver()
    const saved = await durableTransaction(clinic, async () => {
      const each: Saved[] = []
      for (const intent of intents) each.push(await queueMutation(clinic, saver, intent))
      await also?.(clinic)
      return each
    })
    if (intents.length > 0) noteSaved(saver.deviceNow())
    return saved
  } catch (error) {
    throw error instanceof NotSavedError ? error : new NotSavedError(error)
  }
}
