import * as z from 'zod/mini'
import { id } from './fields.ts'

/** Lanes that one tablet may name beside the one that it sends. */
export const BESIDE_MAX = 500

/** The other lanes of a tablet, of the people who share it: what all of them save has one order there. */
export const beside = z.array(id).check(z.maxLength(BESIDE_MAX))

/** The place of a mutation in that order: 1 or more, not without gaps. */
export const savedOrder = z.int().check(z.positive())
