import type { JsonObject } from 'sync-protocol/records/json'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Mutation } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { correctedTime } from 'sync-protocol/rules/time'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { authorOf } from '../database/clinic-rows.ts'
import { localRows } from './local-rows.ts'
import { localWorkText } from './local-work-text.ts'
import { isSessionEvent } from '../outbox/session-log.ts'
import { messagesOf } from '../outbox/unsent-log.ts'

/** Something that lies on this tablet and nowhere else. */
export interface LocalWork {
  id: string
  at: string
  user_id: string
  user_name: string
  /** What was done, in words. */
  message: string
  /** All that was entered, for a copy. */
  entered: unknown
}

const openSheetWords = (patient: unknown) =>
  typeof patient === 'string' && patient !== ''
    ? localWorkText.openSheetFor(patient)
    : localWorkText.openSheet

const contentWords = (content: JsonObject) =>
  'table' in content ? localWorkText.openTable : openSheetWords(fieldsOf<SheetDraft>(content).name)

/** An open sheet or table, which the log does not tell of. */
function draftWords({ ops }: Mutation): string | undefined {
  const op = ops.find(({ collection }) => collection === 'drafts')
  if (op === undefined) return undefined
  return contentWords(op.op === 'create' ? op.content : op.op === 'update' ? { ...op.was, ...op.set } : {})
}

const wordsOf = (body: Mutation, messageOf: (body: Mutation) => string | null) =>
  messageOf(body) ?? draftWords(body) ?? body.action

/** A change that the server has not taken yet. */
export type UnsentWork = Pick<LocalWork, 'id' | 'at' | 'user_name' | 'message'>

/** What is unsent, in the words of the action log, the oldest first, at most so much of it. */
export async function unsentWork(clinic: ClinicDatabase, most: number): Promise<UnsentWork[]> {
  const rows = await clinic.outbox
    .orderBy('order')
    .filter((row) => row.done === 0 && row.withdrawn === 0 && !isSessionEvent(row.body.action))
    .limit(most)
    .toArray()
  const messageOf = await messagesOf(
    clinic,
    rows.map(({ body }) => body),
  )
  return rows.map((row) => ({
    id: row.id,
    at: correctedTime(row.body.at, row.body.clock_offset_ms).at,
    user_name: authorOf(row).user_name,
    message: wordsOf(row.body, messageOf),
  }))
}

/** What lies on this tablet alone, in the words of the action log, the oldest first. */
export async function localWork(clinic: ClinicDatabase): Promise<LocalWork[]> {
  const [{ changes, forms, inputs, drafts }, lanes] = await Promise.all([
    localRows(clinic),
    clinic.lanes.toArray(),
  ])
  const messageOf = await messagesOf(
    clinic,
    changes.map(({ body }) => body),
  )
  const nameOf = new Map(lanes.map(({ user_id, user_name }) => [user_id, user_name]))
  const work: LocalWork[] = [
    ...changes.map(({ body, user_id, user_name }) => ({
      id: body.id,
      at: correctedTime(body.at, body.clock_offset_ms).at,
      user_id,
      user_name,
      message: wordsOf(body, messageOf),
      entered: body,
    })),
    ...forms.map((form) => ({
      id: form.key,
      at: form.at,
      user_id: form.user_id,
      user_name: nameOf.get(form.user_id) ?? '',
      message: form.name,
      entered: form,
    })),
    ...drafts.map(({ _id, author_id, content, at }) => ({
      id: `draft/${_id}`,
      at,
      user_id: author_id,
      user_name: nameOf.get(author_id) ?? '',
      message: contentWords(content),
      entered: content,
    })),
    ...inputs.map(({ user_id, at, content }) => ({
      id: `last-input/${user_id}`,
      at,
      user_id,
      user_name: nameOf.get(user_id) ?? '',
      message: openSheetWords(fieldsOf<SheetDraft>(content).name),
      entered: content,
    })),
  ]
  return work.sort((a, b) => (a.at < b.at ? -1 : 1))
}
