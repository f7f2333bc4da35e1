import { tallManNames } from './tall-man-text.ts'

const listed = new Map(tallManNames.map((name): [string, string] => [name.toLowerCase(), name]))

interface Run {
  text: string
  tall: boolean
}

/** A part of a name as it was typed; `runs` for a word of the list, which are its letters. */
export interface NamePart {
  text: string
  runs?: readonly Run[]
}

/** The runs of a word, as the list writes it: 'Hydromorphone' is 'Hydro' in capitals and 'morphone' in small letters. */
function runsOf(word: string, written: string): Run[] {
  let at = 0
  return (written.match(/[A-Z]+|[a-z]+/g) ?? []).map((letters) => {
    const text = word.slice(at, (at += letters.length))
    return { text, tall: letters < 'a' }
  })
}

/** The parts of a name: each word of the list by itself, wherever it stands, and what is between them. Nothing of it is lost. */
export function tallManParts(name: string): NamePart[] {
  return name
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((text) => text !== '')
    .map((text): NamePart => {
      const written = listed.get(text.toLowerCase())
      return written === undefined ? { text } : { text, runs: runsOf(text, written) }
    })
}
