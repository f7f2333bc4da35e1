import { expect, test } from 'vitest'
import { bookkeeping } from './migrate.ts'
import { testDatabase } from './testing.ts'

const { pool } = await testDatabase()

/** No organization owns these: the installation itself, the way from an e-mail to its organization, who guesses, and what is to be sent. */
const SHARED = ['installation', 'sign_in_directory', 'slowdowns', 'warnings', ...bookkeeping]

test('every key and index of an organization’s table begins with the organization', async () => {
  const { rows } = await pool.query<{ relation: string; index: string; first: string }>(
    `SELECT t.relname AS relation, i.relname AS index, pg_get_indexdef(x.indexrelid, 1, true) AS first
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     JOIN pg_namespace s ON s.oid = t.relnamespace WHERE s.nspname = 'public'`,
  )
  const own = rows.filter(({ relation }) => !SHARED.includes(relation))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(({ first }) => first !== 'org_id')).toEqual([])
})

test('every foreign key between organizations’ tables carries the organization', async () => {
  const { rows } = await pool.query<{ relation: string; definition: string }>(
    `SELECT t.relname AS relation, pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c
     JOIN pg_class t ON t.oid = c.conrelid WHERE c.contype = 'f'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const carries = /^FOREIGN KEY \(org_id(, \w+)*\) REFERENCES \w+\(org_id(, \w+)*\)/
  expect(rows.filter(({ definition }) => !carries.test(definition))).toEqual([])
})

test('every table has a primary key, and nothing is numbered over all organizations', async () => {
  const { rows: without } = await pool.query(
    `SELECT relname FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace
     WHERE s.nspname = 'public' AND relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = t.oid AND x.indisprimary)`,
  )
  expect(without).toEqual([])
  const { rows: sequences } = await pool.query("SELECT relname FROM pg_class WHERE relkind = 'S'")
  expect(sequences).toEqual([])
})
