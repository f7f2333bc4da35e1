import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useState } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { now } from '../../data/database/time.ts'
import { openCorrections, sheetsOfLate, type OpenCorrection } from '../../data/view/recent-sheets.ts'
import type { SavedWith } from '../../records/row-weighing.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content' | 'meta'>

const savedWith = ({ content }: Saved): SavedWith | undefined =>
  content === null
    ? undefined
    : { name: content.name, weight: numberText(content.weight), units: content.weight_units }

/**
 * What is said of the patient beside this saved sheet: by its correction, open or saved, or by another sheet that was saved from the
 * same open one. `corrections`: of which saved sheet (value) an open one (key) is or was the correction.
 */
export function besideSaved(
  sheetId: string,
  saved: readonly Saved[],
  open: readonly OpenCorrection[],
  corrections: ReadonlyMap<string, string>,
): SavedWith | undefined {
  const correction = open.find(({ savedAs }) => savedAs === sheetId)
  if (correction !== undefined) {
    const { name, weight, units } = correction
    return units === '-' || readWeight(weight) === null ? undefined : { name, weight, units, isOpen: true }
  }
  const own = new Set([...corrections].flatMap(([id, of]) => (of === sheetId ? [beginningOf(id)] : [])))
  const again = saved.find(({ _id }) => _id !== sheetId && own.has(beginningOf(_id)))
  if (again !== undefined) {
    // What was followed is not followed again, whatever names whom.
    const others = new Map([...corrections].filter(([, of]) => of !== sheetId))
    return besideSaved(again._id, saved, open, others) ?? savedWith(again)
  }
  const twin = saved.find(({ _id }) => _id !== sheetId && beginningOf(_id) === beginningOf(sheetId))
  return twin && savedWith(twin)
}

/** The same, live. A correction that is seen open is known once it is saved too. */
export function useBesideSaved(): (sheetId: string) => SavedWith | undefined {
  const [corrections] = useState(() => new Map<string, string>())
  const found = useLiveQuery(async () => {
    const [saved, open] = [await sheetsOfLate(now()), await openCorrections()]
    for (const { id, savedAs } of open) corrections.set(id, savedAs)
    return { saved, open }
  }, [corrections])
  return useCallback(
    (sheetId) => found && besideSaved(sheetId, found.saved, found.open, corrections),
    [found, corrections],
  )
}
