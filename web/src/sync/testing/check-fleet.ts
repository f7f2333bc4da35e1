import { digestsOf, sameDigest } from 'sync-protocol/records/digest'
import { COLLECTIONS, keyOf, type Collection } from 'sync-protocol/records/envelope'
import { canonical, sameJson } from 'sync-protocol/records/json'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { WITHDRAWN } from 'sync-protocol/records/mutation'
import { isWaiting } from 'sync-protocol/records/waiting'
import type { Outcome } from 'sync-protocol/merge/push-state'
import { allTables, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { authorOf, type OutboxRow, type ViewRecord } from '../../data/database/clinic-rows.ts'
import { readKeptList, type Maker } from '../../data/lists/kept-list.ts'
import { entryOf } from '../../data/lists/list-entry.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { acknowledgedOf } from '../../data/outbox/kept-receipts.ts'
import { isShown, rebuildView } from '../../data/view/rebuild-view.ts'
import { countTables, keptDigests } from '../../data/view/record-digests.ts'
import { fateOf, localRows } from '../../data/people/local-rows.ts'
import { readSetting } from '../../data/database/settings.ts'
import type { Entered } from './fleet-people.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetDevice } from './fleet-device.ts'
import { silentlyOverwritten } from './overwritten.ts'

class Broken extends Error {}
function hold(true_: boolean, what: string): asserts true_ {
  if (!true_) throw new Broken(what)
}

const outcomeOf = (server: FleetServer, id: string) =>
  server.store.organization(server.orgId).outcomes.get(id)

/** At any moment: nothing entered on this tablet is nowhere, and what the tablet counts is so (T1 to T3). */
export async function checkTablet(
  tablet: FleetDevice,
  entered: Iterable<Entered>,
  arrived: Set<string>,
): Promise<void> {
  const { clinic, server, lateWrites } = tablet
  hold(lateWrites.length === 0, `[T4] an ousted leader wrote: ${lateWrites.join(', ')}`)
  const rows = await clinic.outbox.orderBy('order').toArray()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const cursor = (await readSetting(clinic, 'cursor')) ?? 0
  let takenIn: Map<string, string> | undefined
  for (const { tablet: on, mutation_id: id, user_id } of entered) {
    if (on !== tablet || arrived.has(id)) continue
    const row = rowOf.get(id)
    hold(!row || authorOf(row).user_id === user_id, `[D1] ${id} changed its user`)
    if (row && isShown(row)) continue
    if ((await clinic.kept.get(id)) !== undefined) continue
    takenIn ??= new Map((await acknowledgedOf(clinic, () => true)).map((one) => [one.id, one.epoch]))
    const history = takenIn.get(id)
    // Of a history that ended, or went back and has not heard of it yet.
    if (history !== undefined && (history !== server.store.epoch || history === server.wentBack)) continue
    const outcome = outcomeOf(server, id)
    hold(outcome !== undefined, `[D2] ${id} left this tablet without an outcome`)
    hold(outcome.user_id === user_id, `[D1] ${id} was sent as ${outcome.user_id}`)
    if (outcome.status === 'rejected' || outcome.status === 'parked') {
      const synced = await viewOf(clinic, 'attention').where('content.mutation.id').equals(id).count()
      hold(synced > 0, `[T3] refused ${id} is neither kept nor in Needs attention`)
    } else if ((await viewOf(clinic, 'attention').get(attentionIdOf(id))) !== undefined) {
      // It waited for a record, which another tablet has brought since: this one has yet to read of it.
    } else if (outcome.seq !== undefined && cursor < outcome.seq)
      hold(await isHere(tablet, outcome), `[T2] ${id} left before its effect was here`)
    arrived.add(id)
  }
  await checkReplay(tablet)
  await checkDigestsOf(tablet)
  await checkCounts(tablet)
  await checkKeptLists(tablet)
}

/** What a start would read in place of the records is what the records say, at any moment (T8). */
async function checkKeptLists(tablet: FleetDevice): Promise<void> {
  const { clinic } = tablet
  for (const collection of KEPT_LISTS) {
    const read = await readKeptList(listMaker(clinic, collection))
    if (!read) continue
    tablet.listsRead++
    const listed = new Map<string, ListEntry | undefined>(read.entries.map((entry) => [entry._id, entry]))
    hold(listed.size === read.entries.length, `[T8] a kept list of ${collection} has an entry twice`)
    for (const [id, entry] of read.changed) listed.set(id, entry)
    const there = new Map<string, ListEntry>()
    for (const record of await viewOf(clinic, collection).toArray()) {
      const entry = entryOf(collection, record, 'UTC')
      if (entry) there.set(record._id, entry)
    }
    for (const id of new Set([...listed.keys(), ...there.keys()]))
      hold(
        canonical(listed.get(id) ?? null) === canonical(there.get(id) ?? null),
        `[T8] the kept list of ${collection} has another ${id} than its table`,
      )
  }
}

export const KEPT_LISTS = ['drugs', 'procedures', 'sheets', 'draws'] as const

export const listMaker = (clinic: ClinicDatabase, collection: Collection): Maker => ({
  clinic,
  collection,
  timeZone: 'UTC',
  madeBy: 'the fleet',
})

/** A load that began anew after the row left tells no cursor up to there; the records that it changed are still here. */
async function isHere({ clinic, server }: FleetDevice, { seq = 0, named }: Outcome): Promise<boolean> {
  if ((await readSetting(clinic, 'reloading')) !== true) return false
  const { records } = server.store.organization(server.orgId)
  for (const name of named) {
    const there = records.get(keyOf(name))
    // Its deletion is forgotten.
    if (!there) continue
    const [state, shown] = await Promise.all([
      clinic.server_state.get(keyOf(name)),
      viewOf(clinic, name.collection).get(name._id),
    ])
    const here = state ? state.record : shown
    // A load before this one left out what was deleted.
    if (there.deleted && !here) continue
    if (!here || here.seq < Math.min(seq, there.seq)) return false
  }
  return true
}

/** What is shown is the server's state with the pending mutations replayed in order, however it came about (T2). */
async function checkReplay({ clinic }: FleetDevice): Promise<void> {
  const names = (await clinic.server_state.toArray()).map(({ key, collection, _id }) => ({
    key,
    collection,
    _id,
  }))
  const shown = () => Promise.all(names.map(({ collection, _id }) => viewOf(clinic, collection).get(_id)))
  const before = await shown()
  await clinic.transaction('rw', allTables(clinic), async () => {
    await rebuildView(
      clinic,
      names.map(({ key }) => key),
    )
  })
  const after = await shown()
  names.forEach(({ key }, index) => {
    hold(sameJson(before[index], after[index]), `[T2] ${key} is not shown as a replay shows it`)
  })
}

/** What this tablet keeps of its record tables is what is in them, at any moment (L3). */
async function checkDigestsOf({ clinic }: FleetDevice): Promise<void> {
  const at = {
    epoch: (await readSetting(clinic, 'epoch')) ?? '',
    cursor: (await readSetting(clinic, 'cursor')) ?? 0,
    load: (await readSetting(clinic, 'load')) ?? 0,
  }
  const kept = await keptDigests(clinic, at)
  const counted = await countTables(clinic, at, async () => undefined)
  if (!kept || !counted) return
  for (const name of COLLECTIONS)
    hold(sameDigest(kept[name], counted[name]), `[L3] the digest of ${name} is not that of its table`)
}

/** The cursor of one load only goes forward: a page that starts elsewhere is not taken (L4). */
export async function checkCursor({ clinic }: FleetDevice, before: Place | undefined): Promise<Place> {
  const now = {
    load: (await readSetting(clinic, 'load')) ?? 0,
    cursor: (await readSetting(clinic, 'cursor')) ?? 0,
  }
  hold(!before || before.load !== now.load || now.cursor >= before.cursor, '[L4] the cursor went back')
  return now
}
export interface Place {
  load: number
  cursor: number
}

async function checkCounts({ clinic }: FleetDevice): Promise<void> {
  const rows = await clinic.outbox.orderBy('order').toArray()
  const states = new Set((await clinic.server_state.toArray()).map(({ key }) => key))
  const touched = new Set(rows.filter(isShown).flatMap(({ keys }) => keys))
  hold(
    states.size === touched.size && [...touched].every((key) => states.has(key)),
    '[T2] server states do not match the pending mutations',
  )
  for (const lane of await clinic.lanes.toArray()) {
    const own = rows.filter((row) => row.user_id === lane.user_id && row.done === 0)
    hold(
      own.length === lane.unsent,
      `[T7] lane of ${lane.user_name} counts ${lane.unsent}, has ${own.length}`,
    )
    const { renewal } = lane
    const moved = own.filter(({ order = 0 }) => renewal && order <= renewal.after)
    moved.forEach((row, index) => {
      hold(row.lane === renewal?.id, '[T1] an unsent mutation has not moved to the new lane')
      hold(row.n === index + 1, '[T1] the numbers of a new lane have a gap')
    })
    if (renewal) continue
    own.forEach((row, index) => {
      hold(row.lane === lane.id, '[T1] an unsent mutation is in a lane that is gone')
      hold(row.n === lane.next_n - own.length + index, '[T1] the numbers of a lane have a gap')
    })
  }
}

/** A record as the server has it; canonical JSON leaves out what is undefined. */
const bare = (record: ViewRecord) => canonical({ ...record, load: undefined })

/** What may still wait on a tablet in the end: the work of somebody who was removed, for whom nobody may send (D3). */
async function leftBehind(server: FleetServer, { clinic }: FleetDevice): Promise<OutboxRow[]> {
  const rows = await clinic.outbox.toArray()
  for (const { id, user_id } of rows)
    hold(server.isRemoved(user_id), `[T2] ${id} is in an outbox in the end, and its user could send it`)
  return rows
}

/** The order that a tablet tells is that in which its people saved; typing goes out in the place of its beginning (M6). */
function checkOrder(server: FleetServer, entered: readonly Entered[]): void {
  const last = new Map<FleetDevice | null, number>()
  for (const { tablet, mutation_id: id } of entered) {
    const order = server.made.get(id)?.order
    if (order === undefined || server.bodies.get(id)?.action === 'draft.save') continue
    hold(order > (last.get(tablet) ?? 0), `[M6] ${id} tells another place than it was saved at`)
    last.set(tablet, order)
  }
}

/** What was taken once is done again, in whatever order tablets came back: it waits only for what nobody brought (L6). */
function checkResubmitted(server: FleetServer): void {
  const org = server.store.organization(server.orgId)
  for (const id of server.resubmitted) {
    const outcome = org.outcomes.get(id)
    if (!outcome) continue
    hold(outcome.code !== 'unknown_record', `[L6] ${id} came back before its record, and was refused`)
    if (!isWaiting({ ...outcome, code: outcome.code ?? '', message: outcome.message ?? '' })) continue
    const ops = server.bodies.get(id)?.ops ?? []
    const lacks = ops.some((op) => op.op !== 'create' && !org.records.has(keyOf(op)))
    hold(lacks, `[L6] ${id} waits for records that are all here`)
  }
}

/** Nothing of another was replaced unseen, and no fact was refused (M3, P8). */
function checkServer(server: FleetServer, entered: readonly Entered[]): void {
  const org = server.store.organization(server.orgId)
  const bySeq = new Map([...org.outcomes.values()].flatMap((each) => (each.seq ? [[each.seq, each]] : [])))
  const bodyOf = (id: string) => server.bodies.get(id)
  const savedBefore = (earlier: string, id: string) => {
    const [first, then] = [server.made.get(earlier), server.made.get(id)]
    return first !== undefined && first.device === then?.device && first.order < then.order
  }
  const [first] = silentlyOverwritten({ transitions: server.transitions, bySeq, bodyOf, savedBefore })
  hold(!first, `[M3] ${first?.mutation} replaced ${first?.group} of ${first?.record} unseen`)
  for (const { mutation_id: id, facts = [] } of entered) {
    const outcome = org.outcomes.get(id)
    hold(facts.length === 0 || outcome?.status !== 'rejected', `[P8] ${id} holds a fact and was refused`)
    // One that was too large for the network between travels without its body, which stays with a person.
    if (outcome?.status === 'parked' || !outcome || server.bodies.get(id)?.action === WITHDRAWN) continue
    for (const _id of facts) {
      const found = COLLECTIONS.some((collection) => org.records.get(keyOf({ collection, _id }))?.content)
      hold(found, `[P8] the fact ${_id} of ${id} is not there`)
    }
  }
}

/** In the end: every tablet holds what the server holds, and everything entered is somewhere, once. */
export async function checkEnd(
  server: FleetServer,
  tablets: readonly FleetDevice[],
  entered: readonly Entered[],
  restored: boolean,
  openMarks: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  revoked: readonly FleetDevice[] = [],
): Promise<void> {
  const org = server.store.organization(server.orgId)
  const live = server.store.allRecords(server.orgId).filter(({ deleted }) => !deleted)
  const expected = new Map(live.map((record) => [record._id, canonical(record)]))
  const found = new Set<string>()
  for (const text of server.history) collect(text, found)
  const unsendable = new Set<string>()
  const withdrawn = new Set<string>()
  const digests = digestsOf(live)
  for (const tablet of tablets) {
    const own = await readSetting(tablet.clinic, 'digests')
    for (const name of COLLECTIONS)
      hold(sameDigest(own?.[name], digests[name]), `[L3] a tablet's digest of ${name} is not the server's`)
    hold(
      (await readSetting(tablet.clinic, 'differences')) === undefined,
      '[L3] a tablet that nobody damaged found a difference',
    )
    for (const row of await leftBehind(server, tablet)) {
      unsendable.add(row.id)
      collect(JSON.stringify(row.body), found)
    }
    const beside = await tablet.clinic.server_state.toArray()
    const pending = new Set(beside.map(({ key }) => key))
    const shown = (await Promise.all(COLLECTIONS.map((name) => viewOf(tablet.clinic, name).toArray()))).flat()
    const view = [
      ...shown.filter((record) => !pending.has(keyOf(record))),
      ...beside.flatMap(({ record }) => record ?? []),
    ].filter(({ deleted }) => !deleted)
    hold(
      view.length === expected.size,
      `a tablet shows ${view.length} records, the server has ${expected.size}`,
    )
    for (const record of view)
      hold(
        expected.get(record._id) === bare(record),
        `a tablet shows ${bare(record)}, the server ${expected.get(record._id)}`,
      )
    for (const kept of await tablet.clinic.kept.toArray()) {
      collect(JSON.stringify(kept), found)
      if (kept.status === 'withdrawn' && kept.mutation.ops.length > 0) withdrawn.add(kept.mutation_id)
    }
  }
  for (const { clinic } of revoked) {
    const fate = await fateOf(clinic, server.store.epoch)
    hold(fate === 'held', `[D2] a revoked tablet that holds something has the fate ${fate}`)
    const held = await localRows(clinic)
    for (const { body } of held.changes) unsendable.add(body.id)
    collect(JSON.stringify(held), found)
  }
  checkOrder(server, entered)
  checkServer(server, entered)
  checkResubmitted(server)
  const ids = new Set(
    entered.map(({ mutation_id }) => mutation_id).filter((id) => org.outcomes.has(id) || !unsendable.has(id)),
  )
  // Drafts that come back after a restore are changes of their own.
  hold(
    restored || org.outcomes.size === ids.size,
    `[P1] ${ids.size} mutations have ${org.outcomes.size} outcomes`,
  )
  const ended = new Set(
    [...server.bodies.values()].flatMap(({ ops }) =>
      ops.flatMap(({ op, _id }) => (op === 'delete' ? [_id] : [])),
    ),
  )
  for (const [draft, marks] of openMarks)
    for (const mark of ended.has(draft) ? [] : marks)
      hold(found.has(mark), `[L6] ${mark} of the open draft ${draft} is nowhere`)
  for (const { mutation_id, user_id, marks } of entered) {
    const outcome = org.outcomes.get(mutation_id)
    // The empty one that travelled in its place may be lost with a history: all that was typed is still with a person (T3).
    const stays = unsendable.has(mutation_id) || (restored && withdrawn.has(mutation_id))
    hold(outcome !== undefined || stays, `[P1] ${mutation_id} has no outcome`)
    // What was brought back for another and turned out too large is with them whole; the empty one is its resubmitter's.
    const isEmpty = restored && withdrawn.has(mutation_id) && server.bodies.get(mutation_id)?.ops.length === 0
    hold(!outcome || outcome.user_id === user_id || isEmpty, `[D1] ${mutation_id} was sent as another user`)
    for (const mark of marks)
      hold(found.has(mark), `${mark} of ${mutation_id} (${outcome?.status ?? 'unsent'}) is nowhere`)
  }
}

/** Words like `t7t`, and numbers of five digits. */
const MARKS = /t\d+t|(?<=[[:,])[1-9]\d{4}(?=[\],}])/g
function collect(text: string, into: Set<string>): void {
  for (const mark of text.match(MARKS) ?? []) into.add(mark)
}
