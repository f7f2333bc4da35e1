import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { now } from '../../data/database/time.ts'
import { openCorrections, sheetsOfLate, type OpenCorrection } from '../../data/view/recent-sheets.ts'
import type { SavedWith } from '../../records/row-weighing.ts'
import { keepCorrection, readCorrections, type Corrections } from './corrections-kept.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content' | 'meta'>

const savedWith = ({ content }: Saved): SavedWith | undefined =>
  content === null
    ? undefined
    : { name: content.name, weight: numberText(content.weight), units: content.weight_units }

/**
 * What is said of the patient beside this saved sheet: by its correction, open or saved, or by another sheet that was saved from the
 * same open one.
 */
export function besideSaved(
  sheetId: string,
  saved: readonly Saved[],
  open: readonly OpenCorrection[],
  corrections: Corrections,
): SavedWith | undefined {
  const correction = open.find(({ savedAs }) => savedAs === sheetId)
  if (correction !== undefined) {
    const { name, weight, units } = correction
    return units === '-' || readWeight(weight) === null ? undefined : { name, weight, units, isOpen: true }
  }
  const again = saved.find(({ _id }) => _id !== sheetId && corrections.get(beginningOf(_id)) === sheetId)
  if (again !== undefined) {
    // What was followed is not followed again, whatever names whom.
    const others = new Map([...corrections].filter(([, of]) => of !== sheetId))
    return besideSaved(again._id, saved, open, others) ?? savedWith(again)
  }
  const twin = saved.find(({ _id }) => _id !== sheetId && beginningOf(_id) === beginningOf(sheetId))
  return twin && savedWith(twin)
}

/** The same, live. A correction that this tablet saw open is known once it is saved too. */
export function useBesideSaved(userId: string): (sheetId: string) => SavedWith | undefined {
  const found = useLiveQuery(async () => {
    const [saved, open] = [await sheetsOfLate(now()), await openCorrections()]
    for (const { id, savedAs } of open) keepCorrection(localStorage, userId, id, savedAs)
    return { saved, open, corrections: readCorrections(localStorage, userId) }
  }, [userId])
  return useCallback(
    (sheetId) => found && besideSaved(sheetId, found.saved, found.open, found.corrections),
    [found],
  )
}
