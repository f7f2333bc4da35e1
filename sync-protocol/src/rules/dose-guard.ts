import { isInMg } from '../records/amount-unit.ts'
import { type Asked, lackingOf, limitOf, outsideLimits, pounds, slippedPoint } from './dosage-rules.ts'
import { printedVolume } from './dose.ts'
import type { DoseFinding, DoseFindingKind, DoseGuard, DoseToGuard } from './dose-findings.ts'
import { dividedBy, exactFraction, type Fraction, isBelow, positiveFraction, times } from './fraction.ts'
import type { GuardLevel } from './slips.ts'

/** ml that one syringe holds. */
export const SYRINGE_ML = 20

/** ml that one syringe holds, and that can still be drawn up exactly. */
const SYRINGE = { most: { over: BigInt(SYRINGE_ML), under: 1n }, least: { over: 3n, under: 100n } } as const
const LEVELS: readonly GuardLevel[] = ['red', 'amber', 'quiet']

type Unweighed = Omit<DoseToGuard, 'kg'>
type Kg = DoseToGuard['kg']

function* volumes(dose: Unweighed, { given, least, most }: Asked, kg: Kg): Generator<DoseFinding> {
  const { strengths = [] } = dose
  const mlOf = (dosage: Fraction, concentration: number | null) => {
    const strength = positiveFraction(concentration)
    return kg === null || strength === null ? null : dividedBy(times(kg, dosage), strength)
  }
  const printed = (concentration: number | null) =>
    given.flatMap(({ dosage }) => {
      const ml = mlOf(dosage, concentration)
      return ml === null ? [] : [printedVolume(ml)]
    })
  const others = strengths.filter((concentration) => concentration !== dose.concentration)
  if (/* @rule dose-strength */ others.length > 0)
    yield {
      kind: 'strength',
      level: 'amber',
      others: others.map((concentration) => ({ concentration, volumes: printed(concentration) })),
      volumes: printed(dose.concentration),
    }
  const [low, high] = [mlOf(least, dose.concentration), mlOf(most, dose.concentration)]
  if (low === null || high === null) return
  if (/* @rule dose-syringe */ isBelow(SYRINGE.most, high))
    yield { kind: 'syringe', level: 'amber', side: 'over' }
  else if (/* @rule dose-syringe-small */ isBelow(low, SYRINGE.least))
    yield { kind: 'syringe', level: 'amber', side: 'under' }
}

function* cap(dose: Unweighed, { most }: Asked, kg: Kg): Generator<DoseFinding> {
  // It counts mg: with units or mEq it has nothing in common.
  if (/* @rule dose-cap-mg */ !isInMg(dose)) return
  const of = limitOf(dose.limits?.cap_mg)
  if (kg === null || of === null) return
  const strength = positiveFraction(dose.concentration)
  const ml = strength === null ? null : dividedBy(of.exact, strength)
  if (/* @rule dose-cap */ isBelow(of.exact, times(kg, most)))
    yield { kind: 'cap', level: 'red', cap: of.number, ml }
}

/** What a slipped point makes of it, or a drug that this species must not get. */
function* worst(dose: Unweighed, asked: Asked): Generator<DoseFinding> {
  const reason = dose.limits?.never?.trim() ?? ''
  if (/* @rule dose-never */ reason !== '') yield { kind: 'never', level: 'red', reason }
  yield* /* @rule dose-point */ slippedPoint(asked)
}

function* ofDosages(asked: Asked): Generator<DoseFinding> {
  yield* /* @rule dose-lb-kg */ pounds(asked)
  yield* outsideLimits(asked)
  const [low, high] = asked.given
  if (low && high && isBelow(high.dosage, low.dosage)) yield { kind: 'low-above-high', level: 'amber' }
}

function* unknown(asked: Asked): Generator<DoseFinding> {
  const lacks = lackingOf(asked)
  if (/* @rule dose-no-limits */ lacks !== null) yield { kind: 'no-limits', level: 'quiet', lacks }
}

const exactly = (dosage: number | Fraction) => (typeof dosage === 'number' ? exactFraction(dosage) : dosage)

/**
 * Compares a dose with what the library has recorded for it. All comparisons are of exact fractions. Of an emergency
 * drug the lower end is held against the lowest dosage and the higher end against the highest, whichever was typed as which.
 * Without limits nothing is said to be right: `no-limits` says that nobody knows.
 *
 * @throws RangeError for a dosage that is no finite number
 */
export const doseGuard = ({ kg, ...dose }: DoseToGuard): DoseGuard => guardAt(dose)(kg)

/** The same for one dose at each weight that is typed: what depends on none is found once. */
export function guardAt(dose: Unweighed): (kg: Kg) => DoseGuard {
  const given = dose.given.map(({ dosage, usual }) => ({ dosage: exactly(dosage), usual: limitOf(usual) }))
  const [low = { dosage: { over: 0n, under: 1n } }, high = low] = given
  const [least, most] = /* @rule dose-ends */ isBelow(high.dosage, low.dosage)
    ? [high.dosage, low.dosage]
    : [low.dosage, high.dosage]
  const asked = { given, least, most, min: limitOf(dose.limits?.min), max: limitOf(dose.limits?.max) }
  const [first, then, last] = [[...worst(dose, asked)], [...ofDosages(asked)], [...unknown(asked)]]
  return (kg) => {
    // In the order in which they are said, before the levels count.
    const all = [...first, ...cap(dose, asked, kg), ...then, ...volumes(dose, asked, kg), ...last]
    const seen = new Set<DoseFindingKind>()
    const once = all.filter(({ kind }) => !seen.has(kind) && seen.add(kind))
    const findings = LEVELS.flatMap((level) => once.filter((finding) => finding.level === level))
    return { level: findings[0]?.level ?? 'quiet', findings }
  }
}
