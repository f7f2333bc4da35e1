import { ketamine } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { tablet } from '../documented-api/testing-writes.ts'
import { newOrganization, testApp } from '../testing.ts'

const { call, clock } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const pad = tablet(call, clinic, () => clock.now)
await pad.write('drugs', [
  ketamine({ name: 'Never set', section_key: -1 }),
  ketamine({ name: 'Butorphanol', section_key: -1 }),
])

describe('what was read before', () => {
  const read = (path: string, seen?: string, more: Record<string, string> = {}) =>
    call('GET', path, {
      token: clinic.token,
      headers: { ...more, ...(seen !== undefined && { 'if-none-match': seen }) },
    })
  const tagOf = (answer: Awaited<ReturnType<typeof read>>) => String(answer.headers['etag'])

  test('is 304 and empty until something of it changes', async () => {
    const path = '/drugs/canine/unset%20medications'
    const first = await read(path)
    expect([first.status, tagOf(first)]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)])
    for (const seen of [tagOf(first), tagOf(first).slice(2), `"other", ${tagOf(first)}`, '*']) {
      const same = await read(path, seen, { 'accept-encoding': 'gzip' })
      expect([seen, same.status, same.text, tagOf(same)]).toEqual([seen, 304, '', tagOf(first)])
      expect(same.headers['content-type']).toBeUndefined()
      expect(same.headers['cache-control']).toBe('no-store')
    }
    expect(tagOf(await read(path, undefined, { 'accept-encoding': 'gzip' }))).toBe(tagOf(first))
    await pad.write('drugs', [ketamine({ name: 'Come later', section_key: -1 })])
    const changed = await read(path, tagOf(first))
    expect([changed.status, changed.body['total']]).toEqual([200, Number(first.body['total']) + 1])
    expect(tagOf(changed)).not.toBe(tagOf(first))
  })

  test('is asked of every list and of the ledger; a version of its own stays', async () => {
    for (const path of ['/organization/sections', '/new/drugs', '/ledger', '/ledger/lines']) {
      const first = await read(path)
      expect([path, first.status, (await read(path, tagOf(first))).status]).toEqual([path, 200, 304])
    }
    expect(tagOf(await read('/organization/sections'))).toMatch(/^"/)
  })

  test('is never a refusal, nor an answer to a write, nor of a call that programs may not read', async () => {
    expect((await call('GET', '/new/drugs', { headers: { 'if-none-match': '*' } })).status).toBe(401)
    expect((await read('/drugs/canine/-1?page=0', '*')).status).toBe(400)
    expect((await read('/organization/users', '*')).status).toBe(200)
    const created = await call('POST', '/drugs/', {
      token: clinic.token,
      headers: { 'if-none-match': '*' },
      body: ketamine({ name: 'Written', section_key: -1 }),
    })
    expect([created.status, created.headers['etag']]).toEqual([200, '"1"'])
  })
})
