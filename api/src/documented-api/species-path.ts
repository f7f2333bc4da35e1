import type { Species } from 'sync-protocol/records/fields'
import * as z from 'zod'

const CODES = { canine: 0, feline: 1, '0': 0, '1': 1 } as const satisfies Record<string, Species>

/** A species in a path, as a word or as its code; anything else is no address. */
export const speciesPath = z
  .enum(['canine', 'feline', '0', '1'])
  .meta({ description: 'The species: `canine` or `0`, `feline` or `1`.' })

export const speciesNamed = (word: z.infer<typeof speciesPath>): Species => CODES[word]
