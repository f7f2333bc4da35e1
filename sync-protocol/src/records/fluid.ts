import * as z from 'zod/mini'
import { name, quantity, species } from './fields.ts'
import { libraryKind } from './kind.ts'

/** A library fluid: rate in ml/kg (`spec 1 §3`, `spec 1 §5`). */
export const fluid = libraryKind({
  nouns: ['fluid', 'fluids'],
  subjects: ['fluid', 'fluids'],
  title: 'name',
  type: 7,
  fields: {
    name: { schema: name('Fluid name'), label: 'Name', group: 'dose' },
    rate: { schema: quantity('Fluid rate'), label: 'Rate', reads: 'number', unit: 'ml/kg', group: 'dose' },
    species: {
      schema: z.array(species).check(z.minLength(1, 'Please select at least one species.'), z.maxLength(2)),
      label: 'Species',
      reads: 'species',
      group: 'dose',
    },
  },
})
export const fluidContent = fluid.content
export type FluidContent = z.infer<typeof fluidContent>
