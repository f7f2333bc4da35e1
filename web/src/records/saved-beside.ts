import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { liveRead } from '../data/database/live-read.ts'
import { now } from '../data/database/time.ts'
import { savedCorrections } from '../data/view/corrections.ts'
import { lateSince, openCorrections, sheetsOfLate, type OpenCorrection } from '../data/view/recent-sheets.ts'
import { savedWithOf, type SavedWith } from './row-weighing.ts'
import { keepCorrections, readCorrections, type Corrections } from './corrections-kept.ts'

type Saved = Pick<ViewRecord<'sheets'>, '_id' | 'content' | 'meta'>

export const savedWith = ({ content }: Saved): SavedWith | undefined =>
  content === null ? undefined : savedWithOf(content)

const lastOf = <T>(list: readonly T[], idOf: (one: T) => string): T | undefined =>
  list.reduce<T | undefined>(
    (last, one) => (last === undefined || idOf(last) < idOf(one) ? one : last),
    undefined,
  )

/** Whether a sheet corrects another one, over several steps too. One in between may have been deleted. */
function leadsTo(id: string, first: string, corrections: Corrections): boolean {
  const seen = new Set<string>()
  for (let before = corrections.get(beginningOf(id)); before !== undefined && !seen.has(before);) {
    if (beginningOf(before) === beginningOf(first)) return true
    seen.add(before)
    before = corrections.get(beginningOf(before))
  }
  return false
}

/**
 * The last of those that were saved for the same patient of the day's list though nobody corrected this one: two tablets that did not
 * know of each other. A sheet that was corrected is no second one.
 */
function ofSameRow(sheetId: string, saved: readonly Saved[], corrections: Corrections): Saved | undefined {
  const row = saved.find(({ _id }) => _id === sheetId)?.content?.day_row
  if (row === undefined) return undefined
  const others = saved.filter(
    ({ _id, content }) => _id !== sheetId && content?.day_row === row && !leadsTo(sheetId, _id, corrections),
  )
  return lastOf(others, ({ meta }) => meta.date_created)
}

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
  const corrects = (id: string): boolean => leadsTo(id, sheetId, corrections)
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
  const later = lastOf(others, ({ _id }) => _id)
  const correctedTo = later && savedWith(later)
  if (correctedTo !== undefined) return { ...correctedTo, isCorrection: true }
  const again =
    saved.find(({ _id }) => _id !== sheetId && beginningOf(_id) === start) ??
    /* @rule row-beside */ ofSameRow(sheetId, saved, corrections)
  return again ? savedWith(again) : /* @rule same-name-later */ laterOfName(sheetId, saved)
}

const told = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/**
 * Of a sheet that was begun anew the name and the ID tell: what was saved later on the same day under the same ones. Two animals may
 * be called so, which the words leave open.
 */
function laterOfName(sheetId: string, saved: readonly Saved[]): SavedWith | undefined {
  const own = saved.find(({ _id }) => _id === sheetId)
  const of = own?.content
  if (own === undefined || !of) return undefined
  const isAlike = ({ content }: Saved): boolean => {
    if (content === null || content.species !== of.species || content.day !== of.day) return false
    const [id, ownId] = [told(content.patient_id), told(of.patient_id)]
    if (id !== '' && ownId !== '') return id === ownId
    // Of a litter that was listed one by one no kitten is another.
    if (content.day_row !== undefined && of.day_row !== undefined && content.day_row !== of.day_row)
      return false
    return told(of.name) !== '' && told(content.name) === told(of.name)
  }
  const later = saved.filter((one) => one.meta.date_created > own.meta.date_created && isAlike(one))
  const last = lastOf(later, ({ meta }) => meta.date_created)
  const found = last && savedWith(last)
  return found && { ...found, isNamesake: true }
}

/** Which sheet corrects which, live; also kept for what cannot wait until it is read: CODE. */
async function knownCorrections(): Promise<{ open: readonly OpenCorrection[]; corrections: Corrections }> {
  const [open, saved] = [await openCorrections(), await savedCorrections()]
  const late = lateSince(now())
  keepCorrections(localStorage, [
    ...open.map(({ id, savedAs }) => [id, savedAs] as const),
    ...[...saved].filter(([id]) => id > late),
  ])
  const said = [...saved].map(([id, corrects]) => [beginningOf(id), corrects] as const)
  return { open, corrections: new Map([...readCorrections(localStorage), ...said]) }
}

/** Keeps them for as long as somebody is signed in; gives what ends it. */
export const followCorrections = (): (() => void) => liveRead(knownCorrections, () => undefined)

/** What is said beside a saved sheet, live. */
export function useBesideSaved(): (sheetId: string) => SavedWith | undefined {
  const found = useLiveQuery(
    async () => ({ saved: await sheetsOfLate(now()), ...(await knownCorrections()) }),
    [],
  )
  return useCallback(
    (sheetId) => found && besideSaved(sheetId, found.saved, found.open, found.corrections),
    [found],
  )
}
