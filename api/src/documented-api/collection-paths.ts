import type { Collection } from 'sync-protocol/records/envelope'
import { TYPE_CODES } from 'sync-protocol/records/kinds'

/** The collections of the documented calls, and the name that their paths give each (`spec 1 §7`, `spec 2 §7`). */
export const PATH_OF = {
  drugs: 'drugs',
  fluids: 'fluids',
  anesthesia_protocols: 'anesthesia-protocols',
  emergency_protocols: 'emergency-protocols',
  injections: 'injections',
  procedures: 'procedures',
  sheets: 'sheets',
  balances: 'controlled-substances',
} as const satisfies Partial<Record<Collection, string>>
export type CalledCollection = keyof typeof PATH_OF
export const CALLED = Object.keys(PATH_OF) as CalledCollection[]

const OTHER_NAMES: Readonly<Record<string, CalledCollection>> = {
  aprotocols: 'anesthesia_protocols',
  eprotocols: 'emergency_protocols',
  cssheets: 'balances',
}

const byName = new Map<string, CalledCollection>([
  ...Object.entries(PATH_OF).map(([collection, path]) => [path, collection as CalledCollection] as const),
  ...Object.entries(OTHER_NAMES),
  ...Object.entries(TYPE_CODES).map(([code, collection]) => [code, collection as CalledCollection] as const),
])

/** The collection that a path means: by its name, by another spelling (`aprotocols`), or by its type code (0 drug … 7 fluid). */
export const collectionNamed = (name: string): CalledCollection | undefined => byName.get(name)

/** Every spelling of a collection but the first, for whoever reads the documentation. */
export const otherNamesOf = (collection: CalledCollection): string[] =>
  [...byName].flatMap(([name, meant]) => (meant === collection && name !== PATH_OF[collection] ? [name] : []))

/** The address with its collection's first spelling, so that each call stands in the router once. */
export function canonicalAddress(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const parts = path.split('/')
  const at = parts[1] === 'new' ? 2 : 1
  const meant = parts.length > at ? collectionNamed(parts[at] ?? '') : undefined
  if (!meant) return url
  parts[at] = PATH_OF[meant]
  return parts.join('/') + (end < 0 ? '' : url.slice(end))
}

/** What a person calls the records of a collection. */
export const TITLES: Readonly<Record<CalledCollection, string>> = {
  drugs: 'drugs',
  fluids: 'fluids',
  anesthesia_protocols: 'anesthesia protocols',
  emergency_protocols: 'emergency protocols',
  injections: 'miscellaneous injections',
  procedures: 'procedures',
  sheets: 'saved anesthesia sheets',
  balances: 'controlled-substance balance sheets',
}

/** What the screens call them when several are selected. */
export const SELECTED: typeof TITLES = { ...TITLES, injections: 'injections', sheets: 'sheets' }

/** A sentence on the other spellings. */
export const alsoAs = (collection: CalledCollection): string =>
  `The collection may also be written ${otherNamesOf(collection)
    .map((name) => `\`${name}\``)
    .join(' or ')}.`
