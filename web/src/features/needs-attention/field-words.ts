import type { Collection } from 'sync-protocol/records/envelope'
import { saidOf, SPECIES_WORDS } from './field-text.ts'

/** Of [canine, feline]: two numbers in a row do not say whose they are. */
export const PAIRS: readonly string[] = [
  'dosage',
  'dosage_from',
  'dosage_to',
  'route',
  'limits',
  'infusion_limits',
]

const humanized = (field: string) => {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * 'Canine low dosage' for `dosage_from.0`; '' for a field that only holds others together. `collection` where it is a field of the
 * record itself.
 */
export function fieldWord(path: string, collection?: Collection): string {
  const [field = '', half] = path.split('.')
  const word = saidOf(field, collection).label ?? humanized(field)
  const species = half === undefined ? undefined : SPECIES_WORDS[Number(half)]
  return species === undefined ? word : `${species} ${word.charAt(0).toLowerCase()}${word.slice(1)}`
}
