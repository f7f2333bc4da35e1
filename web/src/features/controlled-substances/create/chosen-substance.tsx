import { numberText } from 'sync-protocol/rules/number-input'
import type { Substance } from 'sync-protocol/rules/substances'
import { createText as text } from './create-text.ts'
import { DrugName } from '../../../ui/drug-name.tsx'

/** What a dialog is about while it covers the head of the table. */
export function ChosenSubstance({ drug_name, drug_concentration }: Substance) {
  return (
    <p className="create-substance">
      <DrugName name={text.substance(drug_name, numberText(drug_concentration))} />
    </p>
  )
}
