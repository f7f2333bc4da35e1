import * as z from 'zod'
import { name, quantity, species } from './fields.ts'

/** A library fluid: rate in ml/kg (`spec 1 §3`, `spec 1 §5`). */
export const fluidContent = z.strictObject({
  species: z.array(species).min(1, 'Please select at least one species.').max(2),
  name: name('Fluid name'),
  rate: quantity('Fluid rate'),
})
export type FluidContent = z.infer<typeof fluidContent>
