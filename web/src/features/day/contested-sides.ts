import { withMine } from 'sync-protocol/merge/three-way'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { kinds } from 'sync-protocol/records/kinds'
import { knownContent } from 'sync-protocol/records/known-content'
import { WEIGHT_BANDS } from 'sync-protocol/rules/weight-guard'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { unusualOf, weightOf } from './day-list.ts'
import { dayText as text } from './day-text.ts'

/** What can be decided in the row itself. */
const GROUPS: readonly string[] = ['weight', 'plan']

const PLAN = ['procedure', 'anesthesia_protocol_id', 'emergency_protocol_id', 'risk'] as const

export interface Side {
  /** What it says of what clashed, in words. */
  words: string
  /** When this weight was on the scale; undefined where nobody knows. */
  at: string | undefined
  /** Of a weight that clashed: what it looks wrong by. */
  unusual: UnusualWeight | null
}

/** Two versions of a row: what stands in the list, and what was set aside. */
export interface Sides {
  heading: string
  theirs: Side
  mine: Side
}

const shownWeight = (content: DayRowContent): string => weightOf(content)?.join(' · ') ?? text.noWeight

function planWords(
  content: DayRowContent,
  other: DayRowContent,
  names: ReadonlyMap<string, string>,
): string[] {
  return PLAN.filter((field) => content[field] !== other[field]).map((field) => {
    const value = content[field]
    if (value === undefined) return text.planned(text.planFields[field], text.nothingPlanned)
    const isName = field === 'procedure' || field === 'risk'
    return text.planned(text.planFields[field], isName ? value : (names.get(value) ?? text.notInLibrary))
  })
}

/** The two sides of a conflict over a weight, a plan or both, as they are at this moment; null for any other. */
export function contestedSides(
  { kind, groups }: Pick<ConflictContent, 'kind' | 'groups'>,
  content: DayRowContent,
  names: ReadonlyMap<string, string>,
  bands = WEIGHT_BANDS,
): Sides | null {
  const clashed = new Set(groups.map(({ group }) => group))
  if (kind !== 'update' || [...clashed].some((group) => !GROUPS.includes(group))) return null
  const taken = knownContent('day_rows', withMine(kinds.day_rows, content, groups))
  if (taken === null) return null
  const sideOf = (one: DayRowContent, other: DayRowContent): Side => ({
    words: [
      ...(clashed.has('weight') ? [shownWeight(one)] : []),
      ...(clashed.has('plan') ? planWords(one, other, names) : []),
    ].join(' · '),
    at: clashed.has('weight') ? one.weighed_at : undefined,
    unusual: clashed.has('weight') ? unusualOf(one, bands) : null,
  })
  const [first] = clashed.size === 1 ? clashed : []
  const heading = first === 'weight' ? text.twoWeights : first === 'plan' ? text.twoPlans : text.twoVersions
  return { heading, theirs: sideOf(content, taken), mine: sideOf(taken, content) }
}
