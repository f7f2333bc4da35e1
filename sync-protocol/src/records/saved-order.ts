import * as z from 'zod/mini'
import { id } from './fields.ts'

/** Lanes that one tablet may name beside the one that it sends. */
export const BESIDE_MAX = 500
const MUTATIONS_MAX = 500

/** The place of a mutation among all that was saved on its tablet, whoever saved it: 1 or more, not without gaps. */
const savedOrder = z.int().check(z.positive())

/** What travels with the mutations of a tablet that several people share; servers of before pass over it. */
export const sharedTablet = z.object({
  /** The other lanes of the tablet: what all of them save has one order there. */
  lanes: z.array(id).check(z.maxLength(BESIDE_MAX)),
  /** The number in the lane that the first of `orders` is of; null for what was made elsewhere, or for somebody. */
  from: z.int().check(z.positive()),
  orders: z.array(z.nullable(savedOrder)).check(z.maxLength(MUTATIONS_MAX)),
  /** The numbers of those that were made over what was pending then, and name what stood. */
  over: z.array(z.int().check(z.positive())).check(z.maxLength(MUTATIONS_MAX)),
})
export type SharedDevice = z.infer<typeof sharedTablet>
