import { asKnown } from 'sync-protocol/records/known'
import { liveQuery } from 'dexie'
import { lookedAtContent, lookedAtId, type LookedAtContent } from 'sync-protocol/records/looked-at'
import {
  isLookedAt,
  nameOfFound,
  discrepancyGroups,
  type DiscrepancyGroup,
} from 'sync-protocol/rules/discrepancy-groups'
import { viewOf } from '../database/clinic-database.ts'
import { liveRead } from '../database/live-read.ts'
import { onDiscrepancyChange, discrepanciesNow } from '../lists/discrepancies.ts'
import { getRecord } from '../view/records.ts'
import { save } from '../outbox/save.ts'
import { SAVED_TWICE, savedTwice, type SavedTwice } from './saved-twice.ts'
import { currentClinic } from '../database/signed-in.ts'
import { noteDiscrepancies } from '../database/sync-status.ts'

/** What somebody has looked at, by the key of its group; for a query that stays live. */
export type LookedAt = ReadonlyMap<string, LookedAtContent>

export async function lookedAt(): Promise<LookedAt> {
  const records = await viewOf(currentClinic(), 'attention')
    .filter(({ deleted, content }) => !deleted && content !== null && 'kind' in content)
    .toArray()
  return new Map(
    records.flatMap(({ content }) => {
      const read = asKnown(lookedAtContent, content)
      return read === null ? [] : [[read.sheets.join(' '), read] as const]
    }),
  )
}

/** Who has looked at sheets that were saved twice; undefined while nobody has. */
export const lookAtTwice = ({ key }: SavedTwice, looked: LookedAt) => {
  const seen = looked.get(key)
  return seen?.found.includes(SAVED_TWICE) ? seen.settled : undefined
}

const placeOf = (userId: string) => `pointed-sheets/${userId}`

/** How many sheets something was pointed out of when this person's tablet looked last. */
export const sheetsWithDiscrepancies = (userId: string): number =>
  Number(localStorage.getItem(placeOf(userId))) || 0

export const rememberSheets = (userId: string, count: number): void =>
  localStorage.setItem(placeOf(userId), String(count))

/** Says that the signed-in person has looked at all that is found of these sheets; it counts for nobody any more. */
export const lookAt = ({ sheets, found }: DiscrepancyGroup, detail: string): Promise<void> =>
  look('balance.look', sheets, found.map(nameOfFound), detail)

/** The same of sheets that were saved from one open sheet. */
export const lookAtSheets = ({ key }: SavedTwice, detail: string): Promise<void> =>
  look('sheet.look', key.split(' '), [SAVED_TWICE], detail)

async function look(
  action: string,
  sheets: readonly string[],
  found: readonly string[],
  detail: string,
): Promise<void> {
  const _id = lookedAtId(sheets)
  const base = (await getRecord('attention', _id))?.version ?? 0
  const set = { sheets: [...sheets], found: [...found] }
  await save({
    action,
    detail,
    ops: [{ op: 'settle', collection: 'attention', _id, base, choice: 'dismiss', set }],
  })
}

/**
 * Keeps the sync status told of how many matters nobody has looked at yet; call what it gives to stop. `onTold` hears of each
 * count, and of how many sheets it is about.
 */
export function watchDiscrepancies(onTold: (sheets: number) => void = () => undefined): () => void {
  let looked: LookedAt | undefined
  let twice: readonly SavedTwice[] | undefined
  const tell = () => {
    const discrepancies = discrepanciesNow()
    if (looked === undefined || twice === undefined || !discrepancies.looked) return
    const seen = looked
    const open = discrepancyGroups(discrepancies.found).filter(
      (group) => !isLookedAt(group, seen.get(group.key)),
    )
    noteDiscrepancies(open.length + twice.filter((each) => lookAtTwice(each, seen) === undefined).length)
    onTold(discrepancies.found.size)
  }
  const subscription = liveQuery(lookedAt).subscribe({
    next: (now) => {
      looked = now
      tell()
    },
    error: (error: unknown) => console.error('What was looked at cannot be read.', error),
  })
  const end = onDiscrepancyChange(tell)
  const endTwice = liveRead(savedTwice, (found) => {
    twice = found
    tell()
  })
  return () => {
    subscription.unsubscribe()
    endTwice()
    end()
    noteDiscrepancies(0)
  }
}
