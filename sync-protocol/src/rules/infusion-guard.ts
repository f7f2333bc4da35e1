import { INFUSION_UNIT_NAMES, type InfusionLimits, type InfusionUnit } from '../records/infusion-limits.ts'
import { lackingOf, limitOf, outsideLimits, pounds } from './dosage-rules.ts'
import type { LackingLimits } from './dose-findings.ts'
import { beyond } from './dose-words.ts'
import { exactFraction, isAtMost, times, type Fraction } from './fraction.ts'
import { INFUSION_UNITS } from './infusion.ts'
import { amountIn, infusionLimitsIn } from './infusion-limits.ts'
import { numberText } from './number-input.ts'
import { ratioText } from './ratio-text.ts'

/** `dose` is above 0, in its unit. */
export interface InfusionToGuard {
  dose: number
  unit: InfusionUnit
  limits?: InfusionLimits | null | undefined
}

/** A ratio is of the dose to the limit, which is said as it was typed: '10 mcg/kg/h'. */
export type InfusionFinding =
  /** `meant`: the other units in which the same number lies within the limits. */
  | { kind: 'over' | 'under'; level: 'amber' | 'red'; ratio: Fraction; limit: string; meant: InfusionUnit[] }
  | { kind: 'lb-kg'; level: 'amber'; ratio: Fraction; limit: string }
  | { kind: 'no-limits'; level: 'quiet'; lacks: LackingLimits }

const perHour = (dose: number, unit: InfusionUnit): Fraction =>
  times(exactFraction(dose), INFUSION_UNITS[unit].perHour)

/**
 * Compares the dose of an infusion with the limits that the library has for infusions of the drug, as the dose guard compares a
 * dose that is given at once (Q-15): exact, in amounts an hour, whatever the units of both.
 */
export function infusionGuard({ dose, unit, limits }: InfusionToGuard): InfusionFinding[] {
  // mg say nothing of units.
  const own = limits && amountIn(limits.shown_in) === amountIn(unit) ? limits : undefined
  const given = perHour(dose, unit)
  const [min, max] = [limitOf(own?.min_per_hour), limitOf(own?.max_per_hour)]
  const asked = { given: [{ dosage: given, usual: null }], least: given, most: given, min, max }
  const shown = own && infusionLimitsIn(own)
  const limitText = (end: 'min' | 'max') => `${shown?.[end] ?? ''} ${shown?.unit ?? ''}`

  const meant = INFUSION_UNIT_NAMES.filter((other) => {
    if (min === null || max === null || other === unit || amountIn(other) !== amountIn(unit)) return false
    const read = perHour(dose, other)
    return isAtMost(min.exact, read) && isAtMost(read, max.exact)
  })
  const found: InfusionFinding[] = []
  for (const { level, ratio } of /* @rule infusion-lb-kg */ onlyPounds(asked))
    found.push({ kind: 'lb-kg', level, ratio, limit: limitText('max') })
  for (const finding of /* @rule infusion-outside */ outsideLimits(asked)) {
    if (finding.kind !== 'over' && finding.kind !== 'under') continue
    const { kind, level, ratio } = finding
    const limit = limitText(kind === 'over' ? 'max' : 'min')
    found.push({ kind, level, ratio, limit, meant: /* @rule infusion-other-unit */ meant })
  }
  const lacks = lackingOf({ min, max })
  if (lacks !== null) found.push({ kind: 'no-limits', level: 'quiet', lacks })
  return found
}

const onlyPounds = (asked: Parameters<typeof pounds>[0]) =>
  [...pounds(asked)].flatMap((finding) => (finding.kind === 'lb-kg' ? [finding] : []))

/** '30 times the highest, 10 mcg/kg/h. Is it 5 mcg/kg/h, not 5 mcg/kg/min?' */
export function infusionWords(
  finding: Exclude<InfusionFinding, { kind: 'no-limits' }>,
  { dose, unit }: Pick<InfusionToGuard, 'dose' | 'unit'>,
): string {
  const { kind, ratio, limit } = finding
  const typed = numberText(dose)
  if (kind === 'lb-kg')
    return `${ratioText(ratio)} the highest, ${limit}. Is it ${typed} ${unit.replace('/kg', '/lb')}?`
  const said =
    kind === 'over' ? beyond(ratio, 'highest', 'Just above') : beyond(ratio, 'lowest', 'Just below')
  const asked = finding.meant.map((other) => `${typed} ${other}`).join(' or ')
  return `${said}, ${limit}.${asked === '' ? '' : ` Is it ${asked}, not ${typed} ${unit}?`}`
}
