import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draw } from 'sync-protocol/testing/examples'
import type { Profile } from 'sync-protocol/wire/accounts'
import { readStatus } from '../../sync/read-status.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { knownLedgerHead, ledgerPlace, openAlarms, seenHeads } from './ledger-head.ts'
import { reloadRecords } from '../restore/new-epoch.ts'
import { saveAs } from '../outbox/save.ts'
import { setSignedIn } from '../database/signed-in.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const NEXT_EPOCH = '0193aaaa-0000-7000-8000-00000000000f'
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
const NONE = { n: 0, hash: '0'.repeat(64) }
const head = (n: number, mark = 'a') => ({ n, hash: mark.repeat(64) })

async function clinicTablet() {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 5)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  setSignedIn({ clinic: tablet.clinic, user: { _id: ana.id, org_perms: ana.perms } as Profile })
  const tells = async (told: { n: number; hash: string }) => {
    tablet.server.store.organization(ORG).ledgerHead = told
    await tablet.round()
  }
  return { tablet, tells }
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => setSignedIn(undefined))

describe('the heads of the ledger that a tablet saw', () => {
  test('each new one is kept, also over a reload of the records and a killed browser', async () => {
    const { tablet, tells } = await clinicTablet()
    expect(await knownLedgerHead()).toEqual(NONE)
    await tells(head(3))
    await tells(head(3))
    await tells(head(7, 'b'))
    await reloadRecords(tablet.clinic)
    tablet.restart()
    setSignedIn({ clinic: tablet.clinic, user: { _id: ana.id, org_perms: [1] } as Profile })
    expect(await knownLedgerHead()).toEqual(head(7, 'b'))
    expect((await seenHeads()).map(({ epoch, n, hash }) => ({ epoch, n, hash }))).toEqual([
      { epoch: EPOCH, ...head(3) },
      { epoch: EPOCH, ...head(7, 'b') },
    ])
    expect(await openAlarms(tablet.clinic)).toEqual([])
  })

  test('a head is stored with the page that told it: a browser killed before keeps neither', async () => {
    const { tablet, tells } = await clinicTablet()
    tablet.crashIn = 1
    await tells(head(3))
    tablet.restart()
    expect(await tablet.clinic.ledger_heads.count()).toBe(0)
    await tablet.round()
    expect(await tablet.clinic.ledger_heads.count()).toBe(1)
  })

  test.each([
    ['a shorter ledger', head(8)],
    ['an empty ledger', NONE],
    ['another entry under the same number', head(9, 'f')],
  ])('%s overwrites nothing and is pointed out once', async (_, told) => {
    const { tablet, tells } = await clinicTablet()
    await tells(head(9))
    await tells(told)
    await tells(told)
    expect(await knownLedgerHead()).toEqual(head(9))
    expect(await openAlarms(tablet.clinic)).toEqual([
      {
        epoch: EPOCH,
        seen: { epoch: EPOCH, ...head(9), seen_at: expect.any(String) },
        told: { ...told, at: expect.any(String) },
      },
    ])
    expect(await readStatus(tablet.clinic, { _id: ana.id, org_perms: [1] })).toMatchObject({
      ledgerAlarms: 1,
    })
    // A ledger that grew again over what was cut off: the head seen before still stands, for whoever verifies.
    await tells(head(12, 'c'))
    expect((await seenHeads()).map(({ n }) => n)).toEqual([9, 12])
  })

  test('the server’s next epoch begins anew, and what was seen of the old one stays', async () => {
    const { tablet, tells } = await clinicTablet()
    await tells(head(9))
    const { server } = tablet
    const restored = new FleetServer(ORG, NEXT_EPOCH, [ana])
    server.store = restored.store
    await tells(head(4, 'd'))
    expect(await knownLedgerHead()).toEqual(head(4, 'd'))
    expect((await seenHeads()).map(({ epoch, n }) => [epoch, n])).toEqual([
      [EPOCH, 9],
      [NEXT_EPOCH, 4],
    ])
    expect(await openAlarms(tablet.clinic)).toEqual([])
  })
})

test('a draw is in the ledger when the server has it, and not while it is only on this tablet', async () => {
  const { tablet, tells } = await clinicTablet()
  const _id = tablet.newId()
  const { clinic, saver } = tablet
  await saveAs(clinic, saver, {
    action: 'draw.create',
    ops: [{ op: 'create', collection: 'draws', _id, content: draw() }],
  })
  await tells(head(4))
  const unsent = tablet.newId()
  await saveAs(clinic, saver, {
    action: 'draw.create',
    ops: [{ op: 'create', collection: 'draws', _id: unsent, content: draw() }],
  })
  expect(await ledgerPlace('draws', _id)).toEqual({ entered: true, head: head(4) })
  expect(await ledgerPlace('draws', unsent)).toEqual({ entered: false })
  expect(await ledgerPlace('draws', tablet.newId())).toEqual({ entered: false })
  await saveAs(clinic, saver, {
    action: 'draw.void',
    ops: [{ op: 'void', collection: 'draws', _id, base: 1, reason: 'Entered twice' }],
  })
  expect(await ledgerPlace('draws', _id)).toEqual({ entered: true, head: head(4) })
})

test('[T2] the answer to a push tells the head that covers its draws, and a page that told of more is not contradicted', async () => {
  const { tablet } = await clinicTablet()
  const { clinic, saver, server } = tablet
  const UNREADABLE = { status: 503, body: { success: false, code: 'unavailable', message: 'No.' } }
  tablet.network = {
    deliver: async (call) =>
      call.path.startsWith('/sync/pull') ? { ...UNREADABLE, retryAfterMs: undefined } : server.handle(call),
  }
  const sendsDraw = async (told: { n: number; hash: string }) => {
    const _id = tablet.newId()
    const op = { op: 'create', collection: 'draws', _id, content: draw() } as const
    await saveAs(clinic, saver, { action: 'draw.create', ops: [op] })
    server.store.organization(ORG).ledgerHead = told
    await tablet.round()
    return ledgerPlace('draws', _id)
  }
  expect(await sendsDraw(head(4))).toEqual({ entered: true, head: head(4) })
  expect(await clinic.outbox.count()).toBe(0)
  expect(await sendsDraw(head(3))).toEqual({ entered: true, head: head(4) })
  expect(await openAlarms(clinic)).toEqual([])
  await sendsDraw(head(4, 'f'))
  expect(await openAlarms(clinic)).toMatchObject([{ seen: head(4), told: head(4, 'f') }])
})
