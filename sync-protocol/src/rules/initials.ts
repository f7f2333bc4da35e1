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
 * end of their ids behind it.
 */
export function signaturesOf(people: Iterable<Person | null>): Map<string, Signature> {
  const each = new Map<string, Person>()
  for (const person of people) {
    if (person !== null && initialsOf(person.name) !== '') each.set(personKey(person), person)
  }
  const ordered = [...each.values()].sort((a, b) =>
    a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1,
  )
  return new Map(
    ordered.map((person): [string, Signature] => {
      const letters = initialsOf(person.name)
      const same = ordered.filter(({ name }) => initialsOf(name) === letters)
      const several = same.filter(({ name }) => name === person.name).length > 1
      return [
        personKey(person),
        {
          initials: same.length > 1 ? `${letters}${same.indexOf(person) + 1}` : letters,
          name: several ? `${person.name} (${person.id.slice(-4)})` : person.name,
        },
      ]
    }),
  )
}
