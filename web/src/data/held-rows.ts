import type { Mutation } from 'sync-protocol/records/mutation'
import { authorOf, type ClinicDatabase } from './clinic-database.ts'
import { isSessionEvent } from './session-log.ts'

/**
 * What would be lost with this tablet's database: changes that the server has not taken, those that were withdrawn, and forms
 * that were typed and never saved. Told sign-ins are nobody's work.
 */
export async function heldRows(clinic: ClinicDatabase) {
  const [outbox, kept, forms] = await Promise.all([
    clinic.outbox.where('done').equals(0).sortBy('order'),
    clinic.kept
      .filter(({ attention_id, status }) => status === 'withdrawn' || attention_id === undefined)
      .toArray(),
    clinic.kept_forms.filter(({ values }) => values !== undefined).toArray(),
  ])
  const unsent = outbox.filter(({ body, withdrawn }) => withdrawn === 0 && !isSessionEvent(body.action))
  const changes: { body: Mutation; user_name: string }[] = [
    ...unsent.map((row) => ({ body: row.body, user_name: authorOf(row).user_name })),
    ...kept.map(({ mutation, user_name }) => ({ body: mutation, user_name })),
  ]
  return { changes, forms }
}

/** Does anything lie on this tablet and nowhere else? */
export async function holdsWork(clinic: ClinicDatabase): Promise<boolean> {
  const { changes, forms } = await heldRows(clinic)
  return changes.length + forms.length > 0
}
