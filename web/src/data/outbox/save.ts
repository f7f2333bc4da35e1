import { EDITION } from 'sync-protocol/records/edition'
import { keyOf } from 'sync-protocol/records/envelope'
import { MUTATION_BYTES_MAX, MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { mutationHash } from 'sync-protocol/records/mutation-hash'
import { mutation as mutationSchema, type Mutation, type Op } from 'sync-protocol/records/mutation'
import { correctedTime } from 'sync-protocol/rules/time'
import { clockWentBack, toldAt } from '../database/server-contact.ts'
import { answered, BareRequests } from './bare-requests.ts'
import { allTables, viewOf, type ClinicDatabase, type Table } from '../database/clinic-database.ts'
import type { LaneRow, OutboxRow } from '../database/clinic-rows.ts'
import type { SettingValues } from '../database/setting-values.ts'
import { workedOn } from '../database/drafts-to-resubmit.ts'
import { newId } from '../database/ids.ts'
import { isAutosave, mergeDraftOps } from './merge-drafts.ts'
import { asPending, nameOf, rebuildView, shownFor } from '../view/rebuild-view.ts'
import { showMutation } from '../view/replay.ts'
import { writeSetting } from '../database/settings.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'
import { durableTransaction, NotSavedError, noteQueued } from './durable-transaction.ts'
import { noteSaved } from '../database/sync-status.ts'
import { tellLists } from '../view/write-view.ts'

export { durableTransaction, NotSavedError }

/** What a person wants done: all of it or none. */
export interface Intent {
  action: string
  detail?: string
  ops: Op[]
  /** When it was done, by the device's clock, where that was earlier. */
  at?: string
}
export interface Saved {
  mutation_id: string
}
export interface Saver {
  user_id: string
  /** Time and chance, handed in so that they can be chosen. */
  deviceNow(): number
  newId(): string
}

const byteLength = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

function checkSize(body: Mutation): number {
  if (body.ops.length > MUTATION_OPS_MAX)
    throw new RangeError(`One change holds at most ${MUTATION_OPS_MAX} operations.`)
  const bytes = byteLength(body)
  if (bytes > MUTATION_BYTES_MAX) throw new RangeError('This change is larger than 1 MiB.')
  return bytes
}

interface Place {
  row: OutboxRow
  merged: Op
}

/** The untaken autosave of the same draft that this one may take the place of: nothing came after it. */
async function replaceable(
  clinic: ClinicDatabase,
  lane: LaneRow,
  intent: Intent,
): Promise<Place | null | undefined> {
  const op = intent.ops[0]
  if (!op || !isAutosave({ action: intent.action, ops: intent.ops })) return undefined
  const rows = await clinic.outbox.where('keys').equals(keyOf(op)).sortBy('order')
  const last = rows.at(-1)
  if (!last || last.lane !== lane.id || last.n <= lane.taken_n || last.withdrawn === 1) return undefined
  if (last.returned || last.on_behalf_of) return undefined
  const before = last.body.ops[0]
  if (!before || !isAutosave(last.body)) return undefined
  const merged = mergeDraftOps(before, op)
  return merged && { row: last, merged }
}

type Name = Pick<Op, 'collection' | '_id'>

/** What a save looks at, asked for at once: every answer that is waited for alone makes a save slower. */
async function readState(clinic: ClinicDatabase, bare: BareRequests, saver: Saver, ops: readonly Op[]) {
  const names: Name[] = [...new Map(ops.map((op) => [keyOf(op), op])).values()]
  const setting = (key: keyof SettingValues) => bare.get(clinic.settings, key)
  const drafts = names.some(({ collection }) => collection === 'drafts')
  const lane = bare.get(clinic.lanes, saver.user_id)
  const offset = setting('clock_offset_ms')
  const heard = setting('answering')
  const toResubmit = drafts ? setting('drafts_to_return') : undefined
  const records = names.map(({ collection, _id }) => bare.get(viewOf(clinic, collection), _id))
  await answered([lane, offset, heard, ...(toResubmit ? [toResubmit] : []), ...records])
  if (!lane.result) throw new Error('This user has no lane on this tablet.')
  return {
    lane: lane.result,
    offset: (offset.result?.value as SettingValues['clock_offset_ms'] | undefined) ?? null,
    heard: heard.result?.value as SettingValues['answering'] | undefined,
    toResubmit: (toResubmit?.result?.value as SettingValues['drafts_to_return'] | undefined) ?? [],
    known: new Map(names.map((name, index) => [keyOf(name), records[index]?.result])),
  }
}
type SaveState = Awaited<ReturnType<typeof readState>>

/** Writes a mutation and its effect inside the caller's transaction, over the tables that `tablesOf` names. */
export async function queueMutation(clinic: ClinicDatabase, saver: Saver, intent: Intent): Promise<Saved> {
  const bare = new BareRequests(clinic)
  const now = saver.deviceNow()
  const said = {
    id: saver.newId(),
    at: intent.at ?? new Date(now).toISOString(),
    schema: EDITION,
    action: intent.action,
    detail: intent.detail ?? null,
    ops: intent.ops,
  }
  // The database answers meanwhile; the number and the offset are its own.
  const [state, hash] = await Promise.all([
    readState(clinic, bare, saver, intent.ops),
    checkedHash({ ...said, n: 1, clock_offset_ms: null }),
  ])
  const { lane } = state
  // A time from before the last answer is no time to guess from; one that was told with the intent is of another moment.
  const offset =
    intent.at === undefined && clockWentBack(state.heard && toldAt(state.heard), now) ? null : state.offset
  const toResubmit = /* @rule typed-over-old-draft */ workedOn(
    state.toResubmit,
    intent.ops,
    correctedTime(said.at, offset).at,
    saver.user_id,
  )
  if (toResubmit !== state.toResubmit) await writeSetting(clinic, 'drafts_to_return', toResubmit)
  const place = await replaceable(clinic, lane, intent)
  if (place) return replace(clinic, place, { at: said.at, clock_offset_ms: offset })
  const body: Mutation = { n: lane.next_n, ...said, clock_offset_ms: offset }
  noteQueued(body.id)
  const { keys, changes, asOnServer } = await shownNow(clinic, body, state)
  const isOver =
    keys.length > asOnServer.length && /* @rule of-now */ body.ops.every((op) => isOfNow(op, state.known))
  for (const row of asOnServer) bare.put(clinic.server_state, row, row.key)
  for (const { collection, _id, record } of changes) bare.put(viewOf(clinic, collection), record, _id)
  bare.add(clinic.outbox, {
    lane: lane.id,
    user_id: lane.user_id,
    user_name: lane.user_name,
    n: body.n,
    id: body.id,
    hash,
    body,
    bytes: checkSize(body),
    keys,
    done: 0,
    withdrawn: 0,
    ...(isOver && { over: 1 }),
    saved_at: now,
  })
  bare.put(clinic.lanes, { ...lane, next_n: lane.next_n + 1, unsent: lane.unsent + 1 }, lane.user_id)
  tellLists(clinic, changes)
  return { mutation_id: body.id }
}

/** What is sent once more may name what stood long ago. */
const isOfNow = (op: Op, known: SaveState['known']): boolean =>
  !('base' in op) || op.base === (known.get(keyOf(op))?.version ?? 0)

/** The hash of a mutation of the right shape. */
async function checkedHash(body: Mutation): Promise<string> {
  mutationSchema.parse(body)
  return mutationHash(body)
}

/** Two autosaves of one draft become one row, which keeps its number and its id. */
async function replace(
  clinic: ClinicDatabase,
  place: Place,
  made: Pick<Mutation, 'at' | 'clock_offset_ms'>,
): Promise<Saved> {
  const body = inPlace(place, made)
  const hash = await checkedHash(body)
  await clinic.outbox.put({ ...place.row, body, hash, bytes: checkSize(body) })
  await rebuildView(clinic, place.row.keys)
  return { mutation_id: body.id }
}

/** The row's mutation with the merged operation; a creation keeps its time. */
function inPlace({ row, merged }: Place, made: Pick<Mutation, 'at' | 'clock_offset_ms'>): Mutation {
  return { ...row.body, ...(merged.op === 'create' ? {} : made), ops: [merged] }
}

/**
 * The effect on top of the view, which is what a replay would do: nothing pending comes after it. What the server has of
 * the records is kept beside them from their first pending mutation on.
 */
async function shownNow(clinic: ClinicDatabase, mutation: Mutation, { lane, known }: SaveState) {
  const load = async (missing: readonly Name[]) => {
    const records = await Promise.all(
      missing.map(({ collection, _id }) => viewOf(clinic, collection).get(_id)),
    )
    missing.forEach((name, index) => known.set(keyOf(name), records[index]))
  }
  const { changes, keys } = await showMutation(known, load, mutation, shownFor(lane, lane.id))
  const unread = keys.filter((key) => !known.has(key))
  if (unread.length > 0) await load(unread.map(nameOf))
  return {
    keys,
    changes: changes.map((change) => ({
      collection: change.collection,
      _id: change._id,
      record: asPending(change, known.get(keyOf(change))),
    })),
    // What no pending mutation changed yet is shown as the server has it, whether that is kept beside it already or not.
    asOnServer: keys
      .filter((key) => !known.get(key)?.pending)
      .map((key) => ({ key, ...nameOf(key), record: known.get(key) ?? null })),
  }
}

/**
 * The tables that a save of these reads and writes: it waits for nobody who is busy with others. Settling reaches records
 * that it does not name, and an autosave that takes another's place makes everything anew that hangs together with it.
 */
function tablesOf(clinic: ClinicDatabase, intent: Intent): Table[] {
  if (isAutosave(intent) || intent.ops.some(({ op }) => op === 'settle')) return allTables(clinic)
  const collections = new Set(intent.ops.map(({ collection }) => collection))
  const views = [...collections].map((collection) => viewOf(clinic, collection))
  return [...views, clinic.server_state, clinic.outbox, clinic.lanes, clinic.settings]
}

/** Saves for a user of this tablet: effect, outbox row and lane number in one transaction (sync contract T1). */
export async function saveAs(clinic: ClinicDatabase, saver: Saver, intent: Intent): Promise<Saved> {
  const work = () => queueMutation(clinic, saver, intent)
  const saved = await durableTransaction(clinic, work, tablesOf(clinic, intent))
  noteSaved(saver.deviceNow())
  return saved
}

export const currentSaver = (): Saver => ({
  user_id: currentUser()._id,
  deviceNow: Date.now,
  newId,
})

/** Saves for the signed-in user. Resolves when it is on disk, and never waits for the network. */
export async function save(intent: Intent): Promise<Saved> {
  try {
    return await saveAs(currentClinic(), currentSaver(), intent)
  } catch (error) {
    throw error instanceof NotSavedError ? error : new NotSavedError(error)
  }
}
