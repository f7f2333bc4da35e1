import { useMemo } from 'react'
import { doseRows, type DoseRow, type JudgedSheet } from 'sync-protocol/rules/sheet-guard'
import { useLibraryLookup } from '../../records/use-library-lookup.ts'
import { useSheet } from './session-context.ts'

const useLookup = () => useLibraryLookup(useSheet(({ sheet }) => (sheet.draft.species === 1 ? 1 : 0)))

/** What the guards say of these protocols for the patient of the open sheet; of its own ones, with their reasons. */
export function useDoseRows(
  protocols: Pick<JudgedSheet, 'anesthesia_protocol' | 'emergency_protocol'>,
  isOnSheet: boolean,
): DoseRow[] {
  const { anesthesia_protocol: anesthesia, emergency_protocol: emergency } = protocols
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const explained = useSheet(({ sheet }) => sheet.draft.explained)
  const lookup = useLookup()
  return useMemo(() => {
    const given = isOnSheet && explained !== undefined ? { explained } : {}
    const chosen = { anesthesia_protocol: anesthesia ?? null, emergency_protocol: emergency ?? null }
    return doseRows({ species, weight, weight_units: units, ...given, ...chosen }, lookup)
  }, [anesthesia, emergency, species, weight, units, explained, lookup, isOnSheet])
}
