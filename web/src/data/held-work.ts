import type { Mutation } from 'sync-protocol/records/mutation'
import { correctedTime } from 'sync-protocol/rules/time'
import type { ClinicDatabase } from './clinic-database.ts'
import { heldRows } from './held-rows.ts'
import { heldWorkText } from './held-work-text.ts'
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

const openSheetWords = (patient: unknown) =>
  typeof patient === 'string' && patient !== '' ? heldWorkText.openSheetOf(patient) : heldWorkText.openSheet

/** An open sheet or table, which the log does not tell of. */
function draftWords({ ops }: Mutation): string | undefined {
  const op = ops.find(({ collection }) => collection === 'drafts')
  if (op === undefined) return undefined
  const content = op.op === 'create' ? op.content : op.op === 'update' ? { ...op.was, ...op.set } : {}
  return 'table' in content ? heldWorkText.openTable : openSheetWords(content['name'])
}

/** What lies on this tablet alone, in the words of the action log, the oldest first. */
export async function heldWork(clinic: ClinicDatabase): Promise<HeldWork[]> {
  const [{ changes, forms, inputs }, lanes] = await Promise.all([heldRows(clinic), clinic.lanes.toArray()])
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
      message: messageOf(body) ?? draftWords(body) ?? body.action,
      entered: body,
    })),
    ...forms.map((form) => ({
      id: form.key,
      at: form.at,
      user_name: nameOf.get(form.user_id) ?? '',
      message: form.name,
      entered: form,
    })),
    ...inputs.map(({ user_id, at, content }) => ({
      id: `last-input/${user_id}`,
      at,
      user_name: nameOf.get(user_id) ?? '',
      message: openSheetWords(content['name']),
      entered: content,
    })),
  ]
  return work.sort((a, b) => (a.at < b.at ? -1 : 1))
}
