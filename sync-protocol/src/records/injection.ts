import type * as z from 'zod/mini'
import { name, species } from './fields.ts'
import { libraryKind } from './kind.ts'

/** A miscellaneous injection: only a name (`spec 2 §3`). */
export const injection = libraryKind({
  nouns: ['injection', 'injections'],
  subjects: ['injection'],
  title: 'name',
  type: 3,
  fields: {
    species: { schema: species, label: 'Species', reads: 'species', group: 'name' },
    name: {
      schema: name('Name', {
        empty: 'Please enter the injection name.',
        tooLong: 'Your injection name is too long.',
      }),
      label: 'Name',
      group: 'name',
    },
  },
})
export const injectionContent = injection.content
export type InjectionContent = z.infer<typeof injectionContent>
