import { keptUnit } from '../records/amount-unit.ts'
import type { ProtocolDrug } from '../records/anesthesia-protocol.ts'
import { keptJudgedBy } from '../records/drug.ts'
import { FORMS, isStorableText, ROUTES, type Form, type Route } from '../records/fields.ts'
import { NAME_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { readQuantity, type TypedQuantity } from './typed-quantity.ts'

/** One rule of a form: null as long as it holds. */
export interface Check<Field extends string> {
  field: Field
  message: string | null
}
/** Where something is wrong, and what the person reads there. */
export interface Problem<Field extends string> {
  field: Field
  message: string
}

export function firstProblem<Field extends string>(checks: Iterable<Check<Field>>): Problem<Field> | null {
  for (const { field, message } of checks) if (message !== null) return { field, message }
  return null
}

/** Too long comes before empty (`spec 2 §5`); lengths in UTF-16 units, blanks around a name do not count. */
export function protocolNameMessage(typed: string, said: { tooLong: string; empty: string }): string | null {
  const name = typed.trim()
  if (name.length > NAME_MAX) return said.tooLong
  if (name === '') return said.empty
  return isStorableText(name) ? null : messages.invalid('Name')
}

/** The message of a drug's number; `missing` as the form words it, `label` as 'Dosage for Ketamine (Opioids)'. */
export function drugNumberMessage(read: TypedQuantity, missing: string, label: string): string | null {
  switch (read.fault) {
    case 'empty':
      return missing
    case 'invalid':
      return `${label} is an invalid number.`
    case 'not positive':
      return `${label} must be greater than zero.`
    case 'too large':
      return `${label} is too large! Are you sure you entered it correctly?`
    case 'too fine':
      return read.message
    default:
      return null
  }
}

/**
 * A checked quantity as it is saved, with 3 decimals.
 * @throws RangeError when it cannot be saved
 */
export function quantityOf(typed: string): number {
  const read = readQuantity(typed, '')
  if (read.fault !== null) throw new RangeError(`${typed} is not a quantity`)
  return read.value
}

type Chosen = Pick<
  ProtocolDrug,
  'amount_unit' | 'usual' | 'limits' | 'route' | 'form' | 'controlled' | 'schedule' | 'source_id'
>
type MaybeChosen = { [Field in keyof Chosen]?: Chosen[Field] | undefined } & Pick<
  Chosen,
  'route' | 'form' | 'controlled'
>

/** What of a drug is chosen or copied, not typed; absent fields stay absent. */
export function chosenOf(drug: MaybeChosen): Chosen {
  const { route, form, controlled, schedule, source_id } = drug
  return {
    ...keptUnit(drug),
    ...keptJudgedBy(drug),
    route,
    form,
    controlled,
    ...(schedule !== undefined && { schedule }),
    ...(source_id !== undefined && { source_id }),
  }
}

const after = <T>(values: readonly T[], value: T): T =>
  values[(values.indexOf(value) + 1) % values.length] ?? value

/** Each press goes one route on, and round (`spec 2 §4`). */
export const nextRoute = (route: Route): Route => after(ROUTES, route)
/** Each press goes one form on, and round (`spec 2 §4`). */
export const nextForm = (form: Form): Form => after(FORMS, form)
