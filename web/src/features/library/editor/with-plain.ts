import {
  plainFields,
  plainOf,
  plainProblem,
  typedPlain,
  type TypedPlain,
} from 'sync-protocol/rules/plain-fields'
import type { FormKind } from './form-kind.ts'

/** What a form holds beside its own fields: the kind's plain ones, as typed. A type and not an interface: it is kept as JSON. */
export type More = { more: TypedPlain }

/** This form, with the plain fields of its kind below its own. */
export function withPlain<V extends More>(form: FormKind<V>): FormKind<V> {
  const { collection } = form.kind
  const isPlain = (path: string) => plainFields(collection).some(({ name }) => name === path)
  return {
    ...form,
    valuesOf: (content, species) => ({
      ...form.valuesOf(content, species),
      more: typedPlain(collection, content ?? {}),
    }),
    check: (values, species) => form.check?.(values, species) ?? plainProblem(collection, values.more),
    contentOf(values, species, seen) {
      const content = Object.entries(form.contentOf(values, species, seen))
      const own = Object.fromEntries(content.filter(([name]) => !isPlain(name)))
      return { ...own, ...plainOf(collection, values.more) }
    },
    ownsField: (path) => isPlain(path) || (form.ownsField?.(path) ?? false),
  }
}
