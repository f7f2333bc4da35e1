import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { liveRead } from '../data/database/live-read.ts'
import { now } from '../data/database/time.ts'
import { openCorrections, sheetsOfLate, type OpenCorrection } from '../data/view/recent-sheets.ts'
import { savedWithOf, type SavedWith } from './row-weighing.ts'
import { keepCorrection, readCorrections, type Corrections } from './corrections-kept.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content' | 'meta'>

export const savedWith = ({ content }: Saved): SavedWith | undefined =>
  content === null ? undefined : savedWithOf(content)

const lastOf = <T>(list: readonly T[], idOf: (one: T) => string): T | undefined =>
  list.reduce<T | undefined>(
    (last, one) => (last === undefined || idOf(last) < idOf(one) ? one : last),
    undefined,
  )

/**
 * What is said of the patient beside this sheet, which was saved, whether it stands or was deleted since: by its last correction,
 * open or saved, or by another sheet that was saved from the same open one.
 */
export function besideSaved(
  sheetId: string,
  saved: readonly Saved[],
  open: readonly OpenCorrection[],
  corrections: Corrections,
): SavedWith | undefined {
  const start = beginningOf(sheetId)
  const corrects = (id: string): boolean => {
    const seen = new Set<string>()
    for (let before = corrections.get(beginningOf(id)); before !== undefined && !seen.has(before);) {
      // One in between may have been deleted.
      if (beginningOf(before) === start) return true
      seen.add(before)
      before = corrections.get(beginningOf(before))
    }
    return false
  }
  const ofOpen = open.filter(({ savedAs }) => beginningOf(savedAs) === start || corrects(savedAs))
  const correction = lastOf(ofOpen, ({ id }) => id)
  if (correction !== undefined) {
    const { name, weight, units, estimated = false } = correction
    // Somebody is about to type it.
    const isKnown = units !== '-' && readWeight(weight) !== null
    return {
      name,
      ...(isKnown ? { weight, units, ...(estimated && { estimated }) } : { weight: '', units: 'kg' }),
      isOpen: true,
    }
  }
  const others = saved.filter(({ _id }) => beginningOf(_id) !== start && corrects(_id))
  const again =
    lastOf(others, ({ _id }) => _id) ?? saved.find(({ _id }) => _id !== sheetId && beginningOf(_id) === start)
  return again ? savedWith(again) : /* @rule same-name-later */ laterOfName(sheetId, saved)
}

const told = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/**
 * Of a correction that nobody here saw open, as one that was made without a network, the name and the ID tell: what was saved later on
 * the same day under the same ones. Two animals may be called so, which the words leave open.
 */
function laterOfName(sheetId: string, saved: readonly Saved[]): SavedWith | undefined {
  const own = saved.find(({ _id }) => _id === sheetId)
  const of = own?.content
  if (own === undefined || !of) return undefined
  const isAlike = ({ content }: Saved): boolean => {
    if (content === null || content.species !== of.species || content.day !== of.day) return false
    const [id, ownId] = [told(content.patient_id), told(of.patient_id)]
    if (id !== '' && ownId !== '') return id === ownId
    return told(of.name) !== '' && told(content.name) === told(of.name)
  }
  const later = saved.filter((one) => one.meta.date_created > own.meta.date_created && isAlike(one))
  const last = lastOf(later, ({ meta }) => meta.date_created)
  const found = last && savedWith(last)
  return found && { ...found, isNamesake: true }
}

/** Keeps which sheet is corrected by which, as soon as a correction is open: once it is saved it does not say so. */
export async function keepOpenCorrections(): Promise<readonly OpenCorrection[]> {
  const open = await openCorrections()
  for (const { id, savedAs } of open) keepCorrection(localStorage, id, savedAs)
  return open
}

/** The same for as long as somebody is signed in; gives what ends it. */
export const followCorrections = (): (() => void) => liveRead(keepOpenCorrections, () => undefined)

/** What is said beside a saved sheet, live. A correction that this tablet saw open is known once it is saved too. */
export function useBesideSaved(): (sheetId: string) => SavedWith | undefined {
  const found = useLiveQuery(async () => {
    const [saved, open] = [await sheetsOfLate(now()), await keepOpenCorrections()]
    return { saved, open, corrections: readCorrections(localStorage) }
  }, [])
  return useCallback(
    (sheetId) => found && besideSaved(sheetId, found.saved, found.open, found.corrections),
    [found],
  )
}
