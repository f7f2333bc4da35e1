import { expect, test } from 'vitest'
import type { CodeTap } from 'sync-protocol/records/code-event'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { codeState, inOrder } from 'sync-protocol/rules/code'
import { saveAs } from '../outbox/save.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { patientOfCode, recentCodes, tapsOfCode, type StoredTap } from './code-events.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const SHEET = '0193bbbb-0000-7000-8000-000000000abc'
const CODE = codeIdOf(SHEET)
const BEGAN = Date.parse('2026-11-26T10:00:00.000Z')
const at = (seconds: number) => new Date(BEGAN + seconds * 1000).toISOString()
const user = (last: string, name: string): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms: [1],
})

async function tabletOf(server: FleetServer, person: FleetUser, nth: number): Promise<FleetDevice> {
  const tablet = new FleetDevice(server, nth)
  await tablet.start()
  await tablet.signIn(person)
  return tablet
}

let made = 0
async function tap(tablet: FleetDevice, what: CodeTap, seconds: number, more = {}): Promise<string> {
  const _id = `0193cccc-0000-7000-8000-${String(++made).padStart(12, '0')}`
  await saveAs(tablet.clinic, tablet.saver, {
    action: 'code_event.record',
    ops: [
      {
        op: 'create',
        collection: 'code_events',
        _id,
        content: { code_id: CODE, sheet_id: SHEET, what, at: at(seconds), ...more },
      },
    ],
  })
  return _id
}

test('all taps of two tablets that knew nothing of each other stay, on both, and say the same', async () => {
  const [ana, ben] = [user('a1', 'Ana'), user('b1', 'Ben')]
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const anas = await tabletOf(server, ana, 1)
  const bens = await tabletOf(server, ben, 2)
  const patient = { name: 'Milo', species: 0, weight: 12.4, weight_units: 'kg' }
  await tap(anas, 'started', 0, { patient })
  await tap(bens, 'started', 4, { patient: { ...patient, name: 'Milo again' } })
  await tap(anas, 'epinephrine', 60)
  const slip = await tap(bens, 'epinephrine', 70)
  await tap(bens, 'rhythm', 122, { detail: 'VF' })
  await tap(anas, 'shock', 130)
  expect(await tapsOfCode(CODE, bens.clinic)).toHaveLength(3)
  for (const tablet of [anas, bens, anas, bens]) await tablet.round()

  const both = await Promise.all(
    [anas, bens].map(async ({ clinic }) => inOrder(await tapsOfCode(CODE, clinic))),
  )
  for (const taps of both) {
    expect(taps.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'started Ana',
      'started Ben',
      'epinephrine Ana',
      'epinephrine Ben',
      'rhythm Ben',
      'shock Ana',
    ])
    expect(codeState(taps, BEGAN + 140_000)).toMatchObject({
      elapsed: 140_000,
      shocks: 1,
      epinephrine: { doses: 2 },
    })
    expect(patientOfCode(taps)?.name).toBe('Milo')
  }
  expect(both[0]).toEqual(both[1])

  const version = both[1]?.find(({ _id }) => _id === slip)?.version ?? 0
  await saveAs(bens.clinic, bens.saver, {
    action: 'code_event.void',
    ops: [{ op: 'void', collection: 'code_events', _id: slip, base: version, reason: 'Pressed by mistake' }],
  })
  for (const tablet of [bens, anas]) await tablet.round()
  const after = await tapsOfCode(CODE, anas.clinic)
  expect(after).toHaveLength(6)
  expect(after.find(({ _id }) => _id === slip)).toMatchObject({ isVoid: true, voidedBy: 'Ben' })
  expect(codeState(after, BEGAN + 140_000).epinephrine.doses).toBe(1)

  const listed = (seconds: number) => recentCodes(BEGAN + seconds * 1000, anas.clinic)
  const milo = { codeId: CODE, sheetId: SHEET, startedAt: at(0), patient: { name: 'Milo' } }
  expect(await listed(200)).toMatchObject([{ ...milo, stoppedAt: null }])
  // Nobody stopped it: after two hours without a tap it does not go on.
  expect(await listed(3 * 3600)).toMatchObject([{ ...milo, stoppedAt: at(130) }])
  await tap(anas, 'stopped', 300)
  expect(await listed(310)).toMatchObject([{ ...milo, stoppedAt: at(300) }])
  expect(await listed(8 * 24 * 3600)).toEqual([])
})

test('a code is for whom its first start says, and started again after it was stopped for whom that says', () => {
  const start = (_id: string, seconds: number, weight: number, isVoid = false) =>
    ({ _id, what: 'started', at: at(seconds), isVoid, patient: { species: 0, weight } }) as StoredTap
  const stop = (seconds: number, isVoid = false) =>
    ({ _id: `s${seconds}`, what: 'stopped', at: at(seconds), isVoid }) as StoredTap
  expect(patientOfCode([])).toBeUndefined()
  expect(patientOfCode([start('b', 4, 44), start('a', 0, 12)])?.weight).toBe(12)
  expect(patientOfCode([start('a', 0, 12), stop(60)])?.weight).toBe(12)
  const again = [start('a', 0, 12), stop(60), start('b', 90, 44), start('c', 93, 45), stop(200)]
  expect(patientOfCode(again)?.weight).toBe(44)
  expect(patientOfCode([start('a', 0, 12), stop(60, true), start('b', 90, 44)])?.weight).toBe(12)
  expect(patientOfCode([start('a', 0, 12, true), start('b', 9, 44)])?.weight).toBe(44)
  expect(patientOfCode([start('a', 0, 12, true)])?.weight).toBe(12)
})
