import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { procedureName } from 'sync-protocol/rules/sheet'
import { useStore } from 'zustand'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { now } from '../../data/database/time.ts'
import { sheetsOfDayIn } from '../../data/lists/earlier-sheet.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { getRecords } from '../../data/view/records.ts'
import { formatDate, formatNumber, formatTime } from '../../ui/format.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { useLiveList } from '../../ui/use-live-list.ts'
import { useSession, useSheet } from './session-context.ts'
import { partWords, sheetText } from './sheet-text.ts'

/** A shelter has three patients of one name a day. */
const MOST_SHOWN = 3

type SavedSheet = Pick<ViewRecord<'sheets'>, 'content' | 'meta'>

/** What is said of the sheets that this patient seems to have already, the last saved first. */
export function savedTodayWords(
  { by, sheets }: { by: 'id' | 'name'; sheets: readonly SavedSheet[] },
  at: string,
  timeZone: string | undefined,
): string[] {
  const lines = sheets.slice(0, MOST_SHOWN).flatMap(({ content, meta }) => {
    if (content === null) return []
    const { name, patient_id = '', weight, weight_units, estimated, procedure } = content
    const time = formatTime(meta.date_created, timeZone)
    const day = formatDate(meta.date_created, timeZone)
    const when = day === formatDate(at, timeZone) ? sheetText.today(time) : sheetText.onDay(day, time)
    const who = partWords.patient(name, patient_id)
    const weighed = partWords.weight(formatNumber(weight), weight_units, estimated)
    return [sheetText.savedToday(who, when, meta.author_name, weighed, procedureName(procedure))]
  })
  if (lines.length === 0) return []
  const more = sheets.length > MOST_SHOWN ? [sheetText.savedMore(sheets.length - MOST_SHOWN)] : []
  const said = [...lines, ...more]
  return [...said.slice(0, -1), `${said.at(-1) ?? ''} ${sheetText.isAnother[by]}`]
}

/**
 * Above YES and NO: that a patient of this name, or this ID, was saved already on the same day. It waits for nobody: what
 * is not read yet is said once it is.
 */
export function SavedToday({ sheet }: { sheet: SheetContent }) {
  const session = useSession()
  const again = useSheet((state) => state.sheet.again)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  const { items } = useLiveList(() => listIndex('sheets'))
  const draftId = session.draftId()
  const { by, ids } = useMemo(() => {
    const own = [draftId, again?.sheet_id].filter((id) => id != null)
    return sheetsOfDayIn(items, { ...sheet, own })
  }, [items, sheet, draftId, again])
  const listed = ids.join(' ')
  const sheets = useLiveQuery(() => (listed === '' ? [] : getRecords('sheets', listed.split(' '))), [listed])
  const lines = savedTodayWords({ by, sheets: sheets ?? [] }, new Date(now()).toISOString(), timeZone)
  return (
    <div aria-live="polite">
      <GuardLines findings={lines.map((words) => ({ level: 'amber', words }))} />
    </div>
  )
}
