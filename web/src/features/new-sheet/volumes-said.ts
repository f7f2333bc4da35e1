import type { SheetDraft } from 'sync-protocol/records/draft'
import { drugVolume, fluidVolume, weightText, type Volume } from 'sync-protocol/rules/dose'
import { weightText as words } from '../../records/weight-text.ts'
import { sheetText } from './sheet-text.ts'

type Weighed = Pick<SheetDraft, 'weight' | 'weight_units'>

/** Why there are no volumes yet. */
export function whatIsMissing({ weight, weight_units: units }: Weighed): string {
  if (weight.trim() === '') return sheetText.needWeight
  return units === '-' ? words.needUnits : sheetText.checkWeight
}

/** Every volume of the sheet, in the order of its tables; null where there is none. */
function volumesOf(draft: SheetDraft): (Volume | null)[] {
  const { weight, weight_units: units, anesthesia_protocol: plan, emergency_protocol: emergency } = draft
  if (units === '-') return []
  const dose = { weight, units }
  return [
    ...(plan?.content.sections ?? []).flatMap(({ drugs }) =>
      drugs.map((drug) => drugVolume({ ...dose, ...drug })),
    ),
    ...(plan?.content.fluids ?? []).map((fluid) => fluidVolume({ ...dose, ...fluid })),
    ...(emergency?.content.drugs ?? []).flatMap(({ concentration, dosage_from, dosage_to }) =>
      [dosage_from, dosage_to].map((dosage) => drugVolume({ ...dose, concentration, dosage })),
    ),
  ]
}

/**
 * For screen readers, who see no number appear, change or go: how many volumes there are, and how many of them are marked as
 * too small to measure or rounded far. Empty before a protocol is chosen.
 */
export function volumesSaid(draft: SheetDraft): string {
  const { weight, weight_units: units, anesthesia_protocol: plan, emergency_protocol: emergency } = draft
  if (plan === null && emergency === null) return ''
  if (units === '-' || weightText(weight, units) === null) return whatIsMissing(draft)
  const volumes = volumesOf(draft).filter((volume) => volume !== null)
  const marked = volumes.filter(({ flag }) => flag !== 'none').length
  return sheetText.volumesSaid(volumes.length, marked)
}
