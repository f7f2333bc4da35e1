import { differing, digestAfter, NO_RECORDS, type Digests } from 'sync-protocol/records/digest'
import { COLLECTIONS, keyOf, type Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { Difference, LookedThrough } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** Records that one look takes, so that a save never waits long; a sheet or a balance sheet is ten times as heavy. */
const LOOK = 1000
const LOOK_AT_HEAVY = 100
const HEAVY: ReadonlySet<Collection> = new Set(['sheets', 'balances'])

/** Where this tablet stands in the feed: while that stays, so does what it holds of the server's. */
export interface FeedPlace {
  epoch: string
  cursor: number
  load: number
}

async function standsAt(clinic: ClinicDatabase, at: FeedPlace): Promise<boolean> {
  const [epoch, cursor, load, loading] = await Promise.all([
    readSetting(clinic, 'epoch'),
    readSetting(clinic, 'cursor'),
    readSetting(clinic, 'load'),
    readSetting(clinic, 'loading'),
  ])
  return epoch === at.epoch && (cursor ?? 0) === at.cursor && (load ?? 0) === at.load && !loading
}

/** The digests that were kept with each change; undefined when the tablet stands elsewhere, or none were kept. */
export const keptDigests = (clinic: ClinicDatabase, at: FeedPlace): Promise<Digests | undefined> =>
  clinic.transaction('r', [clinic.settings], async () =>
    (await standsAt(clinic, at)) ? await readSetting(clinic, 'digests') : undefined,
  )

/** Counts the record tables themselves, piece by piece; undefined when something moved meanwhile. */
export async function countTables(
  clinic: ClinicDatabase,
  at: FeedPlace,
  between: () => Promise<void>,
): Promise<Digests | undefined> {
  const counted: Digests = {}
  for (const collection of COLLECTIONS) {
    let digest = NO_RECORDS
    for (let after: string | undefined = ''; after !== undefined;) {
      const piece = await serverStateFrom(clinic, collection, after, at)
      if (!piece) return undefined
      for (const record of piece.records) digest = digestAfter(digest, null, record)
      after = piece.last
      if (after !== undefined) await between()
    }
    counted[collection] = digest
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const piece = await unreadFrom(clinic, after, at)
    if (!piece) return undefined
    for (const { record } of piece)
      counted[record.collection] = digestAfter(counted[record.collection] ?? NO_RECORDS, null, record)
    after = piece.at(-1)?.key
    if (after !== undefined) await between()
  }
  return counted
}

/** The next records of collections that this release does not know. */
function unreadFrom(clinic: ClinicDatabase, after: string, at: FeedPlace) {
  return clinic.transaction('r', [clinic.unread, clinic.settings], async () => {
    if (!(await standsAt(clinic, at))) return undefined
    return clinic.unread.where('key').above(after).limit(LOOK).toArray()
  })
}

/** What the server has of the next records of a table, as this tablet holds it. */
function serverStateFrom(clinic: ClinicDatabase, collection: Collection, after: string, at: FeedPlace) {
  const table = viewOf(clinic, collection)
  return clinic.transaction('r', [table, clinic.server_state, clinic.settings], async () => {
    if (!(await standsAt(clinic, at))) return undefined
    const rows = await table
      .where('_id')
      .above(after)
      .limit(HEAVY.has(collection) ? LOOK_AT_HEAVY : LOOK)
      .toArray()
    const pending = (await clinic.server_state.count()) > 0
    const beside = pending ? await clinic.server_state.bulkGet(rows.map(keyOf)) : []
    const records = rows.map((row, index) => {
      const state = beside[index]
      return state ? state.record : row
    })
    return { records, last: rows.at(-1)?._id }
  })
}

/** Keeps what was counted; false when the tablet stands elsewhere by now. Says in which collections it was not as kept. */
export function keepCounted(
  clinic: ClinicDatabase,
  at: FeedPlace,
  counted: Digests,
  looked: LookedThrough,
): Promise<string[] | undefined> {
  return clinic.transaction('rw', [clinic.settings], async () => {
    if (!(await standsAt(clinic, at))) return undefined
    const kept = await readSetting(clinic, 'digests')
    await writeSetting(clinic, 'digests', counted)
    await writeSetting(clinic, 'looked_through', looked)
    return kept ? differing(kept, counted) : []
  })
}

/** The last ones; how many there were is counted. */
const KEPT = 20

/** The tablet holds what the server has. */
export async function endDifference(clinic: ClinicDatabase): Promise<void> {
  const known = await readSetting(clinic, 'differences')
  const newest = known?.last.at(-1)
  if (!known || !newest || newest.ended) return
  await writeSetting(clinic, 'differences', {
    ...known,
    last: [...known.last.slice(0, -1), { ...newest, ended: true }],
  })
}

export async function noteDifference(clinic: ClinicDatabase, difference: Difference): Promise<void> {
  await clinic.transaction('rw', [clinic.settings], async () => {
    const { count, last } = (await readSetting(clinic, 'differences')) ?? { count: 0, last: [] }
    await writeSetting(clinic, 'differences', { count: count + 1, last: [...last, difference].slice(-KEPT) })
  })
}
