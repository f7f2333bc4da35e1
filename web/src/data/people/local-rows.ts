import type { Mutation } from 'sync-protocol/records/mutation'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf, type Acknowledged } from '../database/clinic-rows.ts'
import { acknowledgedOf, hasTakenBefore } from '../outbox/kept-receipts.ts'
import { lastInputs } from '../device/last-input.ts'
import { isSessionEvent } from '../outbox/session-log.ts'
import { readSettings } from '../database/settings.ts'

/** What an earlier epoch of the server took, and is not on its way into the present one: that may lack it (L6). */
async function takenOnlyBefore(clinic: ClinicDatabase): Promise<Acknowledged[]> {
  const [epoch] = await readSettings(clinic, ['epoch'])
  if (epoch === undefined || !(await hasTakenBefore(clinic, epoch))) return []
  const taken = await acknowledgedOf(clinic, () => true)
  const onItsWay = await clinic.outbox
    .where('id')
    .anyOf(taken.map(({ id }) => id))
    .toArray()
  const ids = new Set(onItsWay.map(({ id }) => id))
  return taken
    .filter((one) => /* @rule revoked-holds */ one.epoch !== epoch && !ids.has(one.id))
    .sort((one, other) => one.order - other.order)
}

/**
 * What would be lost with this tablet's database: changes that the server has not taken, or only in an epoch that ended,
 * those that were withdrawn, forms that were typed and never saved, open drafts that wait to come back after a restore, and a
 * sheet's last letters. Told sign-ins are nobody's work.
 */
export async function localRows(clinic: ClinicDatabase) {
  const [before, [drafts = []], outbox, kept, forms, inputs] = await Promise.all([
    takenOnlyBefore(clinic),
    readSettings(clinic, ['drafts_to_return']),
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
    ...before.filter(({ body }) => !isSessionEvent(body.action)),
    ...unsent.map((row) => ({
      body: row.body,
      user_id: authorOf(row).user_id,
      user_name: authorOf(row).user_name,
    })),
    ...kept.map(({ mutation, user_id, user_name }) => ({ body: mutation, user_id, user_name })),
  ]
  const open = drafts.map((draft) => ({
    ...draft,
    // Releases before noted no time.
    at: draft.typed ?? draft.edited ?? new Date().toISOString(),
  }))
  return { changes, forms, inputs, drafts: open }
}

/** How much lies on this tablet and nowhere else, and since when, by the device's clock. */
export async function heldSince(clinic: ClinicDatabase): Promise<{ unsent: number; oldest: string | null }> {
  const { changes, forms, inputs, drafts } = await localRows(clinic)
  const moments = [...changes.map(({ body }) => body), ...forms, ...inputs, ...drafts]
    .map(({ at }) => at)
    .sort()
  return { unsent: moments.length, oldest: moments[0] ?? null }
}

/**
 * What becomes of the records of a revoked tablet. Undefined before the epoch is begun here in which the server said that it is
 * revoked (`epoch`): that may lack what this tablet has sent (sync contract L6).
 */
export async function fateOf(
  clinic: ClinicDatabase,
  epoch: string | undefined,
): Promise<'held' | 'wiping' | undefined> {
  const [begun] = await readSettings(clinic, ['epoch'])
  if (epoch !== undefined && begun !== undefined && epoch !== begun) return undefined
  return (await holdsWork(clinic)) ? 'held' : 'wiping'
}

/** Does anything lie on this tablet and nowhere else? */
export async function holdsWork(clinic: ClinicDatabase): Promise<boolean> {
  const { changes, forms, inputs, drafts } = await localRows(clinic)
  return changes.length + forms.length + inputs.length + drafts.length > 0
}
