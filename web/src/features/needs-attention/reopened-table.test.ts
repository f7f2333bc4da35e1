import { afterEach, expect, test } from 'vitest'
import type { BalanceDraft } from 'sync-protocol/records/draft'
import type { Json } from 'sync-protocol/records/json'
import { savingBalance } from 'sync-protocol/rules/balance-intents'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import { entriesOf, newOpenTable, readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'
import { full, start } from 'sync-protocol/testing/table-examples'
import { attentionFor } from '../../data/attention/attention.ts'
import { viewOf } from '../../data/database/clinic-database.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { keepTable, saveTable, type SeenTable } from '../../data/drafts/table-drafts.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { reopensTable, reopenTable } from './reopened-table.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const SUBSTANCE = { drug_name: 'Ketamine', drug_concentration: 100 }

afterEach(() => setSignedIn(undefined))

const tableWith = (tablet: FleetDevice, draws: number, ana: FleetUser): OpenTable => ({
  ...newOpenTable(tablet.newId(), '2026-11-20T08:00:00.000Z', {
    user_id: ana.id,
    name: ana.name,
    at: '2026-11-20T08:00:00.000Z',
  }),
  substance: SUBSTANCE,
  confirmed: true,
  events: [start(), ...Array.from({ length: draws }, (_, k) => full(100, k + 1))],
})

/** Ana enters a table and saves its sheet; her permission is gone at the given moment. */
async function refusedTable(lostWhen: 'before all of it' | 'after the first entry') {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 5)
  await tablet.start()
  await tablet.signIn(ana)
  setSignedIn({
    clinic: tablet.clinic,
    user: {
      _id: ana.id,
      name: ana.name,
      email: 'ana@clinic.test',
      org_id: ORG,
      org_name: 'Clinic',
      org_perms: [1],
      time_zone: 'America/Chicago',
      demo: false,
    },
  })
  if (lostWhen === 'before all of it') ana.perms = [0]
  const whole = tableWith(tablet, 3, ana)
  let seen: SeenTable | null = null
  for (let entries = 2; entries <= whole.events.length; entries++) {
    const table = { ...whole, events: whole.events.slice(0, entries) } as unknown as Json
    seen = await keepTable(tablet.clinic, tablet.saver, seen, table)
    await tablet.round()
    ana.perms = [0]
  }
  const content = balanceContentOf(tableOf(whole.events), SUBSTANCE)
  await saveTable(tablet.clinic, tablet.saver, seen, savingBalance(content, tablet.newId()))
  await tablet.round()
  ana.perms = [1]
  await tablet.round()
  return { tablet, whole, waiting: () => attentionFor(tablet.clinic, { _id: ana.id, org_perms: [1] }) }
}

test.each(['before all of it', 'after the first entry'] as const)(
  '[T3] a balance table that was refused %s opens again with all its entries, and nothing else of it waits',
  async (lostWhen) => {
    const { tablet, whole, waiting } = await refusedTable(lostWhen)
    const [entry, ...more] = await waiting()
    expect(more).toEqual([])
    if (entry?.sort !== 'refused') throw new Error('The table is not in Needs attention.')
    expect(reopensTable(entry)).toBe(true)
    const draftId = await reopenTable(entry)
    const draft = await viewOf(tablet.clinic, 'drafts').get(draftId)
    const open = readOpenTable((draft?.content as BalanceDraft | null | undefined)?.table)
    expect(open?.events).toEqual(whole.events)
    expect(entriesOf(open ?? { events: [] })).toBe(3)
    expect(await waiting()).toEqual([])
    expect((await tablet.round()).ok).toBe(true)
    await tablet.round()
    expect(await waiting()).toEqual([])
    const left = await viewOf(tablet.clinic, 'drafts')
      .filter(({ deleted }) => !deleted)
      .toArray()
    expect(left.map(({ _id }) => _id)).toEqual([draftId])
  },
)
