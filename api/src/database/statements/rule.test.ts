import { describe, expect, test } from 'vitest'
import { unboundIn } from './testing-rule.ts'

describe('a statement that names its clinic passes', () => {
  test.each([
    ['by a parameter', 'SELECT * FROM records WHERE org_id = $1'],
    ['the other way round', 'SELECT * FROM records WHERE $1 = org_id AND seq > $2'],
    ['with a cast', 'SELECT * FROM records r WHERE r.org_id = $1::uuid'],
    ['by a constant', "SELECT * FROM records WHERE org_id = '0b8dfa6e-0000-4000-8000-000000000001'"],
    [
      'in each arm of an OR',
      'SELECT * FROM records WHERE (org_id = $1 AND seq > $2) OR (org_id = $1 AND deleted)',
    ],
    ['as a row', 'SELECT * FROM records WHERE (org_id, collection, record_id) = ($1, $2, $3)'],
    ['IN one', 'SELECT * FROM records WHERE org_id IN ($1)'],
    ['by a join', 'SELECT * FROM records r JOIN users u ON u.org_id = r.org_id WHERE u.org_id = $1'],
    ['by a join in WHERE', 'SELECT * FROM records r, users u WHERE r.org_id = u.org_id AND u.org_id = $1'],
    ['by USING', 'SELECT * FROM records r JOIN users u USING (org_id) WHERE r.org_id = $1'],
    ['by a natural join', 'SELECT * FROM key_blocks NATURAL JOIN devices WHERE org_id = $1'],
    [
      'over three tables',
      `SELECT * FROM sessions s JOIN users u ON u.org_id = s.org_id
       JOIN organizations o ON o.org_id = u.org_id WHERE s.org_id = $1`,
    ],
    [
      'the side of an outer join that may lack',
      `SELECT * FROM sessions s
       LEFT JOIN devices d ON d.org_id = s.org_id AND d.device_id = s.device WHERE s.org_id = $1`,
    ],
    [
      'the left of a right join',
      'SELECT * FROM devices d RIGHT JOIN users u USING (org_id) WHERE u.org_id = $1',
    ],
    [
      'a join with what no clinic owns',
      `SELECT * FROM organizations o CROSS JOIN installation WHERE o.org_id = $1`,
    ],
    ['in a subselect', 'SELECT * FROM (SELECT * FROM records WHERE org_id = $1) r'],
    [
      'by what a subselect answers',
      `SELECT * FROM (SELECT org_id AS of FROM users WHERE org_id = $1) u
       JOIN records r ON r.org_id = u.of`,
    ],
    [
      'by what a subselect answers under other names',
      `SELECT * FROM (SELECT org_id FROM users WHERE org_id = $1) u (c)
       JOIN records r ON r.org_id = u.c`,
    ],
    [
      'by * of a subselect',
      `SELECT * FROM (SELECT * FROM users WHERE org_id = $1) u JOIN records r USING (org_id)`,
    ],
    [
      'LATERAL',
      `SELECT * FROM users u, LATERAL (SELECT * FROM lanes l WHERE l.org_id = u.org_id) l WHERE u.org_id = $1`,
    ],
    [
      'EXISTS by the query around',
      `SELECT * FROM users u WHERE u.org_id = $1
       AND EXISTS (SELECT FROM lanes l WHERE l.org_id = u.org_id)`,
    ],
    [
      'a subselect as a column',
      `SELECT (SELECT max(n) FROM ledger l WHERE l.org_id = o.org_id) FROM organizations o
       WHERE o.org_id = $1`,
    ],
    ['in WITH', 'WITH r AS (SELECT * FROM records WHERE org_id = $1) SELECT * FROM r'],
    [
      'by WITH',
      `WITH o AS (SELECT $1::uuid AS org_id) DELETE FROM records r USING o WHERE r.org_id = o.org_id`,
    ],
    [
      'each part of a UNION',
      `SELECT 1 FROM records WHERE org_id = $1 UNION ALL SELECT 2 FROM users WHERE org_id = $1`,
    ],
    [
      'by a UNION',
      `SELECT * FROM (SELECT org_id FROM users WHERE org_id = $1 UNION SELECT $2::uuid) u
       JOIN records r USING (org_id)`,
    ],
    ['a name of WITH that is a table’s', 'WITH users AS (SELECT 1 AS n) SELECT * FROM users'],
    ['a lock', 'SELECT FROM organizations WHERE org_id = $1 FOR UPDATE'],
    ['UPDATE', 'UPDATE users SET name = $2 WHERE org_id = $1 AND user_id = $3'],
    [
      'UPDATE FROM',
      `UPDATE mutations m SET seq = r.seq FROM unnest($2::uuid[], $3::int[]) AS r (id, seq)
       WHERE m.org_id = $1 AND m.mutation_id = r.id`,
    ],
    ['DELETE', 'DELETE FROM records WHERE org_id = $1'],
    ['DELETE USING', 'DELETE FROM records r USING users u WHERE r.org_id = u.org_id AND u.org_id = $1'],
    ['INSERT', 'INSERT INTO users (org_id, user_id) VALUES ($1, $2), ($1, $3)'],
    [
      'INSERT SELECT',
      'INSERT INTO records (record_id, org_id) SELECT id, $1 FROM unnest($2::uuid[]) AS r (id)',
    ],
    [
      'INSERT SELECT from a clinic’s table',
      `INSERT INTO ledger (org_id, n) SELECT org_id, seq FROM records WHERE org_id = $1`,
    ],
    [
      'an upsert',
      `INSERT INTO lanes AS l (org_id, lane_id) VALUES ($1, $2) ON CONFLICT (org_id, lane_id)
       DO UPDATE SET last_n = greatest(l.last_n, excluded.last_n)`,
    ],
    [
      'ON CONFLICT DO NOTHING',
      'INSERT INTO devices (org_id, device_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    ],
    [
      'what RETURNING answers',
      `WITH u AS (INSERT INTO users (org_id) VALUES ($1) RETURNING org_id)
       SELECT * FROM records r JOIN u ON u.org_id = r.org_id`,
    ],
    ['the directory of sign-ins', 'SELECT * FROM sign_in_directory WHERE email = $1'],
    ['what is nobody’s', 'UPDATE installation SET epoch = $1'],
    ['the catalogue', "SELECT * FROM pg_catalog.pg_class WHERE relname = 'users'"],
    [
      'a setting of a transaction',
      'BEGIN; SET LOCAL jit = off; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    ],
  ])('%s', (_, text) => {
    expect(unboundIn(text)).toEqual([])
  })
})

describe('a statement that does not is found', () => {
  test.each([
    ['no condition', 'SELECT * FROM records', 'read records'],
    ['another condition', 'SELECT * FROM users WHERE user_id = $1', 'read users'],
    ['another comparison', 'SELECT * FROM users WHERE org_id <> $1', 'read users'],
    ['NOT', 'SELECT * FROM users WHERE NOT (org_id = $1)', 'read users'],
    ['one arm of an OR', 'SELECT * FROM users WHERE org_id = $1 OR user_id = $2', 'read users'],
    ['an array', 'SELECT * FROM users WHERE org_id = ANY ($1)', 'read users'],
    ['IN several', 'SELECT * FROM users WHERE org_id IN ($1, $2)', 'read users'],
    [
      'IN a subselect',
      'SELECT * FROM users WHERE org_id IN (SELECT org_id FROM sign_in_directory)',
      'read users',
    ],
    [
      'a value that is asked for',
      `SELECT * FROM users WHERE org_id = (SELECT org_id FROM sign_in_directory WHERE email = $1)`,
      'read users',
    ],
    ['null', 'SELECT * FROM users WHERE org_id = NULL', 'read users'],
    [
      'rows of an array',
      `SELECT * FROM unnest($1::uuid[]) AS a (org_id) JOIN sessions s ON s.org_id = a.org_id`,
      'read sessions s',
    ],
    [
      'a join without it',
      'SELECT * FROM records r JOIN users u ON u.user_id = r.record_id WHERE r.org_id = $1',
      'read users u',
    ],
    ['a cross join', 'SELECT * FROM records r CROSS JOIN users u WHERE r.org_id = $1', 'read users u'],
    [
      'USING without it',
      'SELECT * FROM records r JOIN users u USING (user_id) WHERE r.org_id = $1',
      'read users u',
    ],
    [
      'a parameter that only an outer join asks for',
      `SELECT * FROM records r LEFT JOIN users u ON u.org_id = r.org_id
       AND u.org_id = $1`,
      'read records r',
    ],
    [
      'what stays whole in a right join',
      `SELECT * FROM users u RIGHT JOIN records r ON u.org_id = r.org_id AND r.org_id = $1`,
      'read records r',
    ],
    [
      'a full join',
      'SELECT * FROM users u FULL JOIN records r ON u.org_id = r.org_id AND r.org_id = $1',
      'read records r',
    ],
    [
      'a join with the directory',
      `SELECT * FROM sign_in_directory d JOIN users u ON u.org_id = d.org_id WHERE d.email = $1`,
      'read users u',
    ],
    [
      'a join with what answers a parameter under another name',
      `SELECT * FROM (SELECT $1::uuid AS user_id, org_id FROM sign_in_directory) d JOIN users u USING (org_id)`,
      'read users u',
    ],
    [
      'a join by another column',
      'SELECT * FROM users u JOIN records r ON r.record_id = u.org_id WHERE u.org_id = $1',
      'read records r',
    ],
    ['in a subselect', 'SELECT * FROM (SELECT * FROM records) r WHERE r.version = $1', 'read records'],
    // True, but a database that splits its tables does not look into it from outside.
    [
      'in a subselect that is bound outside',
      'SELECT * FROM (SELECT * FROM records) r WHERE r.org_id = $1',
      'read records',
    ],
    [
      'in EXISTS',
      `SELECT * FROM users u WHERE u.org_id = $1 AND EXISTS (SELECT FROM lanes l WHERE l.user_id = u.user_id)`,
      'read lanes l',
    ],
    [
      'around EXISTS',
      `SELECT * FROM users u WHERE EXISTS (SELECT FROM lanes l WHERE l.org_id = $1 AND l.org_id = u.org_id)`,
      'read users u',
    ],
    ['in a column', 'SELECT (SELECT count(*) FROM users) FROM organizations WHERE org_id = $1', 'read users'],
    [
      'in ORDER BY',
      `SELECT FROM organizations o WHERE o.org_id = $1 ORDER BY (SELECT max(n) FROM ledger)`,
      'read ledger',
    ],
    [
      'in a function’s arguments',
      'SELECT * FROM jsonb_each((SELECT json_agg(u)::jsonb FROM users u))',
      'read users u',
    ],
    ['in LIMIT', `SELECT FROM users WHERE org_id = $1 LIMIT (SELECT count(*) FROM devices)`, 'read devices'],
    [
      'in ON',
      `SELECT FROM users u JOIN lanes l ON l.org_id = u.org_id AND EXISTS (SELECT FROM devices) WHERE u.org_id = $1`,
      'read devices',
    ],
    ['in WITH', 'WITH r AS (SELECT * FROM records) SELECT * FROM r', 'read records'],
    [
      'by WITH that is not bound',
      `WITH u AS (SELECT org_id FROM users WHERE email = $1) SELECT * FROM records r
       JOIN u ON u.org_id = r.org_id`,
      'read records r',
    ],
    [
      'a writing WITH',
      `WITH gone AS (DELETE FROM records WHERE deleted RETURNING seq) SELECT max(seq) FROM gone`,
      'delete from records',
    ],
    [
      'one part of a UNION',
      'SELECT 1 FROM records WHERE org_id = $1 UNION ALL SELECT 2 FROM users',
      'read users',
    ],
    [
      'by a UNION with an unbound part',
      `SELECT * FROM (SELECT $1::uuid AS org_id UNION SELECT org_id FROM sign_in_directory) u
       JOIN records r USING (org_id)`,
      'read records r',
    ],
    ['a lock', 'SELECT FROM records WHERE deleted FOR UPDATE SKIP LOCKED', 'lock rows of records'],
    ['UPDATE', 'UPDATE users SET name = $1 WHERE user_id = $2', 'update users'],
    [
      'UPDATE FROM',
      'UPDATE users u SET name = r.name FROM unnest($1::uuid[]) AS r (org_id) WHERE u.org_id = r.org_id',
      'update users u',
    ],
    [
      'UPDATE SET by a subselect',
      `UPDATE organizations SET seq = (SELECT max(seq) FROM records) WHERE org_id = $1`,
      'read records',
    ],
    ['DELETE', 'DELETE FROM sessions WHERE expires_at < $1', 'delete from sessions'],
    [
      'DELETE USING',
      'DELETE FROM sessions s USING users u WHERE s.org_id = $1 AND u.user_id = s.user_id',
      'read users u',
    ],
    ['INSERT', 'INSERT INTO users (user_id) VALUES ($1)', 'insert into users'],
    ['INSERT without columns', 'INSERT INTO users VALUES ($1, $2)', 'insert into users'],
    ['INSERT of defaults', 'INSERT INTO organizations DEFAULT VALUES', 'insert into organizations'],
    [
      'one row of an INSERT',
      'INSERT INTO users (org_id, user_id) VALUES ($1, $2), (gen_random_uuid(), $3)',
      'insert into users',
    ],
    [
      'INSERT SELECT',
      `INSERT INTO lanes (org_id, lane_id) SELECT org_id, id FROM unnest($1::uuid[], $2::uuid[]) AS r (org_id, id)`,
      'insert into lanes',
    ],
    [
      'INSERT SELECT from a clinic’s table',
      'INSERT INTO ledger (org_id, n) SELECT $1, seq FROM records',
      'read records',
    ],
    [
      'a subselect in VALUES',
      'INSERT INTO lanes (org_id, n) VALUES ($1, (SELECT max(n) FROM ledger))',
      'read ledger',
    ],
    [
      'an upsert by another key',
      `INSERT INTO users (org_id, email) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`,
      'upsert into users by a key',
    ],
    [
      'an upsert by a constraint’s name',
      `INSERT INTO users (org_id) VALUES ($1) ON CONFLICT ON CONSTRAINT users_pkey DO NOTHING`,
      'upsert into users by a key',
    ],
    [
      'an upsert that moves a row',
      `INSERT INTO users (org_id, user_id) VALUES ($1, $2) ON CONFLICT (org_id, user_id)
       DO UPDATE SET org_id = excluded.org_id`,
      'update users sets its org_id',
    ],
    ['a row that moves', 'UPDATE users SET org_id = $2 WHERE org_id = $1', 'update users sets its org_id'],
    ['a cursor', 'DECLARE c CURSOR FOR SELECT * FROM records', 'read records'],
    ['EXPLAIN', 'EXPLAIN SELECT * FROM records', 'read records'],
    ['COPY', 'COPY public.records TO STDOUT', 'Copy of records'],
    ['COPY of a query', 'COPY (SELECT * FROM records) TO STDOUT', 'read records'],
    ['TRUNCATE', 'TRUNCATE sessions', 'Truncate of sessions'],
    ['a table’s lock', 'LOCK TABLE installation, users IN EXCLUSIVE MODE', 'Lock of users'],
    [
      'MERGE',
      `MERGE INTO users u USING (SELECT $1::uuid AS org_id) s ON s.org_id = u.org_id
       WHEN MATCHED THEN DELETE`,
      'Merge of users',
    ],
    ['the second of two', 'SELECT 1; DELETE FROM "logged-actions"', 'delete from logged-actions'],
    [
      'a setting of a session',
      'SET plan_cache_mode = force_generic_plan',
      'sets plan_cache_mode for a whole session',
    ],
    ['a session’s isolation', `SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`, 'for a whole session'],
    ['what no parser reads', 'SELEKT 1', 'cannot be read'],
  ])('%s', (_, text, fault) => {
    expect(unboundIn(text).join('; ')).toContain(fault)
  })
})

test('a variable of a function is one value, and what it is not is not', () => {
  const variables = new Set(['which', 'new'])
  expect(unboundIn('DELETE FROM users WHERE org_id = which', { variables })).toEqual([])
  expect(unboundIn('SELECT FROM ledger WHERE org_id = NEW.org_id', { variables })).toEqual([])
  expect(unboundIn('DELETE FROM users WHERE org_id = which')).toEqual([
    'delete from users without one org_id',
  ])
  // A transition table holds rows of whoever wrote.
  const joined = 'SELECT FROM added a LEFT JOIN ledger before ON before.org_id = a.org_id'
  expect(unboundIn(joined, { variables })).toEqual(['read ledger before without one org_id'])
})
