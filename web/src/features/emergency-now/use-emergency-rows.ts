import { useMemo } from 'react'
import { doseRows, type DoseRow } from 'sync-protocol/rules/sheet-guard'
import { useLibraryLookup } from '../../records/use-library-lookup.ts'
import type { Patient } from '../../records/patient.ts'
import type { EmergencyList } from './use-emergency-list.ts'

/** What the guards say of the drugs of a list for a patient, in their order. */
export function useEmergencyRows(
  patient: Pick<Patient, 'species' | 'weight' | 'units'> | null,
  list: EmergencyList | null,
): DoseRow[] {
  const { species = 0, weight, units } = patient ?? {}
  const lookup = useLibraryLookup(species)
  return useMemo(() => {
    if (list === null || weight === undefined || units === undefined) return []
    const emergency_protocol = { content: { species, name: list.name, drugs: [...list.drugs] } }
    return doseRows({ species, weight, weight_units: units, emergency_protocol }, lookup)
  }, [species, weight, units, list, lookup])
}
