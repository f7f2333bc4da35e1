import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import { MUTATION_BYTES_MAX, MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { mutationHash } from 'sync-protocol/records/mutation-hash'
import { mutation as mutationSchema, type Mutation, type Op } from 'sync-protocol/records/mutation'
import { viewOf, type ClinicDatabase, type LaneRow, type OutboxRow } from './clinic-database.ts'
import { workedOn } from './drafts-to-return.ts'
import { newId } from './ids.ts'
import { laneOf } from './lanes.ts'
import { isAutosave, mergeDraftOps } from './merge-drafts.ts'
import { asPending, nameOf, rebuildView, shownFor } from './rebuild-view.ts'
import { showMutation } from './replay.ts'
import { readSetting, writeSetting } from './settings.ts'
import { currentClinic, currentUser } from './signed-in.ts'
import { noteQueued, surely } from './surely.ts'
import { noteSaved } from './sync-status.ts'
import { writeView } from './write-view.ts'

/** What a person wants done: all of it or none. */
export interface Intent {
  action: string
  detail?: string
  ops: Op[]
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

/** Nothing was saved, nothing half: the form stays and offers to try again. */
export class NotSavedError extends Error {
  constructor(cause: unknown) {
    super('not saved', { cause })
    this.name = 'NotSavedError'
  }
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

/** What a save looks at, read side by side: every answer that is waited for alone makes a save slower. */
async function readGround(clinic: ClinicDatabase, saver: Saver, intent: Intent) {
  const names = [...new Map(intent.ops.map((op) => [keyOf(op), op])).values()]
  const [lane, offset, toReturn, records] = await Promise.all([
    laneOf(clinic, saver.user_id),
    readSetting(clinic, 'clock_offset_ms'),
    names.some(({ collection }) => collection === 'drafts') ? readSetting(clinic, 'drafts_to_return') : [],
    Promise.all(names.map(({ collection, _id }) => viewOf(clinic, collection).get(_id))),
  ])
  if (!lane) throw new Error('This user has no lane on this tablet.')
  return {
    lane,
    offset: offset ?? null,
    toReturn: toReturn ?? [],
    known: new Map(names.map((name, index) => [keyOf(name), records[index]])),
  }
}
type Ground = Awaited<ReturnType<typeof readGround>>

/** Writes a mutation and its effect inside the caller's transaction over all tables. */
export async function queueMutation(clinic: ClinicDatabase, saver: Saver, intent: Intent): Promise<Saved> {
  const ground = await readGround(clinic, saver, intent)
  const { lane } = ground
  const made = { at: new Date(saver.deviceNow()).toISOString(), clock_offset_ms: ground.offset }
  const fresh: Mutation = {
    n: lane.next_n,
    id: saver.newId(),
    ...made,
    schema: 1,
    action: intent.action,
    detail: intent.detail ?? null,
    ops: intent.ops,
  }
  const toReturn = workedOn(ground.toReturn, intent.ops)
  if (toReturn !== ground.toReturn) await writeSetting(clinic, 'drafts_to_return', toReturn)
  const place = await replaceable(clinic, lane, intent)
  const body = place ? inPlace(place, made) : fresh
  mutationSchema.parse(body)
  const row = {
    lane: lane.id,
    user_id: lane.user_id,
    user_name: lane.user_name,
    n: body.n,
    id: body.id,
    hash: mutationHash(body),
    body,
    bytes: checkSize(body),
    done: 0,
    withdrawn: 0,
    saved_at: place?.row.saved_at ?? saver.deviceNow(),
  } as const
  if (place) {
    await clinic.outbox.put({ ...place.row, ...row })
    await rebuildView(clinic, place.row.keys)
  } else {
    noteQueued(body.id)
    const { keys, written } = await showNow(clinic, fresh, ground)
    await Promise.all([
      written(),
      clinic.outbox.add({ ...row, keys }),
      clinic.lanes.put({ ...lane, next_n: lane.next_n + 1, unsent: lane.unsent + 1 }),
    ])
  }
  return { mutation_id: body.id }
}

/** The row's mutation with the merged operation; a creation keeps its time. */
function inPlace({ row, merged }: Place, made: Pick<Mutation, 'at' | 'clock_offset_ms'>): Mutation {
  return { ...row.body, ...(merged.op === 'create' ? {} : made), ops: [merged] }
}

/**
 * Puts the effect on top of the view, which is what a replay would do: nothing pending comes after it. What the server
 * has of the records is kept beside them from their first pending mutation on. Says which records the mutation touches,
 * and writes when it is told to.
 */
async function showNow(
  clinic: ClinicDatabase,
  mutation: Mutation,
  { lane, known }: Ground,
): Promise<{ keys: string[]; written: () => Promise<unknown> }> {
  const load = async (missing: readonly { collection: Collection; _id: string }[]) => {
    const records = await Promise.all(
      missing.map(({ collection, _id }) => viewOf(clinic, collection).get(_id)),
    )
    missing.forEach((name, index) => known.set(keyOf(name), records[index]))
  }
  const { changes, keys } = await showMutation(known, load, mutation, shownFor(lane, lane.id))
  const unread = keys.filter((key) => !known.has(key))
  if (unread.length > 0) await load(unread.map(nameOf))
  // What no pending mutation changed yet is shown as the server has it, whether that is kept beside it already or not.
  const asOnServer = keys.filter((key) => !known.get(key)?.pending)
  const view = changes.map((change) => ({
    collection: change.collection,
    _id: change._id,
    record: asPending(change, known.get(keyOf(change))),
  }))
  return {
    keys,
    written: () =>
      Promise.all([
        clinic.server_state.bulkPut(
          asOnServer.map((key) => ({ key, ...nameOf(key), record: known.get(key) ?? null })),
        ),
        writeView(clinic, view),
      ]),
  }
}

/** Runs work that queues mutations in one strict transaction; a failure leaves nothing and says so. */
export async function saving<T>(clinic: ClinicDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await surely(clinic, work)
  } catch (error) {
    throw new NotSavedError(error)
  }
}

/** Saves for a user of this tablet: effect, outbox row and lane number in one transaction (sync contract T1). */
export async function saveAs(clinic: ClinicDatabase, saver: Saver, intent: Intent): Promise<Saved> {
  const saved = await saving(clinic, () => queueMutation(clinic, saver, intent))
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
