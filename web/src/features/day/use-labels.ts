import { useLiveQuery } from 'dexie-react-hooks'
import { knownContent } from 'sync-protocol/records/known-content'
import { currentClinic } from '../../data/database/signed-in.ts'
import { labelPrints } from '../../data/database/label-prints.ts'
import { sectionClasses } from '../../data/view/library-sections.ts'
import { getRecords } from '../../data/view/records.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { patientLabels, syringeLabels, type LabelledSheet } from './labels-of.ts'
import { usePlannedRows } from './use-planned-rows.ts'

const NONE: ReadonlyMap<string, LabelledSheet> = new Map()

/**
 * All labels of these patients, as they would be printed at `time`; undefined while what they say is read. `open`: sheets that
 * nobody saved yet, by the id that their rows name.
 */
export function useLabels(
  rows: readonly DayRow[],
  contested: ReadonlySet<string>,
  time: string,
  open: ReadonlyMap<string, LabelledSheet> = NONE,
) {
  const planned = usePlannedRows(rows, contested)
  const ids = [...new Set(rows.flatMap(({ content }) => content.sheet_id ?? []))].sort()
  const wanted = ids.join()
  const read = useLiveQuery(async () => {
    const records = (await getRecords('sheets', ids)).filter(({ voided }) => voided === undefined)
    const sheets = new Map<string, LabelledSheet>(
      records.flatMap(({ _id, content }) => {
        const known = knownContent('sheets', content)
        return known === null ? [] : [[_id, known] as const]
      }),
    )
    return {
      wanted,
      sheets,
      classes: await sectionClasses(),
      prints: await labelPrints(currentClinic()),
    }
  }, [wanted])
  if (planned === undefined || read?.wanted !== wanted) return undefined
  const known = { ...read, sheets: new Map([...read.sheets, ...open]), time }
  return {
    prints: read.prints,
    syringes: syringeLabels(rows, planned, known),
    patients: patientLabels(rows, contested, known),
  }
}
