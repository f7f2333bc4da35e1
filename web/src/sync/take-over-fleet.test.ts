import { takeOverOp } from 'sync-protocol/merge/take-over-op'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { keepSheet } from '../data/drafts/followed-sheet.ts'
import { saveAs } from '../data/outbox/save.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { sheetDraft } from './testing/samples.ts'

const person = (last: string, name: string): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms: [1],
})
const [ANN, BEN, CY] = [person('a1', 'Ann'), person('b1', 'Ben'), person('c1', 'Cy')] as const
const AGAIN = '0193aaaa-0000-7000-8000-00000000000f'
const KG = { weight_units: 'kg' } as const

/** Ann has Rex's sheet open, at 26 lb, and the server has it. */
async function begun() {
  const server = new FleetServer(
    '0193aaaa-0000-7000-8000-000000000001',
    '0193aaaa-0000-7000-8000-00000000000e',
    [ANN, BEN, CY],
  )
  let seed = 0
  let sheet = ''
  async function tabletOf(user: FleetUser) {
    const device = new FleetDevice(server, ++seed)
    await device.start()
    await device.signIn(user)
    const seen = async () => {
      const draft = await viewOf(device.clinic, 'drafts').get(sheet)
      if (draft?.content?.kind !== 'sheet') throw new Error('There is no open sheet.')
      return { draft, content: draft.content }
    }
    return {
      device,
      async synced() {
        for (let turn = 0; turn < 4; turn++) await device.round()
      },
      async enter(set: Partial<SheetDraft>) {
        server.now += 60_000
        const { content } = await seen()
        await keepSheet(device.clinic, device.saver, sheet, content, { ...content, ...set })
      },
      async take() {
        server.now += 60_000
        const { draft } = await seen()
        await saveAs(device.clinic, device.saver, { action: 'sheet.take_over', ops: [takeOverOp(draft)] })
      },
    }
  }
  const ann = await tabletOf(ANN)
  sheet = ann.device.newId()
  const content = {
    ...sheetDraft({}),
    species: 0,
    name: 'Rex',
    weight: '26',
    weight_units: 'lb',
  } as SheetDraft
  await keepSheet(ann.device.clinic, ann.device.saver, sheet, null, content)
  await ann.synced()
  const back = server.backup()
  const other = async (user: FleetUser) => {
    const tablet = await tabletOf(user)
    await tablet.synced()
    return tablet
  }
  return {
    ann,
    other,
    restore: () => back(AGAIN),
    /** Whose each open sheet is, and what it says. */
    open: () =>
      server.store
        .allRecords(server.orgId)
        .filter(({ collection, deleted }) => collection === 'drafts' && !deleted)
        .map(({ content: said, meta }) => {
          const { name, weight, outcome } = fieldsOf<SheetDraft>(said)
          return [meta.author_name, name, weight, outcome]
        }),
  }
}

test('[L6] after a restore the taker’s weight stands, whatever the author before brings back', async () => {
  const { ann, other, restore, open } = await begun()
  const ben = await other(BEN)
  await ben.take()
  await ben.enter({ weight: '12', ...KG })
  await ben.synced()
  // Without a network, and without knowing of it.
  await ann.enter({ outcome: 'foster' })
  restore()
  for (const tablet of [ben, ann, ben]) await tablet.synced()
  expect(open()).toEqual([['Ben', 'Rex', '12', 'foster']])
})

test('[L6] who took it over too late does not have it after a restore either', async () => {
  const { other, restore, open } = await begun()
  const [ben, cy] = [await other(BEN), await other(CY)]
  await cy.take()
  await ben.take()
  await ben.synced()
  await ben.enter({ weight: '12', ...KG })
  await ben.synced()
  await cy.synced()
  restore()
  for (const tablet of [cy, ben, cy, ben]) await tablet.synced()
  expect(open()).toEqual([['Ben', 'Rex', '12', 'N/A']])
})

test('[M3] taken over twice on one tablet without a network, what a third had typed by then comes to it', async () => {
  const { other, open } = await begun()
  const [shared, cy] = [await other(BEN), await other(CY)]
  await cy.take()
  await cy.synced()
  await cy.enter({ weight: '12', ...KG })
  await shared.take()
  await shared.device.signIn(ANN)
  await shared.take()
  await shared.synced()
  await shared.device.signIn(BEN)
  await shared.synced()
  await cy.synced()
  expect(open()).toEqual([['Ann', 'Rex', '12', 'N/A']])
})
