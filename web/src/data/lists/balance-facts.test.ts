import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { balanceFacts } from './balance-facts.ts'
import { forgetLists, listIndexOf } from './list-index.ts'
import { saveAs } from '../outbox/save.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
const drawId = (n: number) => `0193aaaa-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`

const row = (draw_id?: string): JsonObject => ({
  kind: draw_id === undefined ? 'opening' : 'draw',
  procedure_number: -1,
  date: '2026-11-20',
  title: 'Rex',
  species: 0,
  description: '',
  bottle_number: '1',
  reason: '',
  added: null,
  used: null,
  adjusted: null,
  balance: 5,
  empty: false,
  ...(draw_id !== undefined && { draw_id }),
})
const balance = (drug_name: string, draws: number[] = []): JsonObject => ({
  drug_name,
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 10,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  pages: [[row(), ...draws.map((n) => row(drawId(n)))]],
  closing: { bottle_number: '1', container_size: 10, balance: 5 },
})

async function tabletOf(server: FleetServer, seed: number) {
  const tablet = new FleetDevice(server, seed)
  await tablet.start()
  await tablet.signIn(ana)
  const create = async (content: JsonObject) => {
    const _id = tablet.newId()
    const ops = [{ op: 'create' as const, collection: 'balances' as const, _id, content }]
    await saveAs(tablet.clinic, tablet.saver, { action: 'balance.create', ops })
    return _id
  }
  return { tablet, create }
}

afterEach(forgetLists)

test('holds no rows, and every use of a draw', async () => {
  const { tablet, create } = await tabletOf(new FleetServer(ORG, EPOCH, [ana]), 3)
  const _id = await create(balance('Ketamine', [2, 1, 2]))
  const index = listIndexOf(tablet.clinic, 'balances', 'UTC')
  await index.ready
  const [facts] = balanceFacts(index.entries())
  expect(facts).toMatchObject({
    _id,
    order: 0,
    drug_name: 'Ketamine',
    draw_ids: [drawId(2), drawId(1), drawId(2)],
    closing: { balance: 5 },
    voided: false,
  })
  expect(JSON.stringify(index.entries())).not.toContain('Rex')
})

test("[Q-30] stands in the feed's order, this tablet's own unsent ones last, whatever the clocks say", async () => {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const here = await tabletOf(server, 3)
  const there = await tabletOf(server, 4)
  await here.create(balance('Made first, sent second'))
  await there.create(balance('Made second, sent first'))
  await there.tablet.round()
  await here.tablet.round()
  const voided = await here.create(balance('Sent third, then voided'))
  await here.tablet.round()
  await here.create(balance('Not sent'))
  const index = listIndexOf(here.tablet.clinic, 'balances', 'UTC')
  await index.ready
  const names = () => balanceFacts(index.entries()).map(({ drug_name }) => drug_name)
  expect(names()).toEqual([
    'Made second, sent first',
    'Made first, sent second',
    'Sent third, then voided',
    'Not sent',
  ])
  const ops = [
    { op: 'void' as const, collection: 'balances' as const, _id: voided, base: 1, reason: 'Twice' },
  ]
  await saveAs(here.tablet.clinic, here.tablet.saver, { action: 'balance.delete', ops })
  expect(balanceFacts(index.entries()).filter((facts) => facts.voided)).toMatchObject([{ _id: voided }])
  expect(index.entries().find(({ _id }) => _id === voided)).toMatchObject({
    voiding: { by_name: 'Ana', reason: 'Twice' },
  })
})
