import { useMemo } from 'react'
import { weightBands } from 'sync-protocol/rules/weight-guard'
import { useStore } from 'zustand'
import { clinicSettings } from '../data/people/clinic-settings.ts'

/** Which weights are usual, for [canine, feline], by what the clinic said. */
export function useWeightBands() {
  const said = useStore(clinicSettings)
  return useMemo(() => weightBands(said), [said])
}
