import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { emptyDatabase } from '../database/testing.ts'
import { endProcesses, runProgram } from '../database/testing-process.ts'
import { templateName } from '../database/testing-url.ts'
import { newOrganization, testApp } from '../testing.ts'
import {
  clinics,
  createUser,
  maximumUsers,
  resetDemonstrationNow,
  resetPassword,
  revokeTablet,
  tablets,
  users,
  type Operation,
} from './admin-commands.ts'

const { call, clock, database, dataFolder } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const other = await newOrganization(call, 'Another Clinic')
afterAll(endProcesses)

const operation = (publicUrl = 'https://clinic.test'): Operation => ({
  database,
  config: { publicUrl, dataFolder, demonstration: 'library' },
  now: clock.now,
})
const keyOf = async ({ token }: { token: string }) => {
  const { body } = await call('GET', '/organization/information', { token })
  return (body['organization'] as { key: string }).key
}
const logOf = async ({ user }: { user: { org_id: string } }) =>
  (
    await database.pool.query<{ user_name: string; message: string }>(
      'SELECT user_name, message FROM "logged-actions" WHERE org_id = $1 ORDER BY received_at DESC, ctid DESC',
      [user.org_id],
    )
  ).rows
const [key, otherKey] = [await keyOf(clinic), await keyOf(other)]

const FIRST = 'Green lamp 7!'

/** Follows a printed link as its browser does. */
async function choosePassword(lines: readonly string[], password: string) {
  const id = /\/reset-password\/([\w-]{64})$/m.exec(lines.join('\n'))?.[1]
  const body = { password, confirm_password: password }
  return call('PUT', `/services/password-reset/confirm/${id}`, { body })
}

