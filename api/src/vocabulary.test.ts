import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

interface Form {
  old: string
  phrase: boolean
  instead: string
  places: string[]
}

const root = resolve(import.meta.dirname, '../..')
const { oldForms, faultsIn } = (await import(
  pathToFileURL(resolve(root, '.scripts/vocabulary.mjs')).href
)) as {
  oldForms(glossary: string): Form[]
  faultsIn(forms: readonly Form[], path: string, text: string): string[]
}
const forms = oldForms(readFileSync(resolve(root, '.docs/glossary.md'), 'utf8'))
const faults = (path: string, text: string) => faultsIn(forms, path, text)

describe('an old form of a word in the glossary', () => {
  test('in a name is said with its line, however its words are joined', () => {
    const source = `import { a } from './a.ts'\n\nconst onPutBack = () => a\nexport const put_back = onPutBack`
    expect(faults('web/src/data/some.ts', source)).toEqual([
      'web/src/data/some.ts:3: `onPutBack` is an old form: resubmission.',
      'web/src/data/some.ts:4: `put_back` is an old form: resubmission.',
    ])
  })

  test('in the name of a file, a type, a member and a component', () => {
    expect(faults('web/src/data/held-work.ts', 'export const a = 1')).toEqual([
      'web/src/data/held-work.ts:1: its path is an old form: local work.',
    ])
    expect(faults('a/b.ts', 'interface PointedOut { of: string }')).toHaveLength(1)
    expect(faults('a/b.ts', 'export const bare = (it: { answering: number }) => it.answering')).toHaveLength(
      1,
    )
    expect(faults('a/b.tsx', 'export const card = <PointedCard />')).toHaveLength(1)
  })

  test('in a comment, a text of the code, or as a part of another word is none', () => {
    const source = `// What was put back, and a history.\nexport const background = 'put-back'`
    expect(faults('a/b.ts', source)).toEqual([])
  })

  test('that is stored or sent may stand in its place, and there alone', () => {
    const source = 'export interface KnownPerson { guesses?: number }'
    expect(faults('web/src/data/device/device-database.ts', source)).toEqual([])
    expect(faults('web/src/data/people/session.ts', source)).toHaveLength(1)
  })

  test('on the screen is said of a text, and of no other file', () => {
    const source = "export const someText = {\n  away: 'The server is out of reach.',\n} as const"
    expect(faults('web/src/features/home/some-text.ts', source)).toEqual([
      'web/src/features/home/some-text.ts:2: “out of reach” is an old form: cannot be reached.',
    ])
    expect(faults('web/src/features/home/some.ts', source)).toEqual([])
  })
})
