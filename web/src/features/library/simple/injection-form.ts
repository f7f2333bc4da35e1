import type { FormKind } from '../editor/form-kind.ts'
import type { LibraryKind } from '../list/library-kind.ts'

export const injections: LibraryKind = {
  collection: 'injections',
  subject: 'injection',
  one: 'injection',
  many: 'injections',
}

// A type and not an interface: what is typed is kept as JSON.
export type InjectionFields = { name: string }

/** Only a name; the record's schema checks it (`spec 2 §5`). */
export const injectionForm: FormKind<InjectionFields> = {
  kind: injections,
  valuesOf: (content) => ({ name: typeof content?.['name'] === 'string' ? content['name'] : '' }),
  contentOf: ({ name }, species) => ({ species, name: name.trim() }),
  nameOf: ({ name }) => name,
}
