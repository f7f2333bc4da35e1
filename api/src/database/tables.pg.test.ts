import { expect, test } from 'vitest'
import { bookkeeping } from './migrate.ts'
import { TABLES } from './tables.ts'
import { testDatabase } from './testing.ts'

const { pool } = await testDatabase()

test('the columns that queries are checked against are those of a migrated database', async () => {
  const { rows } = await pool.query<{ name: string; columns: Record<string, string> }>(
    `SELECT t.relname AS name, json_object_agg(attname, replace(format_type(atttypid, atttypmod), 'timestamp with time zone',
       'timestamptz') || CASE WHEN NOT attnotnull THEN '?' WHEN atthasdef THEN '=' ELSE '' END ORDER BY attnum) AS columns
     FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
     GROUP BY t.relname`,
  )
  const migrated = rows.filter(({ name }) => name === 'migration_checksums' || !bookkeeping.includes(name))
  expect(TABLES).toEqual(Object.fromEntries(migrated.map(({ name, columns }) => [name, columns])))
})
