import { contentIn } from 'sync-protocol/records/kinds'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { emptyDrugForm, formOfDrug, type DrugForm } from 'sync-protocol/rules/drug-form'
import { checkDrugForm, drugOfForm } from 'sync-protocol/rules/drug-form-check'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import type { FormKind } from '../editor/form-kind.ts'
import { drugKind } from './drug-kind.tsx'

const typed = (content: JsonObject): DrugForm => formOfDrug(contentIn('drugs', content))

/** The paths that `DrugFields` shows a message at. */
const OWN =
  /^(name|concentration|amount_unit|(dosage|dosage_from|dosage_to|range_from|range_to|range_cap|range_never|infusion_from|infusion_to|infusion_unit)\.[01]|reverses\.\d+\.(name|rule|value|note))$/

/** The form of drugs; a new one begins in this section. */
export const drugFormKind = (sectionKey: number): FormKind<DrugForm> => ({
  kind: drugKind,
  valuesOf: (content, species) => (content ? typed(content) : emptyDrugForm(species, sectionKey)),
  // What nobody changed is left as it is stored, also where the form would write it in another way.
  contentOf: (values, _species, seen) =>
    seen && sameJson(values, typed(seen.content))
      ? seen.content
      : drugOfForm(values, seen && contentIn('drugs', seen.content)),
  check: checkDrugForm,
  ownsField: (path) => OWN.test(path) || plainFields('drugs').some(({ name }) => name === path),
  nameOf: ({ name }) => name,
})
