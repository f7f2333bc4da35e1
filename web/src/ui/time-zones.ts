/** Time zones whose name holds every word of the search; '_' counts as a blank. */
export function findTimeZones(zones: readonly string[], search: string): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ')
  const words = plain(search).split(/\s+/).filter(Boolean)
  return zones.filter((zone) => words.every((word) => plain(zone).includes(word)))
}

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone that this browser knows, its own among them even where the list leaves it out. */
export function allTimeZones(own = ownTimeZone()): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(own) ? known : [own, ...known]
}
