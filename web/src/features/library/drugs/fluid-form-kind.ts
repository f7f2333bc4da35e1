import { contentIn } from 'sync-protocol/records/kinds'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import {
  checkFluidForm,
  emptyFluidForm,
  fluidOfForm,
  formOfFluid,
  type FluidForm,
} from 'sync-protocol/rules/fluid-form'
import { withPlain, type More } from '../editor/with-plain.ts'
import { fluidKind } from './drug-kind.tsx'

const typed = (content: JsonObject): FluidForm => formOfFluid(contentIn('fluids', content))

const OWN = /^(species|name|rate)$/

export const fluidFormKind = withPlain<FluidForm & More>({
  kind: fluidKind,
  valuesOf: (content, species) => ({ ...(content ? typed(content) : emptyFluidForm(species)), more: {} }),
  contentOf({ species, name, rate }, _species, seen) {
    const own = { species, name, rate }
    return seen && sameJson(own, typed(seen.content)) ? seen.content : { ...fluidOfForm(own) }
  },
  check: checkFluidForm,
  ownsField: (path) => OWN.test(path),
  nameOf: ({ name }) => name,
})
