import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { mutationOf } from 'sync-protocol/testing/examples'
import { GIVEN_UP_MAX, GIVEN_UP_WORDS_MAX, wipedRequest } from 'sync-protocol/wire/device-standing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { giveUpLocalWork } from './give-up.ts'
import { localWork } from './local-work.ts'
import { newId } from '../database/ids.ts'
import { newLane } from '../outbox/lanes.ts'
import { closeClinics, prepareClinic } from '../device/open-clinics.ts'
import { noteCopied, noteNotRevoked, noteRevoked, revocations } from './revocation.ts'
import { finishWipes, settleRevocation, tellOfLocalWork, tellOfWipes, wipe } from './wipe.ts'
import { saveAs } from '../outbox/save.ts'
import { readRevoked, revoked } from './revocation-watch.ts'
import { blockToAsk } from '../restore/section-keys.ts'
import { tellOfSession } from '../outbox/session-log.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { deviceId, knownClinics, deviceDatabase } from '../device/device-database.ts'

let orgId: string
let clinic: ClinicDatabase
const user_id = newId()
const items: Record<string, string> = {}

beforeEach(async () => {
  for (const key of Object.keys(items)) delete items[key]
  const methods = {
    removeItem: (key: string) => delete items[key],
    getItem: (key: string) => items[key] ?? null,
  }
  vi.stubGlobal('localStorage', Object.assign(items, methods))
  orgId = newId()
  clinic = await prepareClinic(orgId)
  await clinic.lanes.put(newLane({ user_id, user_name: 'Tom' }, newId()))
})
afterEach(async () => {
  closeClinics()
  await deviceDatabase().revocations.clear()
  await deviceDatabase().losses.clear()
  vi.unstubAllGlobals()
})

const saveSomething = () =>
  saveAs(
    clinic,
    { user_id, newId, deviceNow: Date.now },
    { action: 'sheet.export', detail: 'Rex.pdf', ops: [] },
  )
const state = async () => (await revocations()).find(({ org_id }) => org_id === orgId)?.state
const exists = () => Dexie.exists(`clinic-${orgId}`)

test('[D2] what is unsent is shown and not removed, until it is sent or a person gives it up', async () => {
  await saveSomething()
  await noteRevoked(orgId)
  expect(await state()).toBe('sending')
  await settleRevocation(clinic, undefined)
  expect([await state(), (await localWork(clinic)).map(({ message }) => message)]).toEqual([
    'held',
    [expect.stringContaining('Rex.pdf')],
  ])
  await wipe(orgId)
  expect(await exists()).toBe(true)
  await giveUpLocalWork(orgId)
  await wipe(orgId)
  expect([await state(), await exists(), await knownClinics()]).toEqual([
    'wiped',
    false,
    expect.not.arrayContaining([orgId]),
  ])
})

test('[L6] [D2] what an earlier epoch of the server took is held too, and nothing goes before this one is begun', async () => {
  await writeSetting(clinic, 'epoch', 'before')
  const body = { ...mutationOf(1, newId(), 'sheet.export', []), detail: 'Rex.pdf' }
  const taken = { id: body.id, order: 1, user_id, user_name: 'Tom', body, hash: '', keys: [], receipt: '' }
  await clinic.acknowledged_together.add({ epoch: 'before', at: body.at, each: [taken] })
  await noteRevoked(orgId)
  await settleRevocation(clinic, 'now')
  expect(await state()).toBe('sending')
  await writeSetting(clinic, 'epoch', 'now')
  await settleRevocation(clinic, 'now')
  expect([await state(), (await localWork(clinic)).map(({ message }) => message)]).toEqual([
    'held',
    [expect.stringContaining('Rex.pdf')],
  ])
  // Taken by this epoch too, it lies here alone no more.
  await clinic.acknowledged_together.clear()
  await clinic.acknowledged_together.add({ epoch: 'now', at: body.at, each: [taken] })
  const content = { kind: 'sheet', name: 'Bella' }
  await writeSetting(clinic, 'drafts_to_return', [{ _id: newId(), author_id: user_id, content }])
  await settleRevocation(clinic, 'now')
  expect([await state(), (await localWork(clinic)).map(({ message }) => message)]).toEqual([
    'held',
    ['Open anesthesia sheet for Bella'],
  ])
  await writeSetting(clinic, 'drafts_to_return', [])
  await settleRevocation(clinic, 'now')
  expect(await state()).toBe('wiping')
})

