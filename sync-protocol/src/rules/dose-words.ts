import { type Measured, perKg, perMl, unitOf } from '../records/amount-unit.ts'
import type { Volume } from './dose.ts'
import type { DoseFinding } from './dose-findings.ts'
import type { MovedConcentration } from './drug-form-guard.ts'
import { type Fraction, isBelow } from './fraction.ts'
import { decimalText, numberText } from './number-input.ts'
import { ratioText, readsAsOne } from './ratio-text.ts'

type Named = Measured & { name: string }
const ONE: Fraction = { over: 1n, under: 1n }
const LACKING = {
  both: 'No limits recorded',
  lowest: 'No lowest dosage recorded',
  highest: 'No highest dosage recorded',
} as const
const NAMED = 3

/** 'No limits recorded for Ketamine and Midazolam.', once for a list of drugs; of more than three, how many. */
export function lackingWords(lacks: keyof typeof LACKING, names: readonly string[]): string {
  const listed = names.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return `${LACKING[lacks]} for ${names.length > NAMED ? `${names.length} drugs` : listed}.`
}

/** '0.2 ml', '0.2 to 0.4 ml' of an emergency drug. */
function mlText(volumes: readonly Volume[]): string {
  const [low, high = low] = volumes.map(({ text }) => text)
  return `${low === high ? low : `${low} to ${high}`} ml`
}

/** With the decimals of a volume, but never more than may be given. */
function atMostMl(ml: Fraction): string {
  const scale = isBelow(ml, ONE) ? 2 : 1
  const digits = /* @rule dose-cap-down */ (ml.over * 10n ** BigInt(scale)) / ml.under
  return digits === 0n ? '<0.01 ml' : `${decimalText({ digits, scale })} ml`
}

/** '3.2 times the highest'; a ratio that would read as 1 is said in words. */
export const beyond = (ratio: Fraction, end: string, near: string) =>
  `${readsAsOne(ratio) ? near : ratioText(ratio).replace('less', 'Less')} the ${end}`

const PARTS = [
  [10n, 'A tenth of'],
  [100n, 'A hundredth of'],
  [1000n, 'A thousandth of'],
] as const

/** 'Ten times', '12 times', 'A tenth of', '12.5 % of'. */
function placesOff(ratio: Fraction): string {
  const { over, under } = ratio
  if (over === 10n * under) return 'Ten times'
  return PARTS.find(([part]) => under === part * over)?.[1] ?? ratioText(ratio).replace('less', 'Less')
}

/** 'Ten times the 2 mg/ml saved before. Is the point in the right place?' */
export const movedWords = ({ ratio, before }: MovedConcentration, drug: Measured) =>
  `${placesOff(ratio)} the ${SAVED_BEFORE.usual(`${numberText(before)} ${perMl(drug)}`)}${SAVED_BEFORE.point}`

/** '10 mg/ml: 0.2 ml, not 1 ml', or '4 mg/ml and 10 mg/ml' while there is no weight. */
function strengthText({ others, volumes }: Extract<DoseFinding, { kind: 'strength' }>, drug: Named): string {
  const strength = (concentration: number) => `${numberText(concentration)} ${perMl(drug)}`
  if (volumes.length === 0) return others.map(({ concentration }) => strength(concentration)).join(' and ')
  const each = others.map(
    ({ concentration, volumes: theirs }) => `${strength(concentration)}: ${mlText(theirs)}`,
  )
  return `${each.join(', or ')}, not ${mlText(volumes)}`
}

/** How the sentence after a dosage ends, and what may be asked behind it. */
interface Wording {
  /** What the usual dosage is called. */
  usual: (dosage: string) => string
  /** Where it looks like a point in another place. */
  point: string
  /** Where it looks like pounds and kilograms. */
  pounds: (unit: string) => string
  /** Of a volume that is hard to draw up. */
  dilute: string
}
const TYPED: Wording = {
  usual: (dosage) => `usual ${dosage}`,
  point: '. Is the point in the right place?',
  pounds: (unit) => `. Is it ${unit} per lb?`,
  dilute: '. Dilute it?',
}
/** The usual dosage is the one that was the drug's until it was changed. */
export const SAVED_BEFORE: Wording = { ...TYPED, usual: (dosage) => `${dosage} saved before` }
/** What was typed is a volume. */
export const OF_VOLUME: Wording = { ...TYPED, pounds: () => '. Pounds or kilograms?' }
/** Of a saved sheet nothing is asked any more: it says what was found. */
export const AS_SAVED: Wording = {
  ...TYPED,
  point: '.',
  pounds: (unit) => `, as if it were ${unit} per lb.`,
  dilute: '.',
}

/** A reason that somebody typed, as a sentence. */
const stopped = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** What one finding of a dose guard says under the row of its drug, in the drug's own unit. */
export function doseWords(finding: DoseFinding, drug: Named, wording = TYPED): string {
  const { usual, point, pounds, dilute } = wording
  const dosage = (value: number) => `${numberText(value)} ${perKg(drug)}`
  switch (finding.kind) {
    case 'never':
      return stopped(`Never for this species: ${finding.reason}`)
    case 'ten-times':
    case 'tenth':
      return `${placesOff(finding.ratio)} the ${usual(dosage(finding.usual))}${point}`
    case 'cap': {
      const most = `${numberText(finding.cap)} mg`
      return `Above the cap of ${most}${finding.ml === null ? '' : `: ${most} is ${atMostMl(finding.ml)}`}.`
    }
    case 'over':
      return `${beyond(finding.ratio, 'highest', 'Just above')}, ${dosage(finding.limit)}.`
    case 'under':
      return `${beyond(finding.ratio, 'lowest', 'Just below')}, ${dosage(finding.limit)}.`
    case 'lb-kg': {
      const number = dosage(finding.than)
      const than = finding.of === 'usual' ? usual(number) : `highest, ${number}`
      return `${ratioText(finding.ratio)} the ${than}${pounds(unitOf(drug))}`
    }
    case 'low-above-high':
      return 'The low dosage is greater than the high dosage.'
    case 'strength':
      return `Your library also has ${drug.name.trim()} ${strengthText(finding, drug)}.`
    case 'syringe':
      return finding.side === 'over'
        ? 'More than 20 ml: more than one syringe.'
        : `So little is hard to draw up exactly${dilute}`
    default:
      return `${LACKING[finding.lacks]}.`
  }
}
