import { randomUUID } from 'node:crypto'
import { ketamine } from 'sync-protocol/testing/examples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attentionFor } from '../src/data/attention/attention.ts'
import { viewOf } from '../src/data/database/clinic-database.ts'
import { saveAs } from '../src/data/outbox/save.ts'
import { readSetting } from '../src/data/database/settings.ts'
import type { Call } from '../src/data/people/server-call.ts'
import { signInToApi } from './api-client.ts'
import { asDatabaseOwner } from './database.ts'
import { engineTablet, type EngineTablet } from './engine-tablet.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'

const GOOD = 997
/** What a proxy in between lets through. */
const MOST_BYTES = 64 * 1024
const TOO_LARGE = { success: false, code: 'too_large', message: 'Request Entity Too Large' }

let server: Server
beforeAll(async () => {
  server = await startServer()
  // The database keeps no drug of this name: a fault that nobody expects, in the middle of a push.
  await asDatabaseOwner(
    server,
    `CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF new.collection = 'drugs' AND new.body->'content'->>'name' = 'Poisoned' THEN RAISE EXCEPTION 'poisoned'; END IF;
       RETURN new; END $$;
     CREATE TRIGGER poisoned BEFORE INSERT OR UPDATE ON records FOR EACH ROW EXECUTE FUNCTION refuse_poison()`,
  )
})
afterAll(() => server.stop())

const save = async (
  { clinic, saver }: EngineTablet,
  collection: 'drugs' | 'sections' | 'sheets',
  content: object,
) => {
  const op = { op: 'create', collection, _id: randomUUID(), content: content as never } as const
  return (await saveAs(clinic, saver, { action: 'record.create', ops: [op] })).mutation_id
}
const named = (name: string) => ketamine({ name })
/** A drug that is larger than what the proxy takes; the server itself would look at it. */
const long = () => ketamine({ name: 'Too long', schedule: 'x'.repeat(MOST_BYTES) })

test('[P2] [P4] [P9] [T3] [T6] of a thousand changes the poisoned, the forbidden, the oversized and the unreadable wait with all their text, the others arrive, and reading goes on', async () => {
  const password = demonstrationPassword(server)
  const reader = await engineTablet(server.url, 'lead@demo.test', password)
  expect(await reader.round()).toMatchObject({ ok: true })
  const cursors: number[] = []
  const proxy = async ({ path, body }: Call) => {
    if (path !== '/sync/push') return undefined
    // Between two batches another tablet reads what has arrived.
    await reader.round()
    cursors.push((await readSetting(reader.clinic, 'cursor')) ?? 0)
    const large = JSON.stringify(body).length > MOST_BYTES
    return large ? { status: 413, body: TOO_LARGE, retryAfterMs: undefined } : undefined
  }
  const tablet = await engineTablet(server.url, 'technician@demo.test', password, proxy)
  const { clinic } = tablet
  const ids: Record<string, string> = {}
  for (let k = 0; k < GOOD; k++) {
    if (k === 300) ids['internal'] = await save(tablet, 'drugs', named('Poisoned'))
    if (k === 500)
      ids['forbidden'] = await save(tablet, 'sections', {
        key: 1099,
        title_s: 'Not mine',
        title_p: 'Not mine',
      })
    if (k === 600) ids['too_large'] = await save(tablet, 'drugs', long())
    if (k === 700) ids['invalid'] = await save(tablet, 'drugs', named('Unreadable'))
    await save(tablet, 'drugs', named(`Drug ${k}`))
  }
  // As a tablet of a faulty version would have stored it: no request carries it as a change.
  await clinic.outbox
    .where('id')
    .equals(ids['invalid'] ?? '')
    .modify((row) => {
      Object.assign(row.body.ops[0] ?? {}, { op: 'crate' })
    })

  expect(await tablet.round()).toMatchObject({ ok: true })

  expect(await clinic.outbox.count()).toBe(0)
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const drugs = (await api.records('drugs')).map(({ content }) => String(content?.['name']))
  const arrived = drugs.filter((name) => /^Drug \d+$/.test(name))
  expect(new Set(arrived).size).toBe(GOOD)
  expect(arrived).toHaveLength(GOOD)
  expect(drugs.filter((name) => ['Poisoned', 'Too long', 'Unreadable'].includes(name))).toEqual([])

  const { user } = await signInToApi(server.url, 'technician@demo.test', password)
  const waiting = (await attentionFor(clinic, { _id: user._id, org_perms: [1] })).filter(
    (each) => each.sort === 'refused',
  )
  expect(Object.fromEntries(waiting.map(({ code, mutation }) => [code, mutation.id]))).toEqual(ids)
  expect(waiting).toHaveLength(4)
  const textOf = (code: string) => JSON.stringify(waiting.find((each) => each.code === code))
  expect(textOf('internal')).toContain('Poisoned')
  expect(textOf('forbidden')).toContain('Not mine')
  expect(textOf('too_large')).toContain('x'.repeat(MOST_BYTES))
  expect(textOf('invalid')).toContain('Unreadable')

  // Reading was never held up: the other tablet's place moved on with nearly every batch, and nobody's stands behind.
  expect(new Set(cursors).size).toBeGreaterThan(5)
  expect(cursors.every((cursor, index) => cursor >= (cursors[index - 1] ?? 0))).toBe(true)
  expect(await reader.round()).toMatchObject({ ok: true })
  const seen = async (of: EngineTablet) =>
    (await viewOf(of.clinic, 'drugs').toArray()).filter(({ deleted }) => !deleted)
  expect((await seen(reader)).length).toBe((await seen(tablet)).length)
})
