import * as z from 'zod/mini'
import { name, species } from './fields.ts'

/** A miscellaneous injection: only a name (`spec 2 §3`). */
export const injectionContent = z.strictObject({
  species,
  name: name('Name', {
    empty: 'Please enter the injection name.',
    tooLong: 'Your injection name is too long.',
  }),
})
export type InjectionContent = z.infer<typeof injectionContent>
