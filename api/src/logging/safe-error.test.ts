import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { safeError, safeErrorText, scrubbed } from './safe-error.ts'

/** As `pg` makes one of what PostgreSQL says. */
const databaseError = (message: string, fields: object) =>
  Object.assign(new Error(message), { severity: 'ERROR', routine: 'exec', ...fields })

describe('an error in the log', () => {
  test('of the database names tables and constraints, and no value', () => {
    const error = databaseError('duplicate key value violates unique constraint "users_email"', {
      code: '23505',
      detail: 'Key (email)=(ana@planted.test) already exists.',
      table: 'users',
      constraint: 'users_email',
      where: 'COPY users, line 1: "planted"',
      internalQuery: "SELECT 'planted'",
      parameters: ['planted'],
    })
    expect(safeError(error)).toEqual({
      type: 'Error',
      message: 'duplicate key value violates unique constraint "users_email"',
      code: '23505',
      severity: 'ERROR',
      routine: 'exec',
      table: 'users',
      constraint: 'users_email',
      stack: expect.stringContaining('safe-error.test.ts'),
    })
  })

  test.each([
    ['22P02', 'invalid input syntax for type integer: "planted"'],
    ['22001', 'ungültiger Wert »planted«'],
    ['99999', 'planted'],
  ])('of the database (%s) that repeats a value says nothing of it', (code, message) => {
    const safe = safeError(databaseError(message, { code }))
    expect([safe.code, safe.message]).toEqual([code, 'The database refused a value.'])
    expect(JSON.stringify(safe)).not.toContain('planted')
  })

  test('keeps where it happened, without the lines of its message', () => {
    const error = new TypeError('first\n    at planted (planted.ts:1:1)\nlast')
    const { stack = '' } = safeError(error)
    expect(stack).toMatch(/^ {4}at .*safe-error\.test\.ts/)
    expect(stack).not.toContain('planted')
  })

  test.each([
    ['a text that is no JSON', () => JSON.parse('{"name": planted}') as unknown],
    ['a wrong argument', () => Buffer.from(BigInt(7) as unknown as string, 'planted' as BufferEncoding)],
    ['a schema', () => z.object({ planted: z.number() }).parse({ planted: 'planted' })],
    ['a schema of any names', () => z.record(z.string(), z.number()).parse({ 'Rex planted': 'planted' })],
  ])('of %s repeats none of it', (what, fail) => {
    let thrown: unknown
    try {
      fail()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    const text = JSON.stringify(safeError(thrown))
    // A field of ours is named, by which a fault is found.
    expect(
      text.replace(what === 'a schema' ? 'at planted' : '', '').replaceAll(/planted\)?\.ts/g, ''),
    ).not.toContain('planted')
  })

  test('holds nothing else that was hung on it, nor on its causes', () => {
    const cause = Object.assign(new Error('within'), { input: 'planted', response: { body: 'planted' } })
    const error = Object.assign(new AggregateError([cause, 'planted'], 'around', { cause }), {
      body: 'planted',
      headers: { cookie: 'planted' },
    })
    const safe = safeError(error)
    expect(JSON.stringify(safe)).not.toContain('planted')
    expect([safe.message, safe.cause?.message, safe.errors?.map(({ message }) => message)]).toEqual([
      'around',
      'within',
      ['within', 'Something that is no error was thrown: string.'],
    ])
    expect(safeErrorText(error)).toMatch(
      /^AggregateError: around\n[^]*Caused by\nError: within\n[^]*One of them/,
    )
    expect(safeErrorText(error)).not.toContain('planted')
  })

  test('that is its own cause ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(safeError(error).cause?.cause?.message).toBe('round')
  })
})

test.each([
  ['550 <ana@clinic.example>: rejected', '550 <…@…>: rejected'],
  ['/services/password-reset/ana%40clinic.example is', '/services/password-reset/…@… is'],
  ['connect postgresql://clinic:secret@db:5432/x', 'connect postgresql://…@db:5432/x'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['token push.0a-b.1.secret_x!', 'token push.…!'],
  ['token eyJhbGciOi.eyJfaWQ.sig-nature', 'token …'],
  ['sent in the "/new/drugs?query=Rex" route', 'sent in the "/…" route'],
  [
    'connect ECONNREFUSED /data/postgres-1/.s.PGSQL.5432',
    'connect ECONNREFUSED /data/postgres-1/.s.PGSQL.5432',
  ],
])('a text of the log: %s', (text, safe) => {
  expect(scrubbed(text)).toBe(safe)
})
