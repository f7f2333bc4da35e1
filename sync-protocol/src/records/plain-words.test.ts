import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day, id, instant, route } from './fields.ts'

const said = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.string(), undefined, 'This field is missing.'],
  [z.string(), 4, 'This field must be text.'],
  [z.number(), '4', 'This field must be a number.'],
  [z.int(), 4.5, 'This field must be a whole number.'],
  [z.boolean(), 'yes', 'This field must be true or false.'],
  [z.array(z.string()), 'a', 'This field must be a list.'],
  [z.tuple([z.number(), z.number()]), {}, 'This field must be a list.'],
  [z.tuple([z.number(), z.number()]), [1], 'This field must be at least 2 entries.'],
  [z.object({}), [], 'This field must be an object.'],
  [z.record(z.string(), z.string()), 1, 'This field must be an object.'],
  [id, 'Rex', 'This field must be a UUID.'],
  [instant, 'today', 'This field must be a time in UTC, such as 2026-11-20T09:58:03.120Z.'],
  [day, '11/20/2026', 'This field must be a day, such as 2026-11-20.'],
  [z.string().check(z.regex(/^a$/)), 'b', 'This field must be of another form.'],
  [route, 'PO', 'This field must be "IV" or "IM" or "SC" or "EPIDURAL" or "OTHER".'],
  [z.literal(1), 2, 'This field must be 1.'],
  [z.string().check(z.minLength(8)), 'short', 'This field must be at least 8 characters.'],
  [z.string().check(z.maxLength(2)), 'long', 'This field must be at most 2 characters.'],
  [z.array(z.int()).check(z.maxLength(1)), [1, 2], 'This field must be at most 1 entry.'],
  [z.int().check(z.positive()), 0, 'This field must be more than 0.'],
  [z.number().check(z.lt(3)), 3, 'This field must be less than 3.'],
  [z.strictObject({}), { a: 1 }, 'This field does not exist: a.'],
  [z.strictObject({}), { a: 1, b: 2 }, 'These fields do not exist: a, b.'],
  [z.union([z.literal(0), z.literal(1)]), 2, 'This field is not valid.'],
])('what has no words of its own is told plainly: %#', (schema, value, words) => {
  expect(said(schema, value)).toBe(words)
})

test('a rule with words of its own keeps them', () => {
  expect(said(z.string('Drug name is required.'), undefined)).toBe('Drug name is required.')
})
