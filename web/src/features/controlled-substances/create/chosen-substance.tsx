import type { Substance } from 'sync-protocol/rules/substances'
import { SubstanceTitle } from '../substance-title.tsx'

/** What a dialog is about while it covers the head of the table. */
export function ChosenSubstance({ drug_name, drug_concentration }: Substance) {
  return (
    <p className="create-substance">
      <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
    </p>
  )
}
