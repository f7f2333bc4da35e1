import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binaryArray, binaryValues } from './binary-array.ts'
import { testDatabase } from './testing.ts'

const { pool } = await testDatabase()

const storable = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\u0000', ''))
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(storable, fc.constantFrom('', 'NULL', '"a\\', '{x,y}', 'é\u2028😀')),
  uuid: fc.uuid().map((id) => id.toLowerCase()),
  int: fc.integer(),
  bigint: fc.maxSafeInteger(),
  bool: fc.boolean(),
}

test.each(Object.keys(values))('an array of %s arrives as it was sent', async (type) => {
  const value = values[type] as fc.Arbitrary<unknown>
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value), { maxLength: 30 }), async (sent) => {
      const sql = `SELECT to_json($1::${type}[]) AS came`
      const { rows } = await pool.query<{ came: unknown[] }>(sql, [binaryArray(type, sent)])
      expect(rows[0]?.came).toEqual(sent)
    }),
    { numRuns: 60 },
  )
})

test('JSON keeps its text, and a number beyond 2^32 each of its digits', async () => {
  const text = '{"b": "\\ud800", "a":1.10}'
  const sql = 'SELECT ($1::json[])[1]::text AS json, ($2::bigint[])[1]::text AS number'
  const { rows } = await pool.query(sql, binaryValues(sql, [[text], [2 ** 53 - 1]]))
  expect(rows).toEqual([{ json: text, number: '9007199254740991' }])
})

test('a type without a binary form here is sent as a text, and what is no array as it is', async () => {
  const sql = 'SELECT ($1::timestamptz[])[1] = $2::timestamptz AS same, $3::int AS n'
  const at = '2026-11-20T09:58:03.120Z'
  const { rows } = await pool.query(sql, binaryValues(sql, [[at], at, 7]))
  expect(rows).toEqual([{ same: true, n: 7 }])
})

test('what is no id is refused before it is sent', () => {
  for (const wrong of [
    '',
    'x',
    '00000000-0000-7000-8000-00000000000',
    '00000000-0000-7000-8000-00000000000g',
  ])
    expect(() => binaryArray('uuid', [wrong])).toThrow('is not an id')
})
