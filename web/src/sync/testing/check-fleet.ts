import { COLLECTIONS } from 'sync-protocol/records/envelope'
import { canonical, sameJson } from 'sync-protocol/records/json'
import { allTables, viewOf, type ViewRecord } from '../../data/clinic-database.ts'
import { isShown, rebuildView } from '../../data/rebuild-view.ts'
import { readSetting } from '../../data/settings.ts'
import type { Entered } from './fleet-people.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetTablet } from './fleet-tablet.ts'

class Broken extends Error {}
function hold(true_: boolean, what: string): asserts true_ {
  if (!true_) throw new Broken(what)
}

const outcomeOf = (server: FleetServer, id: string) =>
  server.store.organization(server.orgId).outcomes.get(id)

/** What a lost history had refused and another person brought back is refused again, as its bringer's (L6). */
const provesNothing = ({ status, code }: { status: string; code?: string }) =>
  status === 'rejected' && code === 'forbidden'

/** At any moment: nothing entered on this tablet is nowhere, and what the tablet counts is so (T1 to T3). */
export async function checkTablet(
  tablet: FleetTablet,
  entered: Iterable<Entered>,
  arrived: Set<string>,
): Promise<void> {
  const { clinic, server, lateWrites } = tablet
  hold(lateWrites.length === 0, `[T4] an ousted leader wrote: ${lateWrites.join(', ')}`)
  const rows = await clinic.outbox.orderBy('order').toArray()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const cursor = (await readSetting(clinic, 'cursor')) ?? 0
  for (const { tablet: on, mutation_id: id, user_id } of entered) {
    if (on !== tablet || arrived.has(id)) continue
    const row = rowOf.get(id)
    hold(!row || (row.returned ?? row).user_id === user_id, `[D1] ${id} changed its user`)
    if (row && isShown(row)) continue
    if ((await clinic.kept.get(id)) !== undefined) continue
    const acknowledged = await clinic.acknowledged.get(id)
    if (acknowledged && acknowledged.epoch !== server.store.epoch) continue
    const outcome = outcomeOf(server, id)
    hold(outcome !== undefined, `[D2] ${id} left this tablet without an outcome`)
    hold(outcome.user_id === user_id || provesNothing(outcome), `[D1] ${id} was sent as ${outcome.user_id}`)
    if (outcome.status === 'rejected' || outcome.status === 'parked') {
      const synced = await viewOf(clinic, 'attention').where('content.mutation.id').equals(id).count()
      hold(synced > 0, `[T3] refused ${id} is neither kept nor in Needs attention`)
    } else
      hold(outcome.seq === undefined || cursor >= outcome.seq, `[T2] ${id} left before its effect was here`)
    arrived.add(id)
  }
  await checkReplay(tablet)
  await checkCounts(tablet)
}

/** What is shown is the server's state with the pending mutations replayed in order, however it came about (T2). */
async function checkReplay({ clinic }: FleetTablet): Promise<void> {
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

/** The cursor of one load only goes forward: a page that starts elsewhere is not taken (L4). */
export async function checkCursor({ clinic }: FleetTablet, before: Place | undefined): Promise<Place> {
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

async function checkCounts({ clinic }: FleetTablet): Promise<void> {
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
    own.forEach((row, index) => {
      hold(row.lane === lane.id, '[T1] an unsent mutation is in a lane that is gone')
      hold(row.n === lane.next_n - own.length + index, '[T1] the numbers of a lane have a gap')
    })
  }
  const counts = (await readSetting(clinic, 'counts')) ?? {}
  for (const collection of COLLECTIONS) {
    const live = (await viewOf(clinic, collection).toArray()).filter(({ deleted }) => !deleted).length
    hold((counts[collection] ?? 0) === live, `[T7] ${collection} counts ${counts[collection]}, has ${live}`)
  }
}

/** A record as the server has it; canonical JSON leaves out what is undefined. */
const bare = (record: ViewRecord) => canonical({ ...record, load: undefined })

/** In the end: every tablet holds what the server holds, and everything entered is somewhere, once. */
export async function checkEnd(
  server: FleetServer,
  tablets: readonly FleetTablet[],
  entered: readonly Entered[],
  restored: boolean,
): Promise<void> {
  const org = server.store.organization(server.orgId)
  const live = server.store.allRecords(server.orgId).filter(({ deleted }) => !deleted)
  const expected = new Map(live.map((record) => [record._id, canonical(record)]))
  const found = new Set<string>()
  for (const text of server.history) collect(text, found)
  for (const tablet of tablets) {
    hold((await tablet.clinic.outbox.count()) === 0, '[T2] an outbox is not empty in the end')
    const view = (await Promise.all(COLLECTIONS.map((name) => viewOf(tablet.clinic, name).toArray())))
      .flat()
      .filter(({ deleted }) => !deleted)
    hold(
      view.length === expected.size,
      `a tablet shows ${view.length} records, the server has ${expected.size}`,
    )
    for (const record of view)
      hold(
        expected.get(record._id) === bare(record),
        `a tablet shows ${bare(record)}, the server ${expected.get(record._id)}`,
      )
    for (const kept of await tablet.clinic.kept.toArray()) collect(JSON.stringify(kept), found)
  }
  const ids = new Set(entered.map(({ mutation_id }) => mutation_id))
  // Drafts that come back after a restore are changes of their own.
  hold(
    restored || org.outcomes.size === ids.size,
    `[P1] ${ids.size} mutations have ${org.outcomes.size} outcomes`,
  )
  for (const { mutation_id, user_id, marks } of entered) {
    const outcome = org.outcomes.get(mutation_id)
    hold(outcome !== undefined, `[P1] ${mutation_id} has no outcome`)
    hold(
      outcome.user_id === user_id || (restored && provesNothing(outcome)),
      `[D1] ${mutation_id} was sent as another user`,
    )
    for (const mark of marks)
      hold(found.has(mark), `${mark} of ${mutation_id} (${outcome.status}) is nowhere`)
  }
}

/** Words like `t7t`, and numbers of five digits. */
const MARKS = /t\d+t|(?<=[[:,])[1-9]\d{4}(?=[\],}])/g
function collect(text: string, into: Set<string>): void {
  for (const mark of text.match(MARKS) ?? []) into.add(mark)
}
