import { useMemo } from 'react'
import {
  reversalRows,
  type GivenDrug,
  type ReversalAgent,
  type Reversals,
} from 'sync-protocol/rules/reversals'
import { listIndex } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import type { Patient } from '../../records/patient.ts'

/** What the patient is given by its sheet; null without one. */
export const givenBySheet = ({ sheet }: Pick<Patient, 'sheet'>): readonly GivenDrug[] | null =>
  sheet?.given ?? null

/** What the library on this tablet reverses. */
export type Agents = readonly ReversalAgent[] | 'reading' | 'failed'

export const agentsIn = (entries: readonly ListEntry[]): ReversalAgent[] =>
  entries.flatMap(({ _id, name, species, card: { drug } }) =>
    drug?.reverses === undefined ? [] : [{ ...drug, _id, name, species }],
  )

export function useAgents(): Agents {
  const { items, status } = useLiveList(() => listIndex('drugs'))
  return useMemo(() => (status === 'ready' ? agentsIn(items) : status), [items, status])
}

/** What reverses the drugs of the patient's sheet; null without one, and until that is known. */
export function reversalsOf(patient: Patient, agents: Agents): Reversals | null {
  const given = givenBySheet(patient)
  if (given === null || agents === 'reading' || agents === 'failed') return null
  return reversalRows(given, patient, patient.species, agents)
}
