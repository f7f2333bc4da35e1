import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveAs } from '../data/outbox/save.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { draw, sheet } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }

/** A sheet is saved and sent, and the browser is killed before the `before`-th transaction that writes; then all goes on. */
async function killed(before: number) {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, before)
  await tablet.start()
  await tablet.signIn(ana)
  const sheetId = tablet.newId()
  const ops = [
    { op: 'create' as const, collection: 'sheets' as const, _id: sheetId, content: sheet('Rex') },
    {
      op: 'create' as const,
      collection: 'draws' as const,
      _id: tablet.newId(),
      content: draw('Rex', sheetId),
    },
  ]
  tablet.crashIn = before
  let saved = false
  try {
    await saveAs(tablet.clinic, tablet.saver, { action: 'sheet.save', ops })
    saved = true
    await tablet.round()
  } catch (error) {
    if (tablet.crashIn > 0) throw error
  }
  const crashed = tablet.crashIn <= 0
  tablet.restart()
  expect(await tablet.round()).toMatchObject({ ok: true })
  return { server, tablet, saved, crashed }
}

test('[T1] [D2] [P1] killed before any transaction: what was said to be saved arrives once, what was not leaves nothing', async () => {
  for (let before = 1; ; before++) {
    const { server, tablet, saved, crashed } = await killed(before)
    expect(server.store.allRecords(ORG).map(({ collection }) => collection)).toEqual(
      saved ? ['sheets', 'draws'] : [],
    )
    expect(server.store.organization(ORG).outcomes.size).toBe(saved ? 1 : 0)
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'sheets').count()).toBe(saved ? 1 : 0)
    if (crashed) continue
    expect(before).toBeGreaterThan(8)
    return
  }
})
