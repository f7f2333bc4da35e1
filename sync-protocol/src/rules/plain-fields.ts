import type { Collection } from '../records/envelope.ts'
import type { Json, JsonObject } from '../records/json.ts'
import { isNumeric, type Field, type Plain } from '../records/kind.ts'
import { kinds } from '../records/kinds.ts'
import { messages } from '../records/messages.ts'
import { numberOf, numberText, readNumber } from './number-input.ts'

/** A kind's plain fields as they are typed, by name; an empty text for one that is absent. */
export type TypedPlain = Record<string, string>

export interface PlainField extends Field {
  name: string
  plain: Plain
}

/** The optional fields of a kind that stand by themselves, in their order: form, log, conflict and call read them from here. */
export const plainFields = (collection: Collection): PlainField[] =>
  Object.entries(kinds[collection].fields).flatMap(([name, field]) =>
    field.plain === undefined ? [] : [{ ...field, name, plain: field.plain }],
  )

/** A stored number or text as a form has it typed; '' for anything else. */
export const typedText = (value: Json | undefined): string =>
  typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value : ''

export const typedPlain = (collection: Collection, content: JsonObject): TypedPlain =>
  Object.fromEntries(plainFields(collection).map(({ name }) => [name, typedText(content[name])]))

/** What a typed field is saved as; undefined where nothing is typed, a text where it is not the number that it should be. */
function valueOf({ name, plain }: PlainField, typed: TypedPlain): number | string | undefined {
  const said = (typed[name] ?? '').trim()
  if (said === '') return undefined
  const read = isNumeric(plain) ? readNumber(said) : said
  return typeof read === 'string' ? said : numberOf(read)
}

/** The first typed field that cannot be saved, and why; null when all can. */
export function plainProblem(
  collection: Collection,
  typed: TypedPlain,
): { field: string; message: string } | null {
  for (const field of plainFields(collection)) {
    const value = valueOf(field, typed)
    const checked = field.schema.safeParse(value)
    if (value === undefined || checked.success) continue
    return { field: field.name, message: checked.error.issues[0]?.message ?? messages.invalid(field.label) }
  }
  return null
}

/** What is saved of them. For what `plainProblem` finds no fault with. */
export const plainOf = (collection: Collection, typed: TypedPlain): JsonObject =>
  Object.fromEntries(
    plainFields(collection).flatMap((field) => {
      const value = valueOf(field, typed)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
