import type { DoseLimits } from 'sync-protocol/records/drug'
import type { InfusionLimits } from 'sync-protocol/records/infusion-limits'
import { weightInKg, type Volume, type Weight } from 'sync-protocol/rules/dose'
import type { LackingLimits } from 'sync-protocol/rules/dose-findings'
import { doseGuard } from 'sync-protocol/rules/dose-guard'
import { doseWords, lackingWords } from 'sync-protocol/rules/dose-words'
import { isForDogsOnly } from 'sync-protocol/rules/emergency-doses'
import { isBelow, positiveFraction, times, type Fraction } from 'sync-protocol/rules/fraction'
import {
  addedToBag,
  dropsPerMinute,
  infusionRate,
  type AddedToBag,
  type Computed,
  type Infusion,
} from 'sync-protocol/rules/infusion'
import { infusionGuard, infusionWords } from 'sync-protocol/rules/infusion-guard'
import { loadingVolume } from 'sync-protocol/rules/loading-dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { pumpFinding } from 'sync-protocol/rules/pump'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import type { Patient } from '../../records/patient.ts'
import { calculatorText as text, dilutedWords, pumpWords } from './calculator-text.ts'
import { perMlOf, type InfusionForm } from './infusion-form.ts'
import { typedNumber } from './typed-number.ts'

/** What the library says of the drug that was chosen. */
export interface LibraryDrug {
  limits: DoseLimits | null
  /** Of its infusions. */
  infusion: InfusionLimits | null
  /** mg/kg, or units/kg, given at once. */
  usual: number | undefined
  /** All concentrations that it has of the drug, its own too. */
  strengths: readonly number[]
}

const pumpLines = (rate: Fraction, words: typeof pumpWords): GuardLine[] => {
  const found = pumpFinding(rate)
  return found === null ? [] : [{ level: 'amber', words: words(found) }]
}

/** ml that can still be drawn up exactly, as on a sheet. */
const LEAST_DRAWN: Fraction = { over: 3n, under: 100n }
const NINE_TENTHS: Fraction = { over: 9n, under: 10n }
const LITTLE = { kind: 'syringe', level: 'amber', side: 'under' } as const

/** What is to be said of a bag: too little to draw up, and the dose if nothing is taken out first. */
function bagLines({ dose, unit }: Infusion, bag: AddedToBag): GuardLine[] {
  const asked = positiveFraction(dose)
  const isFar = asked !== null && isBelow(bag.onTopOfBag.exact, times(asked, NINE_TENTHS))
  const isLittle = isBelow(bag.drug.exact, LEAST_DRAWN)
  return [
    ...(isLittle ? [{ level: 'amber' as const, words: doseWords(LITTLE, { name: '' }) }] : []),
    {
      level: isFar ? 'amber' : 'quiet',
      words: text.onTop(`${bag.onTopOfBag.text} ${unit}`, `${numberText(dose)} ${unit}`),
    },
  ]
}

const read = (form: InfusionForm, field: 'concentration' | 'dose' | 'volume' | 'rate' | 'loading') =>
  typedNumber(form[field], text[field]).value

/** What the infusion is computed from; null while something is missing. */
function infusionOf(form: InfusionForm, weight: Weight): Infusion | null {
  const [dose, concentration] = [read(form, 'dose'), read(form, 'concentration')]
  const { unit } = form
  if (dose === null || concentration === null || /* @rule infusion-unit */ unit === '-') return null
  return { weight: weight.weight, units: weight.units, dose, unit, concentration }
}

/** In words, what somebody still has to type. */
function missingOf(form: InfusionForm): string[] {
  const { needed } = text
  return [
    read(form, 'concentration') === null && needed.concentration,
    read(form, 'dose') === null && needed.dose,
    form.unit === '-' && needed.unit,
    form.way === 'bag' && read(form, 'volume') === null && needed.volume,
    form.way === 'bag' && read(form, 'rate') === null && needed.rate,
  ].filter((words) => words !== false)
}

export interface InfusionResults {
  missing: string[]
  /** Of the drug as it is, in ml/h. */
  rate: Computed | null
  bag: AddedToBag | 'too-full' | null
  /** Of the rate that the pump runs. */
  rateLines: GuardLine[]
  bagLines: GuardLine[]
  drops: Computed | null
  /** What the library says of this drug and of this dose, and which limits it does not have. */
  lines: GuardLine[]
}

