import type { SheetContent } from 'sync-protocol/records/sheet'
import { weightOfPatient } from 'sync-protocol/rules/earlier-weight'
import { numberText } from 'sync-protocol/rules/number-input'
import { type EarlierWeight, weightBands, weightGuard } from 'sync-protocol/rules/weight-guard'
import { weightStatement } from 'sync-protocol/rules/weight-words'
import { earlierSheetIn } from '../data/lists/earlier-sheet.ts'
import { listIndex } from '../data/lists/list-index.ts'
import { clinicSettings } from '../data/people/clinic-settings.ts'
import { getRecord } from '../data/view/records.ts'
import { foremost } from './unusual-weight.ts'

/** A sheet that is printed or was saved. */
export interface WeighedSheet {
  sheet: SheetContent
  /** Of the open sheet, or of the saved one. */
  sheet_id?: string
  /** An instant: when it was saved, or is printed. */
  date_created: string
}

export interface SheetWeight {
  level: 'amber' | 'red'
  words: string
  /** With one finding, and nothing offered: to be read from across the room. */
  short: string
}

/** What the patient weighed on its last sheet before this one, by those on this tablet. */
async function weightBefore({ sheet, sheet_id, date_created }: WeighedSheet): Promise<EarlierWeight | null> {
  const sheets = listIndex('sheets')
  await sheets.ready
  const itself = { saved_as: sheet_id ?? null, saved_at: date_created }
  const id = await earlierSheetIn(sheets.entries(), { ...sheet, ...itself })
  const found = id === null ? undefined : await getRecord('sheets', id)
  return found?.content ? weightOfPatient(sheet, found.content) : null
}

/**
 * What is unusual about the weight of a sheet, as a statement; null where nothing is. A sheet keeps neither: what is usual
 * is what the clinic calls so by now, and the last weight is the one before that sheet. What cannot be read is as if there were
 * none.
 */
export async function sheetWeight(
  weighed: WeighedSheet,
  settings = clinicSettings.getState(),
): Promise<SheetWeight | null> {
  const { species, weight, weight_units: units } = weighed.sheet
  if (species === 2) return null
  const earlier = await weightBefore(weighed).catch((error: unknown) => {
    console.error('The weight before could not be read.', error)
    return null
  })
  const patient = { species, weight: numberText(weight), units, earlier }
  const guard = weightGuard(patient, weightBands(settings))
  if (guard === null || guard.level === 'quiet') return null
  return {
    level: guard.level,
    words: weightStatement(guard, species),
    short: weightStatement({ ...guard, findings: foremost(guard), offer: null }, species),
  }
}
