import { createContext, useContext, type ReactNode } from 'react'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { useUnusualWeightOf } from '../../records/use-unusual-weight-of.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { useSheet } from './session-context.ts'

const GuardContext = createContext<UnusualWeight | null>(null)

/** Looks once for all places that show it. */
export function WeightGuard({ children }: { children: ReactNode }) {
  const unusual = useUnusualWeightOf({
    species: useSheet(({ sheet }) => sheet.draft.species),
    weight: useSheet(({ sheet }) => sheet.draft.weight),
    weight_units: useSheet(({ sheet }) => sheet.draft.weight_units),
    name: useSheet(({ sheet }) => sheet.draft.name),
    patient_id: useSheet(({ sheet }) => sheet.draft.patient_id),
    saved_as: useSheet(({ sheet }) => sheet.draft.saved_as),
    estimated: useSheet(({ sheet }) => sheet.draft.estimated),
    day_row: useSheet(({ sheet }) => sheet.draft.day_row),
  })
  return <GuardContext value={unusual}>{children}</GuardContext>
}

/** What is unusual about the weight of the open sheet; null while nothing is. */
export const useUnusualWeight = (): UnusualWeight | null => useContext(GuardContext)

/** The weight's line; `short`: with one finding at most. */
export function WeightWarning({ short = false }: { short?: boolean }) {
  const unusual = useUnusualWeight()
  if (unusual === null) return null
  return <GuardLines findings={[{ level: unusual.level, words: short ? unusual.short : unusual.words }]} />
}
