import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { liveRead } from '../database/live-read.ts'

/** What the server said of a change: that it stands, why it does not, or nothing yet. */
export type Heard = 'stands' | 'unsent' | { refused: string }

const WAIT_MS = 4_000

async function heardSoFar(clinic: ClinicDatabase, mutationId: string): Promise<Heard> {
  // Asked first: a refusal is kept in the same moment as the row leaves.
  const row = await clinic.outbox.where('id').equals(mutationId).first()
  if (row !== undefined) return row.done === 1 ? 'stands' : 'unsent'
  const kept = await clinic.kept.get(mutationId)
  const refusal = kept ?? (await viewOf(clinic, 'attention').get(attentionIdOf(mutationId)))?.content
  return refusal && 'message' in refusal ? { refused: refusal.message } : 'stands'
}

/** Waits for the server's answer to a change that was saved here, but not for longer than `waitMs`: there may be no network. */
export function heardOf(clinic: ClinicDatabase, mutationId: string, waitMs = WAIT_MS): Promise<Heard> {
  return new Promise((resolve) => {
    const finish = (heard: Heard) => {
      clearTimeout(timer)
      end()
      resolve(heard)
    }
    const timer = setTimeout(() => finish('unsent'), waitMs)
    const end = liveRead(
      () => heardSoFar(clinic, mutationId),
      (heard) => heard !== 'unsent' && finish(heard),
    )
  })
}
