import * as z from 'zod/mini'
import { doubleCheck } from './double-check.ts'
import { optional, quantity, text } from './fields.ts'
import { libraryKind } from './kind.ts'
import { PRINTED_ADDRESS_MAX, PRINTED_NAME_MAX, TIME_ZONE_MAX } from './limits.ts'
import { WEIGHT_UNITS } from './weight-unit.ts'

/** @see weightUnit, with words of its own for who sends it. */
const clinicUnit = z.enum(WEIGHT_UNITS, 'Please choose kg or lb.')

/** kg, from and to; shelters neuter from 0.9 kg on. */
export const USUAL_WEIGHTS = { dog: [0.9, 70], cat: [0.9, 7] } as const

const usualWeight = <G extends string>(label: string, group: G) => ({
  schema: optional(quantity(label)),
  label,
  reads: 'number' as const,
  unit: 'kg' as const,
  plain: 'number' as const,
  group,
  since: 2,
})

/**
 * What a clinic decides for itself, in one record whose id is the organization's. A field that is absent has its default. Each
 * topic is a group of its own, so that two people who decide different things never meet.
 */
const kind = libraryKind({
  nouns: ['clinic settings', 'clinic settings'],
  subjects: ['policies'],
  title: 'printed_name',
  fields: {
    /** IANA name; absent: the organization's. Which zones there are the server knows: a tablet's browser may be older. */
    time_zone: {
      schema: optional(text(TIME_ZONE_MAX, 'Time zone')),
      label: 'Time zone',
      reads: 'words',
      group: 'time',
    },
    /** What stands at the head of every paper; absent: the organization's name alone. */
    printed_name: {
      schema: optional(text(PRINTED_NAME_MAX, 'Printed name')),
      label: 'Printed name',
      group: 'paper',
    },
    printed_address: {
      schema: optional(text(PRINTED_ADDRESS_MAX, 'Printed address')),
      label: 'Printed address',
      reads: 'quoted',
      group: 'paper',
    },
    /** When a second person checks the weight of a sheet; absent: never. */
    double_check: {
      schema: optional(doubleCheck),
      label: 'Check by a second person',
      reads: 'words',
      group: 'double_check',
      since: 2,
    },
    /** In which every patient of the clinic is weighed; absent: it is pressed for each patient. */
    weight_unit: {
      schema: optional(clinicUnit),
      label: 'Weight unit',
      reads: 'words',
      group: 'weight_unit',
      since: 2,
    },
    /** Which weights are not pointed out, kg; absent: those of Q-14. */
    dog_lightest: usualWeight('Lightest usual dog', 'dog_weights'),
    dog_heaviest: usualWeight('Heaviest usual dog', 'dog_weights'),
    cat_lightest: usualWeight('Lightest usual cat', 'cat_weights'),
    cat_heaviest: usualWeight('Heaviest usual cat', 'cat_weights'),
    /** What stays in needle and hub at each draw, ml; absent: nothing is added. */
    hub_loss: {
      schema: optional(quantity('Hub loss')),
      label: 'Hub loss at each draw',
      reads: 'number',
      unit: 'ml',
      plain: 'number',
      group: 'hub_loss',
      since: 3,
    },
  },
})

interface Weights {
  dog_lightest?: number
  dog_heaviest?: number
  cat_lightest?: number
  cat_heaviest?: number
}

const inOrder = (animal: 'dog' | 'cat') =>
  z.refine<Weights>(
    (said) => {
      const [from, to] = USUAL_WEIGHTS[animal]
      return (said[`${animal}_lightest`] ?? from) < (said[`${animal}_heaviest`] ?? to)
    },
    { error: 'The lightest must be below the heaviest.', path: [`${animal}_heaviest`] },
  )

export const policies = { ...kind, content: kind.content.check(inOrder('dog'), inOrder('cat')) }
export type PoliciesContent = z.infer<typeof policies.content>
export type PolicyField = keyof PoliciesContent

export const policyFields = () => Object.keys(policies.fields) as PolicyField[]
