import { expect, test } from 'vitest'
import { testDatabase } from '../testing.ts'
import { functionBodies } from './testing-functions.ts'
import { unboundIn } from './testing-rule.ts'

const { pool } = await testDatabase()
const bodies = await functionBodies(pool)

test('a function of the database names the clinic too', () => {
  expect(bodies.map(({ name }) => name)).toEqual([
    'refuse_broken_link',
    'refuse_change',
    'refuse_earlier_head',
    'remove_demonstration',
    'slow_down',
  ])
  const faults = bodies.flatMap(({ name, parts }) =>
    parts.flatMap(({ text, variables }) =>
      unboundIn(text, { variables }).map((fault) => `${name}: ${fault}`),
    ),
  )
  // The demonstration is removed while nobody writes, for any clinic.
  const locks = ['organizations', 'users', 'sessions', 'devices', 'push_tokens', 'ledger', 'logged-actions']
  expect(faults).toEqual(locks.map((table) => `remove_demonstration: Lock of ${table}`))
})

test('what a function puts together itself is known, and names the clinic', () => {
  expect(bodies.flatMap(({ composed }) => composed)).toEqual([
    "format('ALTER TABLE public.%I DISABLE TRIGGER append_only', of_table)",
    "format('DELETE FROM public.%I WHERE org_id = $1', of_table)",
    "format('ALTER TABLE public.%I ENABLE ALWAYS TRIGGER append_only', of_table)",
  ])
})

test('a function that does not is found', async () => {
  await pool.query(`CREATE FUNCTION planted(which uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE latest bigint := (SELECT max(n) FROM ledger);
    BEGIN
      IF EXISTS (SELECT FROM users WHERE org_id = which) THEN DELETE FROM lanes WHERE user_id = which; END IF;
      latest := (SELECT max(seq) FROM records);
    END $$`)
  const planted = (await functionBodies(pool)).find(({ name }) => name === 'planted')
  const faults = planted?.parts.flatMap(({ text, variables }) => unboundIn(text, { variables }))
  expect(faults?.sort()).toEqual([
    'delete from lanes without one org_id',
    'read ledger without one org_id',
    'read records without one org_id',
  ])
})
