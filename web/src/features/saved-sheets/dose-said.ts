import type { SheetContent, SheetDrug, SheetEmergencyDrug } from 'sync-protocol/records/sheet'
import { savedDose } from 'sync-protocol/rules/saved-dose'
import type { GuardLine } from '../../ui/guard-lines.tsx'

/** What is unusual about a dose of a saved sheet: a line for what is red, with its reason, and one for what is amber. */
export function doseSaid(
  drug: SheetDrug | SheetEmergencyDrug,
  weighed: Pick<SheetContent, 'weight' | 'weight_units'>,
): GuardLine[] {
  const { red = '', amber = '', reason = '' } = savedDose(drug, weighed) ?? {}
  return [
    ...(red === '' ? [] : [{ level: 'red' as const, words: `${red} ${reason}` }]),
    ...(amber === '' ? [] : [{ level: 'amber' as const, words: amber }]),
  ]
}
