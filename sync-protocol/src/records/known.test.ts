import { expect, test } from 'vitest'
import { CONTENTS } from '../testing/contents.ts'
import type { Collection } from './envelope.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { kinds } from './kinds.ts'
import { asKnown } from './known.ts'

/** A value with a field of a later release in each of its objects. */
function grown(value: Json): Json {
  if (Array.isArray(value)) return value.map(grown)
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([name, part]) => [name, grown(part)])
  return { ...Object.fromEntries(fields), of_a_later_release: { any: ['thing'] } } as JsonObject
}

test.each(Object.entries(CONTENTS))(
  '[W2] what a later release adds to a record is passed over, however deep: %s',
  (collection, { content }) => {
    const { content: schema } = kinds[collection as Collection]
    expect(asKnown(schema, grown(content))).toEqual(asKnown(schema, content))
    expect(asKnown(schema, content)).toMatchObject(content)
  },
)

test('what is wrong beside a field of a later release is still wrong', () => {
  const { content } = CONTENTS.injections
  expect(asKnown(kinds.injections.content, { ...content, later: 1, name: '' })).toBeNull()
  expect(asKnown(kinds.injections.content, 'text')).toBeNull()
})
