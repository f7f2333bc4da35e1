import { useLiveQuery } from 'dexie-react-hooks'
import { useStore } from 'zustand'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { weighedOtherwise, type SheetOfRow } from 'sync-protocol/rules/row-weight'
import { readWeight, saidWeight, type Weight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { sameInKg } from 'sync-protocol/rules/double-check'
import { contestedRecords } from '../data/attention/contested.ts'
import { currentClinic } from '../data/database/signed-in.ts'
import { session as signedIn } from '../data/people/session.ts'
import { dayRow } from '../data/view/day-rows.ts'
import { formatTime } from '../ui/format.ts'
import { rowWeighingText as text } from './row-weighing-text.ts'

/** What the day list says of a weight, where the sheet of the patient has another one. */
export interface RowWeighing {
  /** Null while two weights on the list wait for a decision. */
  scale: Weight | null
  /** 'Ace was weighed at 9:12 AM: 24.8 kg' */
  title: string
  /** 'This sheet still has about 12.4 kg.' */
  here: string
  /** 'Weighed: 24.8 kg' */
  short: string
  /** It may be of another patient. */
  isDoubtful?: boolean
}

async function rowOf(id: string) {
  const row = await dayRow(currentClinic(), id)
  return row && { content: row.content, isContested: (await contestedRecords('day_rows')).has(id) }
}

const said = ({ weight, units }: Weight, estimated?: boolean): string =>
  saidWeight(weight, units, estimated)?.[0] ?? ''

/** Live; null while the sheet has what the scale said, and for a sheet of no row. */
export function useRowWeighing(day_row: string | undefined, sheet: SheetOfRow): RowWeighing | null {
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  const row = useLiveQuery(async () => (day_row === undefined ? undefined : rowOf(day_row)), [day_row])
  if (row === undefined) return null
  const { content, isContested } = row
  const scale = weighedOtherwise(sheet, content)
  if (scale === null || content.weighed_at === undefined) return null
  const here = hereOf(sheet)
  const { name } = content
  if (isContested) return { scale: null, title: text.contested(name), here, short: text.contestedShort }
  const title = text.weighed(name, said(scale), formatTime(content.weighed_at, timeZone))
  return { scale, title, here, short: text.short(said(scale)) }
}

const typed = ({
  weight,
  weight_units: units,
  estimated,
}: Pick<SheetOfRow, 'weight' | 'weight_units' | 'estimated'>): string =>
  units === '-' ? weight.trim() : said({ weight, units }, estimated)

const hereOf = (sheet: SheetOfRow): string => text.here(typed(sheet))

/** What a sheet was saved with on another tablet. */
export interface SavedWith extends Weight {
  name: string
  /** It is not saved again yet; its weight is '' while somebody types it anew. */
  isOpen?: boolean
  /** The weight is a guess. */
  estimated?: boolean
  /** It was saved once more, to correct it. */
  isCorrection?: boolean
  /** Another protocol was saved with it. */
  otherDrugs?: boolean
  /** Nothing but the name or the ID says that it is the same patient. */
  isNamesake?: boolean
}

export const savedWithOf = (
  saved: Pick<SheetContent, 'name' | 'weight' | 'weight_units' | 'estimated'>,
): SavedWith => ({
  name: saved.name,
  weight: numberText(saved.weight),
  units: saved.weight_units,
  ...(saved.estimated === true && { estimated: true }),
})

/** Whose saved sheet it is, as an open one says it. */
export const sheetOfSaved = (saved: SheetContent): SheetOfRow => ({
  species: saved.species === 2 ? -1 : saved.species,
  name: saved.name,
  patient_id: saved.patient_id ?? '',
  weight: numberText(saved.weight),
  weight_units: saved.weight_units,
  ...(saved.estimated === true && { estimated: true }),
})

const isOtherName = (one: string, other: string) =>
  one.trim() !== '' && other.trim() !== '' && one.trim().toLowerCase() !== other.trim().toLowerCase()

/** What a sheet that stands here was saved with on another tablet; null where that is the same patient with the same weight. */
export function savedOtherwise(saved: SavedWith | undefined, sheet: SheetOfRow): RowWeighing | null {
  if (saved === undefined) return null
  const { weight, weight_units: units } = sheet
  const isOther = isOtherName(saved.name, sheet.name)
  if (!isOther && units !== '-' && /* @rule saved-otherwise */ sameInKg({ weight, units }, saved))
    return saved.otherDrugs === true
      ? { scale: null, title: text.correctedDrugs, here: text.drugsHere, short: text.correctedDrugsShort }
      : null
  const weighs = said(saved, saved.estimated)
  const words = isOther ? text.as(saved.name, weighs) : weighs
  const here = hereOf(sheet)
  if (saved.isOpen === true && readWeight(saved.weight) === null)
    return { scale: null, title: text.beingCorrected, here, short: text.beingCorrectedShort }
  if (saved.isOpen === true)
    return { scale: saved, title: text.corrected(words), here, short: text.correctedShort(words) }
  if (saved.isNamesake === true)
    return {
      scale: saved,
      title: text.namesake(saved.name, weighs),
      here,
      short: text.savedShort(weighs),
      isDoubtful: true,
    }
  if (saved.isCorrection === true)
    return { scale: saved, title: text.correctedLater(words), here, short: text.correctedShort(words) }
  const title = isOther ? text.savedAs(words) : text.savedWith(words)
  return { scale: saved, title, here, short: text.savedShort(words) }
}

/** A weight beside the one that stands on an open sheet; null where two versions are of whose sheet it is. */
export interface SetAsideWeight {
  weight: Pick<SheetOfRow, 'weight' | 'weight_units' | 'estimated'> | null
}

/** What two tablets entered at once into an open sheet. */
export function twoVersions(aside: SetAsideWeight | undefined, sheet: SheetOfRow): RowWeighing | null {
  if (/* @rule two-weights */ aside === undefined) return null
  const here = text.chooseOne
  if (aside.weight === null)
    return { scale: null, title: text.twoPatients, here, short: text.twoPatientsShort }
  const title = text.twoWeights(typed(sheet) || text.none, typed(aside.weight) || text.none)
  return { scale: null, title, here, short: text.contestedShort }
}
