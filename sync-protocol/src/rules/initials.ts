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