test('[D2] what could not be sent is told to the server, once for as long as it is the same', async () => {
  const said: unknown[] = []
  let status = 503
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    said.push([path, JSON.parse(body)])
    return Response.json({ success: status === 200 }, { status })
  })
  await noteRevoked(orgId)
  await saveSomething()
  await tellOfLocalWork(clinic)
  expect(said).toEqual([])
  await settleRevocation(clinic, undefined)
  const [{ at } = { at: '' }] = await localWork(clinic)
  const held = { org: orgId, device: await deviceId(), unsent: 1, oldest: at }
  await tellOfLocalWork(clinic)
  status = 200
  for (let time = 0; time < 3; time++) await tellOfLocalWork(clinic)
  await saveSomething()
  await tellOfLocalWork(clinic)
  expect(said).toEqual([held, held, { ...held, unsent: 2 }].map((told) => ['/sync/devices/held', told]))
})

test('told sign-ins alone hold nothing up; a form that was typed and never saved does', async () => {
  await tellOfSession(clinic, user_id, 'session.log_in')
  await noteRevoked(orgId)
  await clinic.kept_forms.put({
    key: 'form',
    user_id,
    collection: 'drugs',
    _id: newId(),
    mode: 'create',
    species: 0,
    values: { name: 'Ketamine' },
    name: 'Ketamine',
    at: new Date().toISOString(),
  })
  await settleRevocation(clinic, undefined)
  expect(await state()).toBe('held')
  await clinic.kept_forms.clear()
  await settleRevocation(clinic, undefined)
  expect(await state()).toBe('wiping')
})

test('[D2] a sheet’s last letters that only the browser’s storage has are shown before they go, and what is stored is not', async () => {
  const content = { kind: 'sheet', name: 'Rex' }
  const id = newId()
  const kept = JSON.stringify({ id, content })
  items[`new-sheet/${user_id}/unwritten`] = kept
  await noteRevoked(orgId)
  await settleRevocation(clinic, undefined)
  expect([await state(), await localWork(clinic)]).toEqual([
    'held',
    [
      expect.objectContaining({
        user_name: 'Tom',
        entered: content,
        message: 'Open anesthesia sheet for Rex',
      }),
    ],
  ])
  delete items[`new-sheet/${user_id}/unwritten`]
  await settleRevocation(clinic, undefined)
  // Put away by a page that went after it was looked whether anything is left.
  items[`new-sheet/${user_id}/unwritten`] = kept
  await finishWipes()
  expect([await state(), await exists()]).toEqual(['sending', true])
  const meta = { author_id: user_id, author_name: 'Tom', date_created: '2026-11-20T10:00:00.000Z' }
  const at = { schema: 1, version: 1, seq: 1, deleted: false, meta }
  await clinic.table('drafts').put({ collection: 'drafts', _id: id, ...at, content })
  expect(await localWork(clinic)).toEqual([])
})

test('taken back in time nothing is removed; once it is being removed there is no way back', async () => {
  await noteRevoked(orgId)
  await noteNotRevoked(orgId)
  expect(await state()).toBeUndefined()
  await noteRevoked(orgId)
  await settleRevocation(clinic, undefined)
  await noteNotRevoked(orgId)
  expect(await state()).toBe('wiping')
})

test('[D2] killed in the middle, it goes on at the next start; what is remembered of the people goes, of others it stays', async () => {
  items[`new-sheet/${user_id}/draft`] = 'x'
  items['new-sheet/other/draft'] = 'y'
  const known = { email: `${orgId}@clinic.test`, user_id, org_id: orgId }
  await deviceDatabase().people.put(known)
  await noteRevoked(orgId)
  await settleRevocation(clinic, undefined)
  const killed = vi.spyOn(clinic, 'delete').mockImplementation(() => {
    throw new Error('killed')
  })
  await expect(wipe(orgId)).rejects.toThrow('killed')
  expect([await state(), await exists()]).toEqual(['wiping', true])
  killed.mockRestore()
  await finishWipes()
  expect([await state(), await exists(), await deviceDatabase().people.get(known.email)]).toEqual([
    'wiped',
    false,
    undefined,
  ])
  expect(Object.keys(items)).toEqual(expect.arrayContaining(['new-sheet/other/draft']))
  expect(Object.keys(items)).not.toContain(`new-sheet/${user_id}/draft`)
})

test('[D2] what is saved after it was looked whether anything is left is sent or shown first', async () => {
  await noteRevoked(orgId)
  await settleRevocation(clinic, undefined)
  await saveSomething()
  await finishWipes()
  expect([await state(), await exists()]).toEqual(['sending', true])
  await settleRevocation(clinic, undefined)
  expect(await state()).toBe('held')
  await giveUpLocalWork(orgId)
  await finishWipes()
  expect([await state(), await exists()]).toEqual(['wiped', false])
})

