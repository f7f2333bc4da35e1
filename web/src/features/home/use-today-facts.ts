import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { contestedRecords } from '../../data/attention/contested.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { balanceFacts } from '../../data/lists/balance-facts.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import { savedUses } from '../../data/lists/saved-uses.ts'
import { substanceList } from '../../data/lists/substances.ts'
import { rowsOfDay } from '../../data/view/day-rows.ts'
import { openSheetsOfClinic, sheetsOfDay } from '../../data/view/recent-sheets.ts'
import { watchOpenTables, type OpenTableOffer } from '../../records/open-tables.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import {
  currentBalances,
  drawsToRecord,
  nextPatients,
  openSheetLines,
  reviewsDue,
  savedCounts,
  statusCounts,
} from './today.ts'

async function readDay(day: string) {
  const [rows, sheets, drafts, offered, contested] = await Promise.all([
    rowsOfDay(currentClinic(), day),
    sheetsOfDay(day),
    openSheetsOfClinic(),
    openDraft(),
    contestedRecords('day_rows'),
  ])
  const withSheet = new Set(
    drafts.flatMap(({ deleted, content }) =>
      deleted || content?.kind !== 'sheet' ? [] : (content.day_row ?? []),
    ),
  )
  return {
    patients: rows.length,
    next: nextPatients(rows, withSheet, contested),
    statuses: statusCounts(rows.map(({ content }) => content)),
    saved: savedCounts(sheets.flatMap(({ content }) => content ?? [])),
    open: openSheetLines(drafts, offered?._id),
  }
}

/** All that Home says of the day, live; undefined while it is read. `day`: the clinic's, YYYY-MM-DD. */
export function useTodayFacts(day: string) {
  const found = useLiveQuery(async () => ({ day, ...(await readDay(day)) }), [day])
  const [tables, setTables] = useState<readonly OpenTableOffer[]>([])
  useEffect(() => watchOpenTables(setTables), [])
  const substances = useLiveList(substanceList)
  const sheets = useLiveList(() => listIndex('balances'))
  const draws = useLiveList(() => listIndex('draws'))
  const drugs = useLiveList(() => listIndex('drugs'))
  const balances = useMemo(
    () => currentBalances(substances.items, balanceFacts(sheets.items)),
    [substances.items, sheets.items],
  )
  const toRecord = useMemo(() => {
    const uses = savedUses(sheets.items)
    return drawsToRecord(
      balances,
      draws.items,
      (id) => uses.get(id) ?? 0,
      tables.map(({ substance }) => substance),
    )
  }, [balances, draws.items, sheets.items, tables])
  const reviews = useMemo(() => reviewsDue(drugs.items, day), [drugs.items, day])
  if (found?.day !== day || [substances, sheets, draws, drugs].some(({ status }) => status === 'reading'))
    return undefined
  return { ...found, tables, balances, toRecord, reviews }
}
