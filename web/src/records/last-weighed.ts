import { earlierWeight } from 'sync-protocol/rules/earlier-weight'
import { localDay } from 'sync-protocol/rules/local-day'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import { now } from '../data/database/time.ts'
import { earlierSheetIn, type OpenPatient } from '../data/lists/earlier-sheet.ts'
import { listIndex, type ListIndex } from '../data/lists/list-index.ts'
import { currentUser } from '../data/people/session.ts'
import { getRecord } from '../data/view/records.ts'

export type AskedPatient = Omit<OpenPatient, 'day'>

/** ms without another key or another sheet: nothing is looked up while somebody types a name. */
const SETTLED_MS = 200

async function lastWeight(sheets: ListIndex, asked: AskedPatient): Promise<EarlierWeight | null> {
  await sheets.ready
  const day = localDay(new Date(now()).toISOString(), currentUser().time_zone)
  const id = await earlierSheetIn(sheets.entries(), { ...asked, day })
  const found = id === null ? undefined : await getRecord('sheets', id)
  if (!found?.content) return null
  const { voided, meta, content } = found
  const sheet = { ...content, date_created: meta.date_created, voided: voided !== undefined }
  return earlierWeight(asked, [sheet], day)
}

/**
 * Calls back with what the patient of an open sheet weighed last, by the saved sheets on this tablet, once it is known
 * and after each change. Nothing waits for it; what cannot be read is as if there were none.
 */
export function followLastWeight(
  asked: AskedPatient,
  onFound: (earlier: EarlierWeight | null) => void,
): () => void {
  const sheets = listIndex('sheets')
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  const look = async () => {
    const mine = ++looks
    const earlier = await lastWeight(sheets, asked).catch((error: unknown) => {
      console.error('The last weight could not be read.', error)
      return null
    })
    // @rule last-weight-of-another
    if (mine === looks) onFound(earlier)
  }
  const lookSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), SETTLED_MS)
  }
  lookSoon()
  const unsubscribe = sheets.subscribe(lookSoon)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    looks++
  }
}
