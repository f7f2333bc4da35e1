import type { SheetContent, SheetDrug, SheetEmergencyDrug } from '../records/sheet.ts'
import { weightInKg } from './dose.ts'
import type { DoseFindingKind, DoseGuard } from './dose-findings.ts'
import { doseGuard } from './dose-guard.ts'
import { AS_SAVED, doseWords } from './dose-words.ts'
import type { Fraction } from './fraction.ts'
import { numberText } from './number-input.ts'

/** What a saved sheet says of a finding whose numbers it does not keep. */
const KINDS: Readonly<Record<Exclude<DoseFindingKind, 'no-limits'>, string>> = {
  never: 'never for this species',
  'ten-times': 'eight times the usual dosage or more',
  tenth: 'an eighth of the usual dosage or less',
  cap: 'above the cap',
  'lb-kg': 'perhaps per lb',
  over: 'above the highest dosage',
  under: 'below the lowest dosage',
  'low-above-high': 'low dosage above the high one',
  strength: 'another strength in the library',
  syringe: 'more than 20 ml or less than 0.03 ml',
}
const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind)
const OTHER = 'unusual dose'
/** Whatever else is found, these are never red. */
const AMBER: ReadonlySet<string> = new Set(['lb-kg', 'low-above-high', 'strength', 'syringe'])

type Weighed = Pick<SheetContent, 'weight' | 'weight_units'>
type AnyDrug = SheetDrug | SheetEmergencyDrug

/** The exact weight of a saved sheet. */
export const kgOfSheet = ({ weight, weight_units: units }: Weighed): Fraction | null =>
  weightInKg({ weight: numberText(weight), units })

/**
 * What the dose guard says of a drug of a saved sheet, by the limits and the usual dosage that the sheet carries, whatever the
 * library says by now (Q-15). Null where the sheet keeps no dosage, as of emergency drugs.
 */
export function ownDoseGuard(drug: AnyDrug, kg: Fraction | null): DoseGuard | null {
  if (!('dosage' in drug) || drug.dosage === undefined) return null
  const { dosage, usual, limits, concentration, amount_unit } = drug
  return doseGuard({ given: [{ dosage, usual }], limits, concentration, amount_unit, kg })
}

/** What was unusual about a dose of a saved sheet, in sentences; '' where nothing was. */
export interface SavedDose {
  red: string
  amber: string
  /** 'Vet’s order (entered by Ana)' or that nobody gave a reason; '' where nothing is red. */
  reason: string
}

/** Which end of a syringe it is, by the volumes that the sheet keeps; undefined where their rounding hides it. */
function syringeSide(drug: AnyDrug): 'over' | 'under' | undefined {
  const volumes =
    'volume' in drug
      ? [drug.volume_exact ?? drug.volume]
      : [drug.volume_low_exact ?? drug.volume_low, drug.volume_high_exact ?? drug.volume_high]
  const is = (findings: (ml: number) => boolean) => volumes.some(findings)
  return is((ml) => ml > 20) ? 'over' : is((ml) => ml < 0.03) ? 'under' : undefined
}

/** 'Above the cap, another strength in the library.', each once; what the sheet's volumes say is said as everywhere. */
function kindWords(kinds: readonly string[], drug: AnyDrug): string[] {
  const side = kinds.includes('syringe') ? syringeSide(drug) : undefined
  const named = side === undefined ? kinds : kinds.filter((kind) => kind !== 'syringe')
  const words = [...new Set(named.map((kind) => (isKnown(kind) ? KINDS[kind] : OTHER)))].join(', ')
  return [
    ...(words === '' ? [] : [`${words.charAt(0).toUpperCase()}${words.slice(1)}.`]),
    ...(side === undefined ? [] : [doseWords({ kind: 'syringe', level: 'amber', side }, drug, AS_SAVED)]),
  ]
}

/** That it cannot be measured stands at the volume, and is not said twice. */
const isTooSmall = (drug: AnyDrug) => 'volume' in drug && drug.volume === 0

/**
 * What was unusual about a dose of a saved sheet, and why it was given; null where nothing was. Numbers follow from what the
 * sheet carries. What was found when it was made and does not follow from that any more is said by its kind alone.
 */
export function savedDose(drug: AnyDrug, weighed: Weighed): SavedDose | null {
  const isSaid = (kind: string) => kind === 'syringe' && isTooSmall(drug)
  const { findings } = /* @rule own-findings */ ownDoseGuard(drug, kgOfSheet(weighed)) ?? { findings: [] }
  const found = findings.filter(({ kind, level }) => level !== 'quiet' && !isSaid(kind))
  const worked = (wanted: string) =>
    found.filter(({ level }) => level === wanted).map((finding) => doseWords(finding, drug, AS_SAVED))
  const { level, kinds = [], reason, by } = drug.guard ?? {}
  const lost = kinds.filter((kind) => !isSaid(kind) && found.every((finding) => finding.kind !== kind))
  const isLostRed = (kind: string) => level === 'red' && !AMBER.has(kind)
  const red = [...worked('red'), ...kindWords(lost.filter(isLostRed), drug)]
  const amber = [
    ...worked('amber'),
    ...kindWords(
      lost.filter((kind) => !isLostRed(kind)),
      drug,
    ),
  ]
  if (level !== 'red' && red.length === 0)
    return amber.length === 0 ? null : { red: '', amber: amber.join(' '), reason: '' }
  const given = `${reason}${by === undefined ? '' : ` (entered by ${by})`}`
  return {
    // It was red when it was made, whatever is found in it now.
    ...(red.length === 0
      ? { red: amber.join(' ') || kindWords([OTHER], drug).join(''), amber: '' }
      : { red: red.join(' '), amber: amber.join(' ') }),
    reason: reason === undefined ? 'No reason entered.' : given,
  }
}
