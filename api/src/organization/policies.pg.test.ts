import { pullReply } from 'sync-protocol/wire/pull'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'

const { call } = await testApp({ registration: 'open' })

const read = async ({ token }: SignedIn) => (await call('GET', '/organization/policies', { token })).body
const change = (by: SignedIn, body: object, seen?: number) =>
  call('POST', '/organization/policies', {
    token: by.token,
    body,
    ...(seen === undefined ? {} : { headers: { 'if-match': `"${seen}"` } }),
  })
const log = async ({ token }: SignedIn) => {
  const { body } = await call('GET', '/organization/action-log', { token })
  return (body['entries'] as { message: string }[]).map(({ message }) => message)
}
const profileZone = async ({ token }: SignedIn) =>
  ((await call('GET', '/user/profile', { token })).body['user'] as { time_zone: string }).time_zone

describe("the clinic's settings", () => {
  test('nobody decided anything: no settings, at version 0', async () => {
    const clinic = await newOrganization(call)
    expect(await read(clinic)).toEqual({ success: true, item: { version: 0, content: {} } })
  })

  test('what is sent replaces what stands, all else stays, and an empty text takes a setting away', async () => {
    const clinic = await newOrganization(call, 'Elm Street Clinic')
    const first = {
      printed_name: ' Elm Street Animal Hospital ',
      printed_address: '1 Elm Street\nSpringfield',
    }
    expect((await change(clinic, first)).body).toMatchObject({
      item: {
        version: 1,
        content: { ...first, printed_name: 'Elm Street Animal Hospital' },
        edited_by: 'First User',
      },
    })
    expect((await change(clinic, { printed_address: '' })).body).toMatchObject({
      item: { version: 2, content: { printed_name: 'Elm Street Animal Hospital' }, edited_by: 'First User' },
    })
    const stands = await read(clinic)
    expect(stands['item']).toEqual({
      version: 2,
      content: { printed_name: 'Elm Street Animal Hospital' },
      edited_by: 'First User',
    })
    expect((await change(clinic, { printed_name: 'Elm Street Animal Hospital' })).body).toEqual(stands)
    expect(await log(clinic)).toEqual(
      expect.arrayContaining([
        "Edited clinic settings 'Elm Street Animal Hospital' (printed address '1 Elm Street Springfield' to none)",
        "Created clinic settings 'Elm Street Animal Hospital' (printed address '1 Elm Street Springfield')",
      ]),
    )
  })

  test('a time zone holds from then on wherever the server says one', async () => {
    const clinic = await newOrganization(call)
    await change(clinic, { printed_name: 'Elm Street' })
    expect(await profileZone(clinic)).toBe('America/Chicago')
    await change(clinic, { time_zone: 'America/Los_Angeles' })
    expect(await profileZone(clinic)).toBe('America/Los_Angeles')
    const { body } = await call('GET', '/organization/information', { token: clinic.token })
    expect(body['organization']).toMatchObject({ time_zone: 'America/Los_Angeles' })
    // Nobody knows any more which one it was before: taken away, it stays.
    await change(clinic, { time_zone: '' })
    expect(await profileZone(clinic)).toBe('America/Los_Angeles')
    const other = await newOrganization(call)
    expect(await profileZone(other)).toBe('America/Chicago')
  })

  test.each([
    [{ time_zone: 'Mars/Olympus Mons' }, 'time_zone', 'Time zone is invalid.'],
    [{ time_zone: '+05:00' }, 'time_zone', 'Time zone is invalid.'],
    [{ printed_name: 'x'.repeat(101) }, 'printed_name', 'Printed name is too long.'],
    [{ printed_address: 'x'.repeat(201) }, 'printed_address', 'Printed address is too long.'],
    [{ double_check: 'sometimes' }, 'double_check', 'Please choose when a second person checks.'],
  ])('%# is refused at its field', async (body, field, message) => {
    const clinic = await newOrganization(call)
    const refused = await change(clinic, body)
    expect([refused.status, refused.body]).toEqual([422, { success: false, code: 'invalid', field, message }])
    expect(await read(clinic)).toMatchObject({ item: { version: 0 } })
  })

  test('when a second person checks is chosen among what there is, and taken away again', async () => {
    const clinic = await newOrganization(call)
    await change(clinic, { double_check: 'red doses' })
    expect(await read(clinic)).toMatchObject({ item: { content: { double_check: 'red doses' } } })
    await change(clinic, { double_check: 'always' })
    await change(clinic, { double_check: '' })
    expect(await read(clinic)).toMatchObject({ item: { version: 3, content: {} } })
    expect(await log(clinic)).toEqual(
      expect.arrayContaining([
        'Created clinic settings (check by a second person red doses)',
        'Edited clinic settings (check by a second person red doses to always)',
        'Edited clinic settings (check by a second person always to none)',
      ]),
    )
  })

  test('who saw an older version is told, and nothing of the other is lost', async () => {
    const clinic = await newOrganization(call)
    await change(clinic, { printed_name: 'First' }, 0)
    const late = await change(clinic, { printed_name: 'Second' }, 0)
    expect([late.status, late.body['code']]).toEqual([412, 'conflict'])
    expect(await read(clinic)).toMatchObject({ item: { version: 1, content: { printed_name: 'First' } } })
  })

  test('only a holder of 0 sees them here or changes them; every reader of records has them in the feed', async () => {
    const clinic = await newOrganization(call)
    const staff = await newUser(call, clinic, [1, 2, 3])
    const manager = await newUser(call, clinic, [0])
    expect((await change(staff, { printed_name: 'Mine' })).status).toBe(403)
    expect((await call('GET', '/organization/policies', { token: staff.token })).status).toBe(403)
    expect((await change(manager, { printed_name: 'Elm Street' })).status).toBe(200)
    const pulled = await call('GET', '/sync/pull?cursor=0', { token: staff.token })
    const { changes } = pullReply.parse(pulled.body)
    expect(changes.filter(({ collection }) => collection === 'policies')).toMatchObject([
      { _id: clinic.user.org_id, version: 1, content: { printed_name: 'Elm Street' } },
    ])
  })
})