describe('the operator', () => {
  test('sees every clinic with its key, and its users, and never another clinic’s', async () => {
    expect(await clinics(operation())).toEqual([
      `${otherKey}  Another Clinic, 1 of 50 users`,
      `${key}  Elm Street Clinic, 1 of 50 users`,
    ])
    expect(await users(operation(), ` ${key.toLowerCase()} `)).toEqual([
      `${clinic.user.email}  First User  0,1,2,3`,
    ])
    await expect(users(operation(), 'NONE')).rejects.toThrow('There is no clinic with the key NONE.')
  })

  test('makes a link for a lost password, once, under their own name in the action log', async () => {
    const first = await resetPassword(operation(), clinic.user.email)
    const lines = await resetPassword(
      operation('http://localhost:3000'),
      ` ${clinic.user.email.toUpperCase()}`,
    )
    expect(lines.at(-1)).toContain('The link leads to this computer.')
    expect((await choosePassword(first, 'Another horse 1!')).body).toEqual({ success: true, result: false })
    expect((await choosePassword(lines, 'Another horse 1!')).body).toEqual({ success: true, result: true })
    expect((await choosePassword(lines, FIRST)).body).toEqual({ success: true, result: false })
    const again = await call('POST', '/user/login', {
      body: { email: clinic.user.email, password: 'Another horse 1!' },
    })
    expect(again.body['success']).toBe(true)
    expect((await call('GET', '/user/confirm', { token: clinic.token })).status).toBe(401)
    expect(await logOf(clinic)).toContainEqual({
      user_name: 'Operator of the server',
      message: `Made a link with which 'First User' (${clinic.user.email}) can choose a new password`,
    })
    clinic.token = String(again.body['token'])
    await expect(resetPassword(operation(), 'nobody@clinic.test')).rejects.toThrow(
      'Nobody logs in with nobody@clinic.test.',
    )
  })

  test('makes a user who chooses their own password', async () => {
    const email = `${randomUUID().slice(0, 8)}@staff.test`
    const lines = await createUser(operation(), key, email, ' Nora New ', '2,1,1')
    expect(lines[0]).toBe('Nora New is a user of Elm Street Clinic now.')
    expect((await choosePassword(lines, FIRST)).body['result']).toBe(true)
    const { body } = await call('POST', '/user/login', { body: { email, password: FIRST } })
    expect(body['user']).toMatchObject({ name: 'Nora New', org_perms: [1, 2] })
    expect(await logOf(clinic)).toContainEqual({
      user_name: 'Operator of the server',
      message: `Created user 'Nora New' (${email}): personal records, records created by others`,
    })
  })

  test.each([
    [['nora', 'Nora', '1'], 'Email is invalid.'],
    [['nora@staff.test', ' ', '1'], 'Please enter user name.'],
    [['nora@staff.test', 'Nora', '4'], 'ACTIONS is numbers from 0 to 3'],
    [['nora@staff.test', 'Nora', ''], 'ACTIONS is numbers from 0 to 3'],
  ] as const)('makes nobody of %j', async ([email, name, actions], message) => {
    await expect(createUser(operation(), key, email, name, actions)).rejects.toThrow(message)
  })

  test('raises the maximum of users, and never puts it below those that there are', async () => {
    const full = maximumUsers(operation(), otherKey, '1')
    expect(await full).toEqual(['Another Clinic may have 1 user now.'])
    await expect(createUser(operation(), otherKey, 'ann@other.test', 'Ann', '1')).rejects.toThrow(
      'All 1 places are taken.',
    )
    await maximumUsers(operation(), otherKey, '2')
    await createUser(operation(), otherKey, 'ann@other.test', 'Ann', '1')
    await expect(maximumUsers(operation(), otherKey, '1')).rejects.toThrow('has 2 users already')
    await expect(maximumUsers(operation(), otherKey, '0')).rejects.toThrow('NUMBER is a number from 1')
    await expect(createUser(operation(), key, 'ann@other.test', 'Ann', '1')).rejects.toThrow(
      'This email is already registered.',
    )
    expect(await logOf(other)).toContainEqual({
      user_name: 'Operator of the server',
      message: 'Changed the maximum number of users from 1 to 2',
    })
  })

  test('revokes a tablet by the end of its ID, once', async () => {
    const device = randomUUID()
    await call('POST', '/user/login', {
      body: { email: clinic.user.email, password: 'Another horse 1!', device, lane: randomUUID() },
    })
    const end = device.slice(-6)
    expect(await tablets(operation(), key)).toEqual([expect.stringContaining(device)])
    await expect(revokeTablet(operation(), otherKey, end)).rejects.toThrow('No tablet of this clinic')
    await expect(revokeTablet(operation(), key, device.slice(-3))).rejects.toThrow('No tablet of this clinic')
    expect(await revokeTablet(operation(), key, end)).toEqual([expect.stringContaining('is revoked.')])
    expect(await revokeTablet(operation(), key, device)).toEqual([expect.stringContaining('already')])
    expect(await tablets(operation(), key)).toEqual([expect.stringMatching(/, revoked$/)])
    const { body } = await call('GET', '/organization/devices', { token: clinic.token })
    const [listed] = body['devices'] as ListedDevice[]
    expect([listed?.revoked_at, listed?.revoked_by_name]).toEqual([clock.now.toISOString(), null])
  })
})

test('npm run admin says how it is used, and reaches the database', async () => {
  const run = async (...args: string[]) => {
    const program = runProgram('admin/admin-command.ts', args, {
      DATABASE_URL: await emptyDatabase(templateName),
    })
    return [await program.ended, program.printed()]
  }
  const usage = expect.stringContaining('Usage: npm run admin -- COMMAND')
  expect(await run()).toEqual([1, usage])
  expect(await run('toString')).toEqual([1, usage])
  expect(await run('users')).toEqual([1, usage])
  expect(await run('clinics')).toEqual([0, 'There is no clinic yet.\n'])
  expect(await run('users', 'NONE')).toEqual([
    1,
    expect.stringContaining('There is no clinic with the key NONE.'),
  ])
}, 120_000)

test('the operator resets the demonstration, with its library, and only where no clinic works', async () => {
  await expect(resetDemonstrationNow(operation())).rejects.toThrow('Nothing was changed.')
  const demo = await testApp({ demonstration: 'library' })
  const idOf = async () => (await demo.call('GET', '/setup/state')).body['demo_org']
  const before = await idOf()
  const config = { publicUrl: '', dataFolder: demo.dataFolder, demonstration: 'library' } as const
  expect(await resetDemonstrationNow({ database: demo.database, config, now: demo.clock.now })).toEqual([
    'The demonstration is as on its first day. Its tablets remove what they had of it.',
  ])
  expect(await idOf()).not.toBe(before)
  const { rows } = await demo.database.pool.query('SELECT DISTINCT org_id FROM records')
  expect(rows).toEqual([{ org_id: await idOf() }])
})
