import type { SheetDraft } from 'sync-protocol/records/draft'
import {
  WEIGHT_BANDS,
  weightGuard,
  type EarlierWeight,
  type WeightGuard,
} from 'sync-protocol/rules/weight-guard'
import { weightQuestion } from 'sync-protocol/rules/weight-words'

export interface UnusualWeight {
  level: 'amber' | 'red'
  words: string
  /** With one finding at most, where there is little room: a weight that is too heavy, else the slip that it looks like. */
  short: string
  /** In a few words, where it is more than that the weight is to be checked. */
  mark?: string
}

type Weighed = Pick<SheetDraft, 'species' | 'weight' | 'weight_units'>

const isRed = ({ level }: { level: string }) => level === 'red'

/** Of a weight that is too heavy and looks like a slip, the one; at most one. */
export function foremost({ findings }: WeightGuard) {
  const one = findings.find(isRed) ?? findings.at(-1)
  return one === undefined ? [] : [one]
}

/** What a weight on a sheet looks wrong by; null while it is ordinary, or is no weight yet. It stops nobody. */
export function unusualWeight(
  { species, weight, weight_units: units }: Weighed,
  earlier: EarlierWeight | null,
  bands = WEIGHT_BANDS,
): UnusualWeight | null {
  if (species === -1 || units === '-') return null
  const guard = weightGuard({ species, weight, units, earlier }, bands)
  if (guard === null || guard.level === 'quiet') return null
  return {
    level: guard.level,
    words: weightQuestion(guard, species),
    short: weightQuestion({ ...guard, findings: foremost(guard) }, species),
  }
}

/**
 * The same while a number is typed: of '12' the first digit is no weight yet. What was shown of the number that last stood still
 * (`settled`) follows each key, so that nothing moves that can stay.
 */
export function shownUnusual(
  weighed: Weighed,
  settled: string,
  earlier: EarlierWeight | null,
  bands = WEIGHT_BANDS,
): UnusualWeight | null {
  const isTyped = weighed.weight !== settled
  if (isTyped && unusualWeight({ ...weighed, weight: settled }, earlier, bands) === null) return null
  return unusualWeight(weighed, earlier, bands)
}
