import type { ProtocolDrug } from '../records/anesthesia-protocol.ts'
import type { DoubleCheck, DraftCheck, SheetCheck } from '../records/double-check.ts'
import type { SheetDraft } from '../records/draft.ts'
import type { EmergencyDrug } from '../records/emergency-protocol.ts'
import { canonical } from '../records/json.ts'
import { sha256Hex } from '../records/mutation-hash.ts'
import type { SheetContent } from '../records/sheet.ts'
import { type Weight, weightInKg } from './dose.ts'
import { numberOf, numberText, readNumber } from './number-input.ts'
import type { DoseRow } from './sheet-guard.ts'

/** The parts of an open sheet that its volumes come of. */
type Plan = Pick<SheetDraft, 'anesthesia_protocol' | 'emergency_protocol'>
type Checked = Plan & Pick<SheetDraft, 'weight' | 'weight_units' | 'check'>

/**
 * Whether two weights are the same in kg, as exact fractions: nothing is rounded first, so 22 lb is not 9.98 kg. 22.05 lb is
 * 10 kg, because a kilogram has 2.205 lb here (`spec 1 §9`). False where one of them is no valid weight.
 */
export function sameInKg(a: Weight, b: Weight): boolean {
  const [one, other] = [weightInKg(a), weightInKg(b)]
  return (
    one !== null &&
    other !== null &&
    /* @rule check-weight */ one.over * other.under === other.over * one.under
  )
}

const given = (drug: ProtocolDrug | EmergencyDrug) => [
  drug.name,
  drug.concentration,
  drug.amount_unit ?? 'mg',
  drug.dosage,
  drug.dosage_from,
  drug.dosage_to,
]

/** SHA-256, in hex, of the drugs and fluids of both protocols with their dosages, concentrations and rates. */
export function planOf({ anesthesia_protocol: anesthesia, emergency_protocol: emergency }: Plan): string {
  const { sections = [], fluids = [] } = anesthesia?.content ?? {}
  return sha256Hex(
    canonical([
      sections.map(({ key, drugs }) => [key, drugs.map(given)]),
      (fluids ?? []).map(({ name, rate }) => [name, rate]),
      emergency === null ? null : emergency.content.drugs.map(given),
    ]),
  )
}

/** The check of an open sheet while its weight and both protocols are those that it was made with; else undefined. */
export function checkOf(draft: Checked): DraftCheck | undefined {
  const { check, weight, weight_units: units } = draft
  if (check === undefined || units === '-') return undefined
  const isOfWeight = sameInKg({ weight, units }, { weight: check.weight, units: check.weight_units })
  const isOfPlan = /* @rule check-plan */ check.plan === planOf(draft)
  return isOfWeight && isOfPlan ? check : undefined
}

/** An open sheet after a change, without a check that does not hold for it any more: it is not back if the change is undone by hand. */
export function withoutStaleCheck(before: SheetDraft, after: SheetDraft): SheetDraft {
  if (after.check === undefined) return after
  const isUnit = before.weight_units === after.weight_units
  if (isUnit && checkOf(before) !== undefined && checkOf(after) !== undefined) return after
  const { check: _check, ...rest } = after
  return /* @rule check-stale */ rest
}

/** Whether the clinic asks that a second person checks a sheet with these doses, explained or not. */
export const isCheckAsked = (policy: DoubleCheck | undefined, rows: readonly DoseRow[]): boolean =>
  policy === 'always' || (policy === 'red doses' && rows.some(({ guard }) => guard.level === 'red'))

/** What a saved sheet keeps of its check: who made it, or only that it was asked for. */
export function keptCheck(draft: SheetDraft, asked: boolean): Pick<SheetContent, 'check' | 'check_asked'> {
  const check = checkOf(draft)
  const read = check === undefined ? 'empty' : readNumber(check.weight)
  return {
    ...(asked && { check_asked: true }),
    ...(check !== undefined &&
      typeof read !== 'string' && {
        check: {
          by: check.by,
          name: check.name,
          at: check.at,
          weight: numberOf(read),
          weight_units: check.weight_units,
        },
      }),
  }
}

/** The check of a saved sheet; undefined where what the second person read is not the weight of the sheet. */
export function savedCheck(
  sheet: Pick<SheetContent, 'check' | 'weight' | 'weight_units'>,
): SheetCheck | undefined {
  const { check, weight, weight_units: units } = sheet
  if (check === undefined) return undefined
  const read = { weight: numberText(check.weight), units: check.weight_units }
  return sameInKg({ weight: numberText(weight), units }, read) ? check : undefined
}
