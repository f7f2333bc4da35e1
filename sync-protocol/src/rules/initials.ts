const firstLetter = (word: string): string => Array.from(word)[0]?.toUpperCase() ?? ''

/**
 * The first letters of the first and the last word of a person's name, as they initial a row: 'First Middle Last' is FL, one
 * word is its first letter (`spec 2 §9`).
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return firstLetter(words[0] ?? '') + firstLetter(last)
}

/** Whoever drew or made an entry, by the name that they had then. */
export interface Person {
  id: string
  name: string
}

export interface Signature {
  initials: string
  /** What the legend says behind them. */
  name: string
}

export const personKey = ({ id, name }: Person): string => `${id} ${name}`

/**
 * The initials of some people by `personKey`: those of several are numbered, in the order of their names; two of one name have the
 * end of their ids behind it, and so has a name of which no letter is left as it is `written`.
 */
export function signaturesOf(
  people: Iterable<Person | null>,
  written: (letters: string) => string = (letters) => letters,
): Map<string, Signature> {
  const each = new Map<string, Person>()
  for (const person of people) {
    if (person !== null && initialsOf(person.name) !== '') each.set(personKey(person), person)
  }
  const ordered = [...each.values()].sort((a, b) =>
    a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1,
  )
  return new Map(
    ordered.map((person): [string, Signature] => {
      const letters = written(initialsOf(person.name))
      const name = written(person.name)
      const same = ordered.filter((other) => written(initialsOf(other.name)) === letters)
      const several = same.filter((other) => written(other.name) === name).length > 1
      const isLegible = name === person.name || /[\p{L}\p{N}]/u.test(name)
      return [
        personKey(person),
        {
          initials: same.length > 1 ? `${letters}${same.indexOf(person) + 1}` : letters,
          name: several || !isLegible ? `${person.name} (${person.id.slice(-4)})` : person.name,
        },
      ]
    }),
  )
}
