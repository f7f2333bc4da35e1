import * as z from 'zod/mini'
import { name, quantity, species } from './fields.ts'

/** A library fluid: rate in ml/kg (`spec 1 §3`, `spec 1 §5`). */
export const fluidContent = z.strictObject({
  species: z.array(species).check(z.minLength(1, 'Please select at least one species.'), z.maxLength(2)),
  name: name('Fluid name'),
  rate: quantity('Fluid rate'),
})
export type FluidContent = z.infer<typeof fluidContent>
