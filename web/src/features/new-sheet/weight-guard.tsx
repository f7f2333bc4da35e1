import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import { readWeight } from 'sync-protocol/rules/dose'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { followLastWeight } from './last-weighed.ts'
import { useSheet } from './session-context.ts'
import { shownUnusual, type UnusualWeight } from './unusual-weight.ts'

const GuardContext = createContext<UnusualWeight | null>(null)

/** Looks once for all places that show it. */
export function WeightGuard({ children }: { children: ReactNode }) {
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const weight_units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const isWeighed = weight_units !== '-' && species !== -1 && readWeight(weight) !== null
  const earlier = useLastWeight(isWeighed)
  const settled = useSettled(weight)
  const unusual = useMemo(
    () => shownUnusual({ species, weight, weight_units }, settled, earlier),
    [species, weight, weight_units, settled, earlier],
  )
  return <GuardContext value={unusual}>{children}</GuardContext>
}

/** ms without another key */
const SETTLED_MS = 700

/** What was typed when it last stood still. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** What is unusual about the weight of the open sheet; null while nothing is. */
export const useUnusualWeight = (): UnusualWeight | null => useContext(GuardContext)

/** What the patient of the open sheet weighed last; looked up only while there is a weight to compare. */
function useLastWeight(isWeighed: boolean): EarlierWeight | null {
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const name = useSheet(({ sheet }) => sheet.draft.name)
  const patient_id = useSheet(({ sheet }) => sheet.draft.patient_id)
  const saved_as = useSheet(({ sheet }) => sheet.draft.saved_as)
  const asked = useMemo(
    () => (isWeighed ? { species, name, patient_id, saved_as } : null),
    [isWeighed, species, name, patient_id, saved_as],
  )
  const [found, setFound] = useState<{ of: typeof asked; earlier: EarlierWeight | null }>()
  useEffect(
    () =>
      asked === null ? undefined : followLastWeight(asked, (earlier) => setFound({ of: asked, earlier })),
    [asked],
  )
  // Never that of the patient before.
  return found?.of === asked ? (found?.earlier ?? null) : null
}

/** The weight's line; `short`: with one finding at most. */
export function WeightWarning({ short = false }: { short?: boolean }) {
  const unusual = useUnusualWeight()
  if (unusual === null) return null
  return <GuardLines findings={[{ level: unusual.level, words: short ? unusual.short : unusual.words }]} />
}
