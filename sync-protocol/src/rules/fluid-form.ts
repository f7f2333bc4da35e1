import type { FluidContent } from '../records/fluid.ts'
import type { Species } from '../records/fields.ts'
import { inOrder } from './drug-form.ts'
import { numberText } from './number-input.ts'
import { nameMessage } from './typed-name.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'

/** A fluid as it is typed, JSON; the rate in ml/kg (`spec 1 §3`). */
export type FluidForm = {
  species: Species[]
  name: string
  rate: string
}
export interface FluidFormProblem {
  field: keyof FluidForm
  message: string
}

export const FLUID_LABELS = { name: 'Fluid name', rate: 'Fluid rate' } as const

export const emptyFluidForm = (species: Species): FluidForm => ({ species: [species], name: '', rate: '' })

export const formOfFluid = ({ species, name, rate }: FluidContent): FluidForm => ({
  species: inOrder(species),
  name,
  rate: numberText(rate),
})

/** The first problem of a typed fluid: species, name, rate (`spec 1 §5`); null when it can be saved. */
export function checkFluidForm({ species, name, rate }: FluidForm): FluidFormProblem | null {
  if (species.length === 0) return { field: 'species', message: 'Please select at least one species.' }
  const named = nameMessage(name, FLUID_LABELS.name)
  if (named !== null) return { field: 'name', message: named }
  const rated = quantityMessage(rate, FLUID_LABELS.rate)
  return rated === null ? null : { field: 'rate', message: rated }
}

/** The rate with 3 decimals where it is not the typed one, to be shown before saving; else null. */
export function roundedRate({ rate }: FluidForm): string | null {
  const read = readQuantity(rate, FLUID_LABELS.rate)
  return read.fault === null ? read.rounded : null
}

/**
 * The fluid that a typed one is saved as.
 * @throws RangeError for a form that `checkFluidForm` finds fault with
 */
export function fluidOfForm(form: FluidForm): FluidContent {
  const read = readQuantity(form.rate, FLUID_LABELS.rate)
  if (read.fault !== null) throw new RangeError('this fluid is not complete')
  return { species: inOrder(form.species), name: form.name.trim(), rate: read.value }
}
