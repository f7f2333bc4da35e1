import { useEffect, useMemo, useState } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { readWeight } from 'sync-protocol/rules/dose'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import {
  savedOtherwise,
  twoVersions,
  useRowWeighing,
  type SavedWith,
  type SetAsideWeight,
} from './row-weighing.ts'
import { followLastWeight } from './last-weighed.ts'
import { whenLeft } from '../ui/when-left.ts'
import { shownUnusual, type UnusualWeight } from './unusual-weight.ts'
import { useWeightBands } from './use-weight-bands.ts'

/** A patient while the weight is typed; without a name and an ID there is no earlier weight to compare it with. */
export type WeighedPatient = Pick<SheetDraft, 'species' | 'weight' | 'weight_units'> &
  Partial<Pick<SheetDraft, 'name' | 'patient_id' | 'saved_as'>> & {
    estimated?: boolean | undefined
    /** Whose row of the day list the sheet is of. */
    day_row?: string | undefined
    /** What another tablet saved the sheet with while it stood here. */
    saved_with?: SavedWith | undefined
    /** What two tablets entered at once. */
    set_aside?: SetAsideWeight | undefined
  }

/** What is unusual about a patient's weight, another weight of the same patient first; null while nothing is. */
export function useUnusualWeightOf({
  species,
  weight,
  weight_units,
  name = '',
  patient_id = '',
  saved_as = null,
  estimated,
  day_row,
  saved_with,
  set_aside,
}: WeighedPatient): UnusualWeight | null {
  const isWeighed = weight_units !== '-' && species !== -1 && readWeight(weight) !== null
  const asked = useMemo(
    () => (isWeighed && name + patient_id !== '' ? { species, name, patient_id, saved_as } : null),
    [isWeighed, species, name, patient_id, saved_as],
  )
  const earlier = useLastWeight(asked)
  const settled = useSettled(weight)
  const bands = useWeightBands()
  const unusual = useMemo(
    () => shownUnusual({ species, weight, weight_units }, settled, earlier, bands),
    [species, weight, weight_units, settled, earlier, bands],
  )
  const guess = estimated === true && { estimated }
  const sheet = { species, name, patient_id, weight, weight_units, ...guess }
  const row = useRowWeighing(day_row, sheet)
  const other = twoVersions(set_aside, sheet) ?? savedOtherwise(saved_with, sheet) ?? row
  if (other === null) return unusual
  const words = `${other.title}. ${other.here}`
  return {
    level: other.isDoubtful === true ? 'amber' : 'red',
    words: unusual === null ? words : `${words} ${unusual.words}`,
    short: other.short,
    mark: other.short,
  }
}

/** ms without another key */
const SETTLED_MS = 700

/** What was typed when it last stood still, or was left. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const settle = () => setSettled(typed)
    const timer = setTimeout(settle, SETTLED_MS)
    const stop = whenLeft(settle)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [typed])
  return settled
}

/** What a patient weighed last; looked up only while there is a weight to compare. */
function useLastWeight(asked: Parameters<typeof followLastWeight>[0] | null): EarlierWeight | null {
  const [found, setFound] = useState<{ of: typeof asked; earlier: EarlierWeight | null }>()
  useEffect(
    () =>
      asked === null ? undefined : followLastWeight(asked, (earlier) => setFound({ of: asked, earlier })),
    [asked],
  )
  // Never that of the patient before.
  return found?.of === asked ? (found?.earlier ?? null) : null
}
