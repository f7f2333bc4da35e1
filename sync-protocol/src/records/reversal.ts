import * as z from 'zod/mini'
import { name, optional, quantity, route, species, text } from './fields.ts'
import { REVERSAL_NOTE_MAX, REVERSES_MAX } from './limits.ts'

/** How much of a reversal agent is given: so much per kg of the patient, or a multiple of the mg that were given of the reversed drug. */
export const REVERSAL_RULES = ['mg_per_kg', 'times_mass'] as const
export type ReversalRule = (typeof REVERSAL_RULES)[number]

export const REVERSES_LABEL = 'Reverses'
/** As the form and the messages name them. */
export const REVERSAL_LABELS = {
  name: 'Reversed drug',
  value: 'Reversal dose',
  note: 'Reversal note',
} as const

/**
 * What one drug reverses, for one species. `value` is the agent's own amount per kg (`amount_unit`, else mg), or by how much the
 * mg of the reversed drug are multiplied. Numbers are kept as they were typed.
 */
export const reversal = z.strictObject({
  name: name(REVERSAL_LABELS.name),
  species,
  rule: z.enum(REVERSAL_RULES),
  value: quantity(REVERSAL_LABELS.value),
  route,
  note: optional(text(REVERSAL_NOTE_MAX, REVERSAL_LABELS.note)),
})
export type Reversal = z.infer<typeof reversal>

/** Blanks around and within a name count as little as case. */
export const foldedName = (typed: string): string =>
  typed.trim().normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')

const ANIMALS = ['dogs', 'cats'] as const
export const listedTwice = ({ name: typed, species: code }: Pick<Reversal, 'name' | 'species'>): string =>
  `${typed.trim()} is already listed for ${ANIMALS[code]}.`

/** The first row that says a drug and a species once more, or -1. */
export function repeatedAt(rows: readonly Pick<Reversal, 'name' | 'species'>[]): number {
  const keys = rows.map(({ name: typed, species: code }) => `${code} ${foldedName(typed)}`)
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}

export const reverses = optional(
  z.array(reversal).check(
    z.maxLength(REVERSES_MAX, `At most ${REVERSES_MAX} reversals can be listed.`),
    z.superRefine((rows, context) => {
      const at = repeatedAt(rows)
      const row = rows[at]
      if (/* @rule one-reversal */ row === undefined) return
      context.addIssue({ code: 'custom', path: [at, 'name'], message: listedTwice(row) })
    }),
  ),
)

export const TIMES_MASS_IN_MG = 'Only a drug measured in mg can be given as “times its dose”.'
