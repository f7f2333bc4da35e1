import { useLiveQuery } from 'dexie-react-hooks'
import { saidWeight } from 'sync-protocol/rules/dose'
import { getRecord } from '../../data/view/records.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { isSamePatient } from './copied-sheet.ts'
import { useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

/** What the patient of a copied sheet weighed on it, as it was entered, so that a slip shows; null for another patient. */
export function useWeightBefore(): string | null {
  const from = useSheet(({ sheet }) => sheet.draft.copied_from)
  const name = useSheet(({ sheet }) => sheet.draft.name)
  const patient_id = useSheet(({ sheet }) => sheet.draft.patient_id)
  const before = useLiveQuery(
    async () => (from === undefined ? null : ((await getRecord('sheets', from))?.content ?? null)),
    [from],
  )
  if (!before || !isSamePatient(before, { name, patient_id })) return null
  const said = saidWeight(formatNumber(before.weight), before.weight_units, before.estimated)
  return said && sheetText.weightBefore(said[0], formatDate(before.day))
}

export function WeightBefore() {
  const said = useWeightBefore()
  return said === null ? null : <p className="weight-before tabular">{said}</p>
}
