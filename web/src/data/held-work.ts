import { correctedTime } from 'sync-protocol/rules/time'
import { authorOf, type ClinicDatabase } from './clinic-database.ts'
import { isSessionEvent } from './session-log.ts'
import { messagesOf } from './unsent-log.ts'

/** Something that lies on this tablet and nowhere else. */
export interface HeldWork {
  id: string
  at: string
  user_name: string
  /** What was done, in words. */
  message: string
  /** All that was entered, for a copy. */
  entered: unknown
}

/**
 * What would be lost with this tablet's database, the oldest first: changes that the server has not taken, those that were
 * withdrawn, and forms that were typed and never saved. Told sign-ins are nobody's work.
 */
export async function heldWork(clinic: ClinicDatabase): Promise<HeldWork[]> {
  const [outbox, kept, forms, lanes] = await Promise.all([
    clinic.outbox.where('done').equals(0).sortBy('order'),
    clinic.kept
      .filter(({ attention_id, status }) => status === 'withdrawn' || attention_id === undefined)
      .toArray(),
    clinic.kept_forms.filter(({ values }) => values !== undefined).toArray(),
    clinic.lanes.toArray(),
  ])
  const unsent = outbox.filter(({ body, withdrawn }) => withdrawn === 0 && !isSessionEvent(body.action))
  const changes = [
    ...unsent.map((row) => ({ body: row.body, user_name: authorOf(row).user_name })),
    ...kept.map(({ mutation, user_name }) => ({ body: mutation, user_name })),
  ]
  const messageOf = await messagesOf(
    clinic,
    changes.map(({ body }) => body),
  )
  const nameOf = new Map(lanes.map(({ user_id, user_name }) => [user_id, user_name]))
  const work: HeldWork[] = [
    ...changes.map(({ body, user_name }) => ({
      id: body.id,
      at: correctedTime(body.at, body.clock_offset_ms).at,
      user_name,
      message: messageOf(body) ?? body.action,
      entered: body,
    })),
    ...forms.map((form) => ({
      id: form.key,
      at: form.at,
      user_name: nameOf.get(form.user_id) ?? '',
      message: form.name,
      entered: form,
    })),
  ]
  return work.sort((a, b) => (a.at < b.at ? -1 : 1))
}
