import { differing } from 'sync-protocol/records/digest'
import { isKnown } from 'sync-protocol/records/envelope'
import type { PullReply } from 'sync-protocol/wire/pull'
import type { LookedThrough } from '../data/database/setting-values.ts'
import { reloadCollections } from '../data/restore/new-epoch.ts'
import {
  countTables,
  endDifference,
  keepCounted,
  keptDigests,
  noteDifference,
  type FeedPlace,
} from '../data/view/record-digests.ts'
import { readSetting } from '../data/database/settings.ts'
import type { EnginePorts } from './exchange.ts'

/** Looking through the tables takes at most this part of the time. */
const SHARE = 1 / 1000
/** Before what a load did not end is loaded for again; twice as long each time, up to a day: it may be the server that is wrong. */
const AGAIN_MS = 60 * 60_000
const AGAIN_AT_MOST_MS = 24 * AGAIN_MS

/**
 * At the end of the feed: whether this tablet holds what the server has (sync contract L3). The digests that are kept with
 * each change show what went wrong in storing; what went wrong in a table afterwards is seen by looking through it, now and
 * then. What differs is reported and loaded anew. True when there is such a load to be done. `between` two looks there is
 * time for what was saved meanwhile.
 */
export async function checkDigests(
  ports: EnginePorts,
  at: FeedPlace,
  { digest: told, head }: Pick<PullReply, 'digest' | 'head'>,
  between: () => Promise<void>,
): Promise<boolean> {
  const { clinic, deviceNow } = ports
  if (told === undefined || at.cursor !== head) return false
  const begun = deviceNow()
  const last = (await readSetting(clinic, 'differences'))?.last ?? []
  const lastReport = last.at(-1)
  // Loaded for this already: what is wrong is not here, and another load would not end it.
  const isLoaded =
    lastReport && !lastReport.ended && Math.abs(begun - Date.parse(lastReport.at)) < againAfter(last)
  const due = isDue(await readSetting(clinic, 'looked_through'), begun)
  let held = due ? undefined : await keptDigests(clinic, at)
  if (held === undefined || differing(held, told).length > 0) {
    if (held && isLoaded) return false
    held = await countTables(clinic, at, between)
    const looked = { at: begun, took: deviceNow() - begun }
    const damaged = held && (await keepCounted(clinic, at, held, looked))
    if (!held || !damaged) return false
    if (damaged.length > 0) console.error('Records are not as they were stored.', damaged)
  }
  const collections = differing(held, told)
  if (collections.length === 0) {
    await endDifference(clinic)
    return false
  }
  if (isLoaded) return false
  const difference = { at: new Date(begun).toISOString(), collections, ended: false }
  // What this release does not know is loaded once the server tells that there is such: that is no fault.
  if (collections.some(isKnown))
    console.error('Records differ from those of the server, and are loaded anew.', difference, { held, told })
  await clinic.transaction('rw', [clinic.settings], async () => {
    await noteDifference(clinic, difference)
    // @rule difference-reloads
    await reloadCollections(clinic, collections)
  })
  return true
}

/** The loads since the last difference that one ended. */
function againAfter(last: readonly { ended: boolean }[]): number {
  const loads = last.length - 1 - last.findLastIndex(({ ended }) => ended)
  return Math.min(AGAIN_MS * 2 ** (loads - 1), AGAIN_AT_MOST_MS)
}

const isDue = (looked: LookedThrough | undefined, now: number) =>
  looked === undefined || Math.abs(now - looked.at) >= looked.took / SHARE