/** What is worked out of an infusion for a patient. What is not known is null, never a guess. */
export function infusionResults(
  form: InfusionForm,
  patient: Pick<Patient, 'species' | 'weight' | 'units'>,
  library: LibraryDrug | null,
): InfusionResults {
  const infusion = infusionOf(form, patient)
  const rate = infusion && infusionRate(infusion)
  const inBag = form.way === 'bag'
  const [volume, bagRate] = [read(form, 'volume'), read(form, 'rate')]
  const bag =
    inBag && infusion !== null && volume !== null && bagRate !== null
      ? addedToBag(infusion, { volume, rate: bagRate })
      : null
  const running = inBag ? positiveFraction(bagRate) : (rate?.exact ?? null)
  const ofDose = doseLines(form, library)
  const isKnown = inBag ? bag !== null && bag !== 'too-full' : rate !== null
  return {
    missing: missingOf(form),
    rate,
    bag,
    rateLines: running === null ? [] : pumpLines(running, inBag ? pumpWords : dilutedWords),
    bagLines: infusion === null || bag === null || bag === 'too-full' ? [] : bagLines(infusion, bag),
    drops: isKnown && form.drops !== '-' ? dropsPerMinute(running, Number(form.drops)) : null,
    lines: [
      ...neverLines(library),
      ...(isForDogsOnly({ name: form.drug }, patient.species) ? [DOGS_ONLY] : []),
      ...ofDose.filter(({ level }) => level !== 'quiet'),
      ...strengthLines(form, infusion, library),
      ...ofDose.filter(({ level }) => level === 'quiet'),
    ],
  }
}

const DOGS_ONLY: GuardLine = { level: 'amber', words: text.dogsOnly }

/** The dose against the library's limits of infusions: the others are of doses that are given at once. */
function doseLines(form: InfusionForm, library: LibraryDrug | null): GuardLine[] {
  const dose = read(form, 'dose')
  const lacking = (lacks: LackingLimits): GuardLine => ({
    level: 'quiet',
    words: lackingWords(lacks, [text.infusionsOf(form.drug)]),
  })
  const limits = library?.infusion
  if (dose === null || form.unit === '-') return limits ? [] : [lacking('both')]
  const given = { dose, unit: form.unit }
  return /* @rule infusion-limits */ infusionGuard({ ...given, limits }).map((finding) =>
    finding.kind === 'no-limits'
      ? lacking(finding.lacks)
      : { level: finding.level, words: infusionWords(finding, given) },
  )
}

function neverLines(library: LibraryDrug | null): GuardLine[] {
  const reason = library?.limits?.never?.trim() ?? ''
  return /* @rule infusion-never */ reason === '' ? [] : [{ level: 'red', words: text.never(reason) }]
}

/** A concentration that the library does not have, or has beside another one. */
function strengthLines(
  form: InfusionForm,
  infusion: Infusion | null,
  library: LibraryDrug | null,
): GuardLine[] {
  const typed = read(form, 'concentration')
  const strengths = library?.strengths ?? []
  if (typed === null || strengths.length === 0) return []
  const { drug } = form
  const words = (concentration: number) => text.perMl(numberText(concentration), perMlOf(form))
  if (/* @rule infusion-strength */ !strengths.includes(typed)) {
    const said = typed > Math.max(...strengths) ? text.stronger : text.diluted
    return [{ level: 'amber', words: said(drug, strengths.map(words).join(text.and), words(typed)) }]
  }
  const others = strengths.filter((concentration) => concentration !== typed)
  const rateAt = (concentration: number) => infusion && infusionRate({ ...infusion, concentration })
  const rate = rateAt(typed)
  if (others.length === 0 || rate === null) return []
  const rates = others.map((one) => text.strengthRate(words(one), rateAt(one)?.text ?? ''))
  return [{ level: 'amber', words: text.otherStrengths(drug, rates.join(text.or), rate.text) }]
}

export interface LoadingResults {
  missing: string[]
  volume: Volume | null
  line: string
  lines: GuardLine[]
}

/** What is drawn up of a loading dose, and what the guard says of it: it is given at once, as the library's dosages are. */
export function loadingResults(
  form: InfusionForm,
  weight: Weight,
  library: LibraryDrug | null,
): LoadingResults | null {
  if (form.loading.trim() === '') return null
  const [dose, concentration] = [read(form, 'loading'), read(form, 'concentration')]
  const { loadingUnit: unit } = form
  const missing = [
    concentration === null && text.needed.concentration,
    unit === '-' && text.needed.loadingUnit,
  ].filter((words) => words !== false)
  const loading =
    dose === null || concentration === null || /* @rule loading-unit */ unit === '-'
      ? null
      : loadingVolume({ weight: weight.weight, units: weight.units, dose, unit, concentration })
  if (loading === null) return { missing, volume: null, line: '', lines: [] }
  const measured = { name: form.drug, ...(form.amount === 'units' && { amount_unit: 'units' as const }) }
  const { findings } = doseGuard({
    ...measured,
    given: [{ dosage: loading.perKg, usual: library?.usual }],
    concentration,
    limits: library?.limits,
    kg: weightInKg(weight),
  })
  const lines = findings
    // Said of the infusion already; and of a volume that cannot be measured it is said beside it.
    .filter(({ kind }) => kind !== 'never' && !(kind === 'syringe' && loading.volume.flag === 'too-small'))
    .map((finding) => ({ level: finding.level, words: doseWords(finding, measured) }))
  return { missing, volume: loading.volume, line: loading.line, lines }
}
