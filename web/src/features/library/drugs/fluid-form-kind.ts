import { contentIn } from 'sync-protocol/records/kinds'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import {
  checkFluidForm,
  emptyFluidForm,
  fluidOfForm,
  formOfFluid,
  type FluidForm,
} from 'sync-protocol/rules/fluid-form'
import type { FormKind } from '../editor/form-kind.ts'
import { fluidKind } from './drug-kind.tsx'

const typed = (content: JsonObject): FluidForm => formOfFluid(contentIn('fluids', content))

export const fluidFormKind: FormKind<FluidForm> = {
  kind: fluidKind,
  valuesOf: (content, species) => (content ? typed(content) : emptyFluidForm(species)),
  contentOf: (values, _species, seen) =>
    seen && sameJson(values, typed(seen.content)) ? seen.content : { ...fluidOfForm(values) },
  check: checkFluidForm,
  nameOf: ({ name }) => name,
}
