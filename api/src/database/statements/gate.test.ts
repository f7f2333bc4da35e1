import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findings, judge, recordedIn } from './testing-gate.ts'

const folder = mkdtempSync(join(tmpdir(), 'statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bound = { file: 'sync/good-store.ts', text: 'SELECT * FROM records WHERE org_id = $1' }
const planted = { file: 'sync/bad-store.ts', text: 'DELETE FROM records\n  WHERE deleted' }
const sweep = { file: 'sync/bad-store.ts', text: 'DELETE FROM records', why: 'It is a sweep.' }

test('a statement without its clinic fails, with its file, its fault and its text', () => {
  const judged = judge([bound, planted], [])
  expect(judged.count).toBe(2)
  const said = findings(judged, true)
  expect(said).toContain('api/src/sync/bad-store.ts: delete from records without one org_id')
  expect(said).toContain('    DELETE FROM records\n      WHERE deleted')
  expect(said).not.toContain('good-store')
})

test('an exception is of its file and its text', () => {
  expect(findings(judge([bound, planted], [sweep]), true)).toBeUndefined()
  expect(judge([planted], [{ ...sweep, file: 'sync/other-store.ts' }]).unbound).toHaveLength(1)
  expect(judge([planted], [{ ...sweep, text: 'DELETE FROM users' }]).unbound).toHaveLength(1)
})

test('an exception that nothing needs fails, once every test has run', () => {
  // Not even where its statement is there, and names its clinic by now.
  const judged = judge([{ ...planted, text: 'DELETE FROM records WHERE org_id = $1' }], [sweep])
  expect(judged.stale).toEqual([sweep])
  expect(findings(judged, true)).toContain(
    'No statement of api/src/sync/bad-store.ts needs its exception any more: DELETE FROM records',
  )
  expect(findings(judged, false)).toBeUndefined()
})

test('what several processes wrote is read, each text of a file once', () => {
  const line = JSON.stringify(bound)
  writeFileSync(join(folder, 'one.jsonl'), `${line}\n${JSON.stringify(planted)}\n`)
  // One of them was killed while it wrote.
  writeFileSync(join(folder, 'other.jsonl'), `${line}\n{"text":"SELECT`)
  expect(recordedIn(folder)).toEqual([bound, planted])
})