test('after it was taken back no run of section keys is dealt out a second time', async () => {
  await writeSetting(clinic, 'section_keys', { block: 2, next: 1201, to: 1299 })
  await noteRevoked(orgId)
  await settleRevocation(clinic, undefined)
  await wipe(orgId)
  const again = await prepareClinic(orgId)
  expect([blockToAsk(await readSetting(again, 'section_keys')), await state()]).toEqual([3, undefined])
})

describe('what was given up', () => {
  /** Every call of `/sync/devices/wiped`, and how it is answered. */
  function server() {
    const heard: unknown[] = []
    const answers = { status: 200 }
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      if (path === '/sync/devices/wiped') heard.push(JSON.parse(body))
      return Response.json({ success: answers.status === 200 }, { status: answers.status })
    })
    return { heard, answers }
  }
  const told = async (count: number, copied: boolean) => ({
    org: orgId,
    device: await deviceId(),
    given_up: {
      count,
      copied,
      changes: [
        { id: expect.any(String), user: user_id, message: expect.stringContaining('Rex.pdf') },
        ...Array.from({ length: Math.min(count, GIVEN_UP_MAX) - 1 }, () => expect.anything()),
      ],
    },
  })
  async function giveUp(changes: number) {
    for (let n = 0; n < changes; n++) await saveSomething()
    await noteRevoked(orgId)
    await settleRevocation(clinic, undefined)
    return (await localWork(clinic)).map(({ id }) => id)
  }

  test('[D2] is told to the server by name, once, however often it is out of reach; whether all was copied too', async () => {
    const { heard, answers } = server()
    const ids = await giveUp(2)
    await noteCopied(orgId, ids)
    await giveUpLocalWork(orgId)
    answers.status = 503
    await wipe(orgId)
    await tellOfWipes()
    answers.status = 200
    for (let time = 0; time < 3; time++) await tellOfWipes()
    const words = await told(2, true)
    expect(heard).toEqual([words, words])
    expect(await deviceDatabase().losses.count()).toBe(0)
  })

  test('[D2] is told also where the tablet was taken back, and used again, before the server heard of it', async () => {
    const { heard } = server()
    const [first = ''] = await giveUp(1)
    await noteCopied(orgId, [first])
    await saveSomething()
    await giveUpLocalWork(orgId)
    await wipe(orgId)
    await prepareClinic(orgId)
    expect(await state()).toBeUndefined()
    for (let time = 0; time < 2; time++) await tellOfWipes()
    expect(heard).toEqual([await told(2, false)])
  })

  test('[D2] is remembered by a removal that is killed in the middle', async () => {
    const { heard } = server()
    await giveUp(1)
    await giveUpLocalWork(orgId)
    const killed = vi.spyOn(deviceDatabase().people, 'filter').mockImplementation(() => {
      throw new Error('killed')
    })
    await expect(wipe(orgId)).rejects.toThrow('killed')
    killed.mockRestore()
    await clinic.delete()
    await finishWipes()
    await tellOfWipes()
    expect(heard).toEqual([await told(1, false)])
  })

  test('of very much the oldest are named, in words that the server takes', async () => {
    const { heard } = server()
    const name = `${'x'.repeat(GIVEN_UP_WORDS_MAX - 1)}\u{1F415}`
    const at = new Date().toISOString()
    const form = {
      user_id,
      collection: 'drugs' as const,
      mode: 'create' as const,
      species: 0 as const,
      at,
      name,
    }
    await clinic.kept_forms.bulkPut(
      Array.from({ length: GIVEN_UP_MAX + 5 }, (_, n) => ({
        ...form,
        key: `form ${n}`,
        _id: newId(),
        values: {},
      })),
    )
    await noteRevoked(orgId)
    await settleRevocation(clinic, undefined)
    await giveUpLocalWork(orgId)
    await wipe(orgId)
    await tellOfWipes()
    expect(wipedRequest.parse(heard[0]).given_up).toMatchObject({
      count: GIVEN_UP_MAX + 5,
      changes: { length: GIVEN_UP_MAX },
    })
  })

  test('nothing of it is told where all was sent', async () => {
    const { heard } = server()
    await giveUp(0)
    await wipe(orgId)
    await tellOfWipes()
    expect(heard).toEqual([{ org: orgId, device: await deviceId() }])
  })
})

test('what revoked this tablet is known before the first screen, without waiting for what is watched', async () => {
  await deviceDatabase().revocations.clear()
  await readRevoked()
  expect(revoked.getState().rows).toEqual([])
  const row = { org_id: newId(), org_name: 'Elm Street', heard_at: '2026-11-25T00:00:00.000Z', told: false }
  await deviceDatabase().revocations.add({ ...row, state: 'held', user_ids: [], blocks: 0 })
  await readRevoked()
  expect(revoked.getState().rows).toMatchObject([row])
})
