import type { SheetContent, SheetDrug, SheetEmergencyDrug } from 'sync-protocol/records/sheet'
import { isForDogsOnly } from 'sync-protocol/rules/emergency-doses'
import { savedDose } from 'sync-protocol/rules/saved-dose'
import { doseText } from '../../records/dose-text.ts'
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

/** The same of an emergency drug; what its species must not get, whatever the dose, is said first. */
export function emergencySaid(
  drug: SheetEmergencyDrug,
  sheet: Pick<SheetContent, 'species' | 'weight' | 'weight_units'>,
): GuardLine[] {
  const dogsOnly = isForDogsOnly(drug, sheet.species)
  return [
    ...(dogsOnly ? [{ level: 'amber' as const, words: doseText.dogsOnly }] : []),
    ...doseSaid(drug, sheet),
  ]
}
