import { useEffect, useState } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { mayWeigh, weightOn } from 'sync-protocol/rules/earlier-weight'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import { earlierSheetIn } from '../../data/lists/earlier-sheet.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { getRecord } from '../../data/view/records.ts'
import { useLiveList } from '../../ui/use-live-list.ts'

interface DrawnPatient {
  species: Species
  name: string
  patient_id: string
  /** The clinic's local day of the draw, YYYY-MM-DD. */
  day: string
  /** The sheet that the draw belongs to, where it does. */
  sheet: string | null
}

/** ms without another key: nothing is looked up while somebody types a name. */
const SETTLED_MS = 200

async function weightIn(sheets: readonly ListEntry[], patient: DrawnPatient): Promise<EarlierWeight | null> {
  const known = sheets.filter((sheet) => mayWeigh(patient, sheet, patient.day))
  const id = patient.sheet ?? (await earlierSheetIn(known, { ...patient, saved_as: null }))
  const found = id === null ? undefined : await getRecord('sheets', id)
  return found?.content ? weightOn(found.content) : null
}

/**
 * What the patient of a draw weighs, where the tablet knows it: on the draw's own sheet, else by the ID or, of the same
 * day, by the name. Nothing waits for it; what cannot be read is as if there were none.
 */
export function usePatientWeight({
  species,
  name,
  patient_id,
  day,
  sheet,
}: DrawnPatient): EarlierWeight | null {
  const { items } = useLiveList(() => listIndex('sheets'))
  const asked = JSON.stringify([species, name, patient_id, day, sheet])
  const [found, setFound] = useState<{ of: string; weighed: EarlierWeight | null }>()
  useEffect(() => {
    let left = false
    const look = async () => {
      try {
        const weighed = await weightIn(items, { species, name, patient_id, day, sheet })
        if (!left) setFound({ of: asked, weighed })
      } catch (error) {
        console.error('The weight of the patient could not be read.', error)
      }
    }
    const timer = setTimeout(() => void look(), SETTLED_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [items, asked, species, name, patient_id, day, sheet])
  // Never that of another patient.
  return found?.of === asked ? found.weighed : null
}
