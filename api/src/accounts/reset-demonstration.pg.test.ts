import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { describe, expect, test } from 'vitest'
import { addressOf, listen } from '../live/testing-stream.ts'
import { epochOf } from '../sync/testing-clinic.ts'
import { nextAt } from '../time-of-day.ts'
import { newOrganization, testApp } from '../testing.ts'
import { newDemonstration, passwordFile } from './demonstration.ts'
import { demonstrationStands, resetDemonstration } from './demonstration-store.ts'

const parts = await testApp({
  demonstration: 'library',
  registration: 'open',
  resetDemonstration: { at: '03:00', always: false },
})
const { app, call, clock, database, dataFolder, open, said } = parts
const { pool } = database
const password = (await readFile(passwordFile(dataFolder), 'utf8')).trim()
const state = async () => (await call('GET', '/setup/state')).body
const reset = async () => resetDemonstration(pool, await newDemonstration(dataFolder), clock.now)

type SignedInTablet = Awaited<ReturnType<typeof signedInTablet>>

async function signedInTablet(email: string, its: string) {
  const tablet = { device: randomUUID(), lane: randomUUID() }
  const { body } = await call('POST', '/user/login', { body: { email, password: its, ...tablet } })
  const token = String(body['token'])
  await call('POST', '/sync/devices', { token, body: { protocol: PROTOCOL, ...tablet, block: 0 } })
  return { tablet, token, user: body['user'] as { org_id: string } }
}

const lead = await signedInTablet('lead@demo.test', password)
const { tablet, token } = lead
const { org_id: before } = lead.user

/** Tables that hold anything of an organization. */
async function tablesOf(orgId: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'org_id' ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name } of rows)
    if ((await pool.query(`SELECT FROM public."${name}" WHERE org_id = $1 LIMIT 1`, [orgId])).rowCount !== 0)
      found.push(name)
  return found
}

describe('the demonstration is reset', () => {
  test('guests are told which it is and when it is reset next', async () => {
    expect(await state()).toMatchObject({
      demo: true,
      demo_org: before,
      demo_reset_at: nextAt(clock.now, '03:00').toISOString(),
    })
    const kept = open({ resetDemonstration: undefined })
    const reply = await kept.inject('/setup/state')
    expect(reply.json()).not.toHaveProperty('demo_reset_at')
    await kept.close()
  })

  test('the last work counts, and by whom: a visitor’s goes, and that of somebody who has its password keeps it', async () => {
    const draws = async (who: SignedInTablet) => {
      clock.now = new Date(clock.now.getTime() + 60_000)
      const op = { op: 'create' as const, collection: 'draws' as const, _id: randomUUID(), content: draw() }
      const mutation = mutationOf(1, randomUUID(), 'draw.save', [op])
      const body = pushOf(await epochOf(pool), who.tablet, [mutation])
      const pushed = await call('POST', '/sync/push', { token: who.token, body })
      expect(pushed.body['results']).toMatchObject([{ status: 'applied' }])
    }
    const made = await demonstrationStands(pool)
    expect(made).toMatchObject({ isUsed: false })
    const { body: visit } = await call('POST', '/demonstration/visit')
    await draws(await signedInTablet(String(visit['email']), String(visit['password'])))
    expect(await demonstrationStands(pool)).toEqual({ ...made, workedAt: clock.now })
    expect(await state()).toHaveProperty('demo_reset_at')
    await draws(lead)
    expect(await demonstrationStands(pool)).toEqual({ ...made, workedAt: clock.now, isUsed: true })
    expect(await state()).not.toHaveProperty('demo_reset_at')
  })

  test('as another organization, with the same users and password, nothing of before, and its tablets let go', async () => {
    const stream = await listen(await addressOf(app), token)
    await stream.next()
    expect(await reset()).toBe(true)
    while ((await stream.next()) !== 'end');
    expect(await tablesOf(before)).toEqual([])
    expect((await call('GET', '/sync/pull?cursor=0&limit=10', { token })).status).toBe(401)
    const asked = await call('GET', `/sync/devices/standing?org=${before}&device=${tablet.device}`)
    expect([asked.status, asked.body['code']]).toEqual([404, 'not_found'])

    const { demo_org: after } = await state()
    expect(after).not.toBe(before)
    const { body } = await call('POST', '/user/login', { body: { email: 'technician@demo.test', password } })
    expect(body).toMatchObject({ success: true, user: { org_id: after, demo: true } })
    expect((await call('POST', '/demonstration/visit')).status).toBe(200)
  })

  test('a server that was stopped before its library was written finishes it at the next start, and makes no second one', async () => {
    const due = async () =>
      (await pool.query<{ library_due: boolean }>('SELECT library_due FROM organizations')).rows
    expect(await due()).toEqual([{ library_due: true }])
    const again = open()
    await again.ready()
    await again.close()
    expect(await due()).toEqual([{ library_due: false }])
    expect((await pool.query('SELECT FROM records')).rowCount).toBeGreaterThan(100)
    expect(said.filter((line) => line.startsWith('Made the '))).toHaveLength(1)
    const { rows } = await pool.query('SELECT demonstration_removed_at FROM installation')
    expect(rows).toEqual([{ demonstration_removed_at: null }])
  })

  test('never beside a real clinic, and never a real clinic', async () => {
    const { user } = await newOrganization(call, 'Elm Street Clinic')
    const stands = await state()
    expect(stands).not.toHaveProperty('demo_reset_at')
    const held = await tablesOf(user.org_id)
    expect(await demonstrationStands(pool)).toBeUndefined()
    expect(await reset()).toBe(false)
    expect((await state())['demo_org']).toBe(stands['demo_org'])
    expect(await tablesOf(user.org_id)).toEqual(held)
    await expect(
      pool.query('SELECT * FROM remove_demonstration($1, for_good => false)', [user.org_id]),
    ).rejects.toMatchObject({ code: '23001' })
  })
})
