import type { Mutation } from 'sync-protocol/records/mutation'
import { authorOf, type ClinicDatabase } from './clinic-database.ts'
import { lastInputs } from './last-input.ts'
import { isSessionEvent } from './session-log.ts'

/**
 * What would be lost with this tablet's database: changes that the server has not taken, those that were withdrawn, forms
 * that were typed and never saved, and a sheet's last letters. Told sign-ins are nobody's work.
 */
export async function heldRows(clinic: ClinicDatabase) {
  const [outbox, kept, forms, inputs] = await Promise.all([
    clinic.outbox.where('done').equals(0).sortBy('order'),
    clinic.kept
      .filter(({ attention_id, status }) => status === 'withdrawn' || attention_id === undefined)
      .toArray(),
    clinic.kept_forms.filter(({ values }) => values !== undefined).toArray(),
    clinic.lanes
      .toCollection()
      .primaryKeys()
      .then((userIds) => lastInputs(clinic, userIds)),
  ])
  const unsent = outbox.filter(({ body, withdrawn }) => withdrawn === 0 && !isSessionEvent(body.action))
  const changes: { body: Mutation; user_id: string; user_name: string }[] = [
    ...unsent.map((row) => ({
      body: row.body,
      user_id: authorOf(row).user_id,
      user_name: authorOf(row).user_name,
    })),
    ...kept.map(({ mutation, user_id, user_name }) => ({ body: mutation, user_id, user_name })),
  ]
  return { changes, forms, inputs }
}

/** How much lies on this tablet and nowhere else, and since when, by the device's clock. */
export async function heldSince(clinic: ClinicDatabase): Promise<{ unsent: number; oldest: string | null }> {
  const { changes, forms, inputs } = await heldRows(clinic)
  const moments = [...changes.map(({ body }) => body), ...forms, ...inputs].map(({ at }) => at).sort()
  return { unsent: moments.length, oldest: moments[0] ?? null }
}

/** Does anything lie on this tablet and nowhere else? */
export async function holdsWork(clinic: ClinicDatabase): Promise<boolean> {
  const { changes, forms, inputs } = await heldRows(clinic)
  return changes.length + forms.length + inputs.length > 0
}
