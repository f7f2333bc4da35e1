import { asKnown } from 'sync-protocol/records/known'
import { sheetDraft } from 'sync-protocol/records/draft'
import { mutation as mutationSchema, type Op } from 'sync-protocol/records/mutation'
import { sheetContent } from 'sync-protocol/records/sheet'
import { correctedTime, uncorrectedTime } from 'sync-protocol/rules/time'
import { decideOver, dismissOps } from '../../data/attention/attention.ts'
import type { RefusedEntry, ShutOutEntry } from '../../data/attention/attention.ts'
import { newId } from '../../data/database/ids.ts'
import { heardOf, type Heard } from '../../data/attention/heard-answer.ts'
import { getRecord } from '../../data/view/records.ts'
import { noteReopened, sheetMadeBy } from '../../data/drafts/refused-sheet.ts'
import { currentSaver } from '../../data/outbox/save.ts'
import { intentsOf } from '../../data/outbox/save-together.ts'
import { readSetting } from '../../data/database/settings.ts'
import { discardShutOut, sendOnBehalf } from '../../data/attention/shut-out.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { attentionText as text } from './attention-text.ts'
import { titleOf } from './entry-words.ts'
import { isFact, sheetIn, tooMany } from './entry-choices.ts'
import { NotReopenedError } from './not-reopened.ts'
import { reopenedSheet } from './reopened-sheet.ts'
import type { Reopened } from './reopened-sheet.ts'

/** Characters of the action log's detail (sync contract, section 2). */
const DETAIL_MAX = 200

const isDraftOp = (op: Op) => op.collection === 'drafts'

/** The same change once more, as a new one; of what was typed into something open, all of it in its order. */
export async function retry(entry: RefusedEntry): Promise<void> {
  const many = tooMany(entry)
  if (many !== undefined) return retryInParts(entry, many)
  const { action, ops } = entry.mutation
  const settled = dismissOps({ ...entry, mutation: { ...entry.mutation, ops: [] } })
  const typed = ops.every(isDraftOp) ? entry.beside.flatMap(({ mutation }) => mutation.ops) : []
  const at = ops.some(isFact) ? { at: await momentOf(entry) } : {}
  await decideOver(entry, { action, ops: [...typed, ...ops, ...settled], ...at })
}

/** What was too much for one change, as several; all of them are saved, or none. */
async function retryInParts(entry: RefusedEntry, ops: readonly Op[]): Promise<void> {
  const { action } = JSON.parse(entry.raw ?? '{}') as { action?: unknown }
  const read = mutationSchema.shape.action.safeParse(action)
  const at = await momentOf(entry)
  const parts = intentsOf(read.success ? read.data : entry.mutation.action, ops)
  await decideOver(entry, ...parts.map((part) => ({ ...part, at })), {
    action: 'attention.discard',
    ops: dismissOps(entry),
  })
}

/** When it was done, by the clock that this tablet has now: a draw was drawn then, whenever it is sent again. */
async function momentOf({ mutation: { at, clock_offset_ms: then } }: RefusedEntry): Promise<string> {
  if (then === null) return at
  const now = (await readSetting(currentClinic(), 'clock_offset_ms')) ?? null
  return uncorrectedTime(correctedTime(at, then).at, now)
}

export const discard = (entry: RefusedEntry): Promise<unknown> =>
  decideOver(entry, { action: 'attention.discard', ops: dismissOps(entry) })

/**
 * Lets a parked fact stand under its author's name (sync contract P8), with the operations as somebody completed them, and says
 * what the server made of that.
 */
export async function approve(entry: RefusedEntry, completed?: readonly Op[]): Promise<Heard> {
  if (entry.record === undefined) throw new Error('Only what the server has can be approved.')
  const { _id, version: base } = entry.record
  const settle = { op: 'settle', collection: 'attention', _id, base } as const
  const made = await decideOver(
    entry,
    completed === undefined
      ? { action: 'attention.approve', ops: [{ ...settle, choice: 'mine' }] }
      : {
          action: 'attention.complete',
          ops: [{ ...settle, choice: 'edited', set: { ops: [...completed] } }],
        },
  )
  return made === undefined ? 'unsent' : heardOf(currentClinic(), made)
}

/** The draft that the sheet was made from still lives when the change that ended it was refused. */
async function livingDraft(entry: RefusedEntry) {
  const end = entry.mutation.ops.find((op) => op.op === 'delete' && op.collection === 'drafts')
  const record = end && (await getRecord('drafts', end._id))
  const draft = asKnown(sheetDraft, record?.content)
  return record !== undefined && draft !== null ? { record, draft } : undefined
}

function draftOf(entry: RefusedEntry): Reopened {
  const created = sheetIn(entry)
  const sheet = sheetContent.safeParse(created?.op === 'create' ? created.content : null)
  if (!sheet.success) throw new NotReopenedError('not a sheet', { cause: sheet.error })
  return reopenedSheet(sheet.data)
}

/** Makes the refused sheet the open one again; it is saved anew from there. */
export async function reopen(
  entry: RefusedEntry,
): Promise<{ draftId: string; missing: string[]; day: string | undefined }> {
  const living = await livingDraft(entry)
  const { draft: open, missing } =
    living === undefined ? draftOf(entry) : { draft: living.draft, missing: [] }
  // Saved anew it is the same sheet again, in its own place.
  const refused = sheetMadeBy(entry.mutation.ops)
  const draft = { ...open, saved_as: refused?.sheet_id ?? null }
  if (refused) await noteReopened(refused)
  const draftId = newId()
  const end: Op[] =
    living === undefined
      ? []
      : [{ op: 'delete', collection: 'drafts', _id: living.record._id, base: living.record.version }]
  const opening: Op = {
    op: 'create',
    collection: 'drafts',
    _id: draftId,
    content: draft,
  }
  await decideOver(entry, { action: 'attention.reopen', ops: [opening, ...end, ...dismissOps(entry)] })
  return { draftId, missing, day: refused?.day }
}

/** The action log's line: how many changes of whom, and what they were, as far as there is room. */
function discardedDetail(author: string, titles: readonly string[]): string {
  for (let shown = titles.length; shown > 0; shown--) {
    const rest = titles.length - shown
    const named = [...titles.slice(0, shown), ...(rest === 0 ? [] : [text.more(rest)])]
    const detail = text.discardedDetail(titles.length, author, named)
    if (detail.length <= DETAIL_MAX) return detail
  }
  return text.discardedDetail(titles.length, author, []).slice(0, DETAIL_MAX)
}

/** Sends what somebody cannot send any more, under their name (sync contract D3). */
export const sendFor = ({ author_id }: ShutOutEntry): Promise<void> =>
  sendOnBehalf(currentClinic(), author_id, currentSaver())

/** Withdraws it, and says so in the action log. */
export const discardFor = ({ author_id, author_name, mutations }: ShutOutEntry): Promise<void> =>
  discardShutOut(
    currentClinic(),
    author_id,
    currentSaver(),
    discardedDetail(
      author_name,
      mutations.map((mutation) => titleOf(mutation)),
    ),
  )
