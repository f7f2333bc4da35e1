import { isInMg, perKg, type Measured } from '../records/amount-unit.ts'
import { CANINE, isStorableText, type Route, type Species } from '../records/fields.ts'
import { REVERSAL_NOTE_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import {
  listedTwice,
  repeatedAt,
  REVERSAL_LABELS,
  TIMES_MASS_IN_MG,
  type Reversal,
  type ReversalRule,
} from '../records/reversal.ts'
import { numberOf, numberText, readNumber } from './number-input.ts'
import { isMixture } from './reversible-drugs.ts'
import { nameMessage } from './typed-name.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'

/** One thing that a drug reverses, as it is typed: text until it is saved. The number is kept as it was typed, with all its decimals. */
export type TypedReversal = {
  name: string
  species: Species
  rule: ReversalRule
  value: string
  route: Route
  note: string
}
export type ReversalField = 'name' | 'rule' | 'value' | 'note'

/** One more row of a drug's form. */
export const emptyReversal = (species: Species, route: Route): TypedReversal => ({
  name: '',
  species,
  rule: 'mg_per_kg',
  value: '',
  route,
  note: '',
})

export const typedReversals = (reverses: readonly Reversal[] = []): TypedReversal[] =>
  reverses.map(({ value, note = '', ...row }) => ({ ...row, value: numberText(value), note }))

/** Nothing was typed into it: it is not saved, and nothing is asked of it. */
const isBlank = ({ name, value, note }: TypedReversal) => `${name}${value}${note}`.trim() === ''

/** What is given of each drug in a mixture is not known. */
const ofMixture = (unit: string) => `Use ${unit} for a mixture.`

function* problems(
  row: TypedReversal,
  drug: Measured,
): Generator<[field: ReversalField, message: string | null]> {
  yield ['name', nameMessage(row.name, REVERSAL_LABELS.name)]
  const isTooFine = readQuantity(row.value, '').fault === 'too fine'
  yield ['value', isTooFine ? null : quantityMessage(row.value, REVERSAL_LABELS.value)]
  const isTimes = row.rule === 'times_mass'
  yield ['rule', /* @rule times-mass-in-mg-form */ isTimes && !isInMg(drug) ? TIMES_MASS_IN_MG : null]
  yield ['rule', isTimes && isMixture(row.name) ? ofMixture(perKg(drug)) : null]
  const note = row.note.trim()
  if (note.length > REVERSAL_NOTE_MAX) yield ['note', messages.tooLong(REVERSAL_LABELS.note)]
  yield ['note', isStorableText(note) ? null : messages.invalid(REVERSAL_LABELS.note)]
}

/**
 * Why what a drug reverses cannot be saved, and in which row of the form; null when it can. Only rows of the drug's species are in
 * sight, and only they are asked about.
 */
export function reversalsProblem(
  rows: readonly TypedReversal[],
  drug: Measured & { species: readonly Species[] },
): { at: number; field: ReversalField; message: string } | null {
  const isAsked = (row: TypedReversal) => drug.species.includes(row.species) && !isBlank(row)
  for (const [at, row] of rows.entries()) {
    if (!isAsked(row)) continue
    for (const [field, message] of problems(row, drug)) if (message !== null) return { at, field, message }
    const repeated = repeatedAt(rows.slice(0, at + 1).filter(isAsked)) >= 0
    if (repeated) return { at, field: 'name', message: listedTwice(row) }
  }
  return null
}

/** What is saved of these rows; blank ones are left out. For rows that `reversalsProblem` finds no fault with. */
export function reversalsOf(rows: readonly TypedReversal[]): Reversal[] {
  return rows.flatMap((row) => {
    const read = readNumber(row.value)
    if (isBlank(row) || typeof read === 'string') return []
    const { name, species, rule, route, note } = row
    const kept = { name: name.trim(), species, rule, value: numberOf(read), route }
    return [note.trim() === '' ? kept : { ...kept, note: note.trim() }]
  })
}

/** 'Dexmedetomidine (canine)' */
export const reversedWords = ({ name, species }: Pick<Reversal, 'name' | 'species'>): string =>
  `${name.trim()} (${species === CANINE ? 'canine' : 'feline'})`.trim()

/** A reversal in any state: what was typed, or what no schema has passed. */
interface SaidReversal {
  rule: string
  value: string
  route: string
  note?: string | undefined
}

/** '10 times its dose, IM, IV only in arrest'; '0.04 mg/kg, IV'. A rule that only a later release knows is said as it is. */
export function reversalWords({ rule, value, route, note = '' }: SaidReversal, drug: object): string {
  const words: Readonly<Record<string, string>> = { times_mass: 'times its dose', mg_per_kg: perKg(drug) }
  return [`${value} ${words[rule] ?? rule}`, route, note]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
}
