import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import { beginningOf } from 'sync-protocol/records/sheet-id'
import { readWeight } from 'sync-protocol/rules/dose'
import { sameInKg } from 'sync-protocol/rules/double-check'
import { correctedBy, groupsOfSheets } from 'sync-protocol/rules/related-sheets'
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

/** Which drugs a sheet gives, in which strength and how much for each kg. */
const drugsOf = ({ content }: Saved): string =>
  JSON.stringify(
    content === null
      ? []
      : [
          ...content.anesthesia_protocol.sections.flatMap(({ drugs }) => drugs),
          ...(content.emergency_protocol?.drugs ?? []),
        ].map((drug) =>
          Object.entries(drug).filter(([field]) => field !== 'guard' && !field.startsWith('volume')),
        ),
  )

const isSameWeight = (one: SavedWith | undefined, other: SavedWith | undefined): boolean =>
  one !== undefined && other !== undefined && sameInKg(one, other)

/** Which sheet one corrects. Of two that were saved from one open sheet each says it of itself: the one may be the next patient's. */
function correctsOf(saved: readonly Saved[], corrections: Corrections) {
  const said = new Map(saved.map(({ _id, content }) => [_id, content?.corrects]))
  const spoken = new Set(
    saved.filter(({ content }) => content?.corrects !== undefined).map(({ _id }) => beginningOf(_id)),
  )
  const isSilent = (id: string) => said.has(id) && spoken.has(beginningOf(id))
  return (id: string): string | undefined =>
    said.get(id) ?? /* @rule corrects-itself */ (isSilent(id) ? undefined : corrections.get(beginningOf(id)))
}

/**
 * What is said of the patient beside this sheet, which was saved, whether it stands or was deleted since: by its last correction,
 * open or saved, or by another sheet of the same patient that does not know of it (sync contract M8).
 */
export function besideSaved(
  sheetId: string,
  saved: readonly Saved[],
  open: readonly OpenCorrection[],
  corrections: Corrections,
): SavedWith | undefined {
  const before = correctsOf(saved, corrections)
  const start = beginningOf(sheetId)
  // Of two that were saved from one open sheet only the one is corrected; by the id of an open one it is either.
  const isSaved = saved.some(({ _id }) => _id === sheetId) || [...corrections.values()].includes(sheetId)
  const isIt = (id: string) => (isSaved ? id === sheetId : beginningOf(id) === start)
  const corrects = (id: string): boolean => [...correctedBy([id], before)].some(isIt)
  const later = lastOf(
    saved.filter(({ _id }) => beginningOf(_id) !== start && corrects(_id)),
    ({ _id }) => _id,
  )
  const own = saved.find(({ _id }) => _id === sheetId)
  const correctedTo = later && savedWith(later)
  const otherDrugs =
    /* @rule corrected-drugs */ later !== undefined && own !== undefined && drugsOf(own) !== drugsOf(later)
  const asSaved = correctedTo && { ...correctedTo, isCorrection: true, ...(otherDrugs && { otherDrugs }) }
  const isOtherwise = otherDrugs || (own !== undefined && !isSameWeight(savedWith(own), correctedTo))
  const correction = lastOf(
    open.filter(({ id, savedAs }) => isIt(savedAs) || corrects(id)),
    ({ id }) => id,
  )
  if (correction !== undefined) {
    const { name, weight, units, estimated = false } = correction
    // Somebody is about to type it.
    const isKnown = units !== '-' && readWeight(weight) !== null
    const isNewer = isKnown && !isSameWeight({ name, weight, units }, correctedTo)
    // Else what is being typed would hide what was saved.
    if (asSaved !== undefined && /* @rule saved-first */ isOtherwise && !isNewer) return asSaved
    return {
      name,
      ...(isKnown ? { weight, units, ...(estimated && { estimated }) } : { weight: '', units: 'kg' }),
      isOpen: true,
    }
  }
  if (asSaved !== undefined) return asSaved
  const other = lastOf(othersOf(sheetId, saved, corrections), ({ meta }) => meta.date_created ?? '')
  return other ? savedWith(other) : /* @rule same-name-later */ laterOfName(sheetId, saved)
}

/** The sheets of the same patient that stand, that none corrects, and that this one does not correct. */
function othersOf(sheetId: string, saved: readonly Saved[], corrections: Corrections): Saved[] {
  const before = correctsOf(saved, corrections)
  const groupOf = groupsOfSheets([
    ...[...corrections].map(([_id, corrects]) => ({ _id, corrects })),
    .../* @rule row-beside */ saved.map(({ _id, content }) => ({ _id, day_row: content?.day_row })),
  ])
  const group = saved.filter(({ _id }) => groupOf(_id) === groupOf(sheetId))
  const corrected = correctedBy(
    group.map(({ _id }) => _id),
    before,
  )
  const ownBefore = correctedBy([sheetId], before)
  return group.filter(({ _id }) => _id !== sheetId && !corrected.has(_id) && !ownBefore.has(_id))
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
async function knownCorrections() {
  const [saved, open, all] = await Promise.all([sheetsOfLate(now()), openCorrections(), savedCorrections()])
  const late = lateSince(now())
  const ids = saved.map(({ _id }) => _id)
  keepCorrections(
    localStorage,
    [...[...all].filter(([id]) => id > late), ...open.map(({ id, savedAs }) => [id, savedAs] as const)],
    ids,
  )
  const said = [...all].map(([id, corrects]) => [beginningOf(id), corrects] as const)
  return { saved, open, corrections: new Map([...said, ...readCorrections(localStorage)]) }
}

/** Keeps them for as long as somebody is signed in; gives what ends it. */
export const followCorrections = (): (() => void) => liveRead(knownCorrections, () => undefined)

/** What is said beside a saved sheet, live. */
export function useBesideSaved(): (sheetId: string) => SavedWith | undefined {
  const found = useLiveQuery(knownCorrections, [])
  return useCallback(
    (sheetId) => found && besideSaved(sheetId, found.saved, found.open, found.corrections),
    [found],
  )
}
