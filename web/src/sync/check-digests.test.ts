import { beforeEach, describe, expect, test, vi } from 'vitest'
import { digestsOf, withoutEmpty } from 'sync-protocol/records/digest'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveAs } from '../data/outbox/save.ts'
import { readSetting, writeSetting } from '../data/database/settings.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, heldBy, ORG, putRecord, recordId, shownOn } from './testing/full-clinic.ts'
import { drug } from './testing/samples.ts'

const errors = vi.spyOn(console, 'error')
beforeEach(() => {
  errors.mockReset()
})

async function loaded() {
  const server = fullServer({ drugs: 30, procedures: 5, draws: 40 })
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const snapshots: string[] = []
  tablet.network = {
    deliver(call) {
      if (call.path.startsWith('/sync/snapshot')) snapshots.push(call.path)
      return server.handle(call)
    },
  }
  const well = async () => {
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    const digests = digestsOf(server.store.allRecords(ORG))
    expect(withoutEmpty((await readSetting(tablet.clinic, 'digests')) ?? {})).toEqual(digests)
  }
  await well()
  snapshots.length = 0
  const asked = () => snapshots.map((path) => new URLSearchParams(path.split('?')[1]).get('collections'))
  return { server, tablet, asked, well, clinic: tablet.clinic }
}

describe('a damaged tablet', () => {
  const damages: [string, (table: ReturnType<typeof viewOf>, id: string) => Promise<unknown>][] = [
    ['a record is gone', (table, id) => table.delete(id)],
    ['a record is another version', (table, id) => table.update(id, { version: 7, seq: 900 })],
    ['a record ended', (table, id) => table.update(id, { deleted: true, content: null })],
    [
      'a record is there that is none',
      async (table, id) => table.put({ ...(await table.get(id)), _id: `${id.slice(0, -4)}ffff` } as never),
    ],
  ]
  for (const [what, damage] of damages) {
    for (const collection of ['drugs', 'draws'] as Collection[]) {
      test(`[L3] ${what} in ${collection}: found and healed at the next pull, that collection alone`, async () => {
        const { clinic, asked, well } = await loaded()
        await damage(viewOf(clinic, collection), recordId(collection, 3))
        await well()
        expect(asked()).toEqual([collection])
        expect(await readSetting(clinic, 'differences')).toMatchObject({
          count: 1,
          last: [{ collections: [collection], ended: true }],
        })
        expect(errors).toHaveBeenCalledWith('Records are not as they were stored.', [collection])
        await well()
        expect(asked()).toHaveLength(1)
        await damage(viewOf(clinic, collection), recordId(collection, 4))
        await well()
        expect(await readSetting(clinic, 'differences')).toMatchObject({ count: 2 })
      })
    }
  }

  test('[L3] what is kept wrong, while the tables are right, is counted anew, and nothing is loaded', async () => {
    const { clinic, asked, well } = await loaded()
    await writeSetting(clinic, 'digests', { drugs: { count: 1, sum: 2 } })
    await well()
    expect(asked()).toEqual([])
  })

  test('[L3] a tablet of an earlier version, which kept none, counts its tables, and loads nothing', async () => {
    const { clinic, asked, well, tablet } = await loaded()
    await clinic.settings.delete('digests')
    await tablet.clinic.settings.delete('loading')
    await well()
    expect(asked()).toEqual([])
    expect(errors).not.toHaveBeenCalled()
  })

  test('[L3] [T2] pending changes of its own do not count, and stay on top while their collection is loaded anew', async () => {
    const { clinic, tablet, server, asked } = await loaded()
    const [edited, removed, lost] = [1, 2, 3].map((nth) => recordId('drugs', nth)) as [string, string, string]
    const { section_key: _, ...dose } = (await viewOf(clinic, 'drugs').get(edited))?.content ?? {}
    const was = { ...dose, schedule: null, limits: null, amount_unit: null, reverses: null }
    const { network } = tablet
    tablet.network = {
      async deliver(call) {
        const answer = await network.deliver(call)
        if (call.path.startsWith('/sync/snapshot'))
          await saveAs(clinic, tablet.saver, {
            action: 'drug.update',
            ops: [
              { op: 'update', collection: 'drugs', _id: edited, base: 1, set: { name: 'Mine' }, was },
              { op: 'delete', collection: 'drugs', _id: removed, base: 1 },
              { op: 'create', collection: 'drugs', _id: tablet.newId(), content: drug('New') },
            ],
          })
        return answer
      },
    }
    await viewOf(clinic, 'drugs').delete(lost)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(asked()).toEqual(['drugs'])
    expect(await readSetting(clinic, 'differences')).toMatchObject({ count: 1, last: [{ ended: true }] })
    expect(await clinic.outbox.count()).toBe(1)
    const shown = viewOf(clinic, 'drugs')
    expect(await shown.get(edited)).toMatchObject({ content: { name: 'Mine' }, pending: true, version: 1 })
    expect(await shown.get(removed)).toMatchObject({ deleted: true, pending: true })
    expect(await shown.get(lost)).toMatchObject({ version: 1 })
    tablet.network = network
    await tablet.round()
    expect(await shownOn(clinic)).toEqual(heldBy(server))
    expect(await readSetting(clinic, 'differences')).toMatchObject({ count: 1 })
  })

  test('[L3] a server that counts wrongly costs one load, not one with every pull', async () => {
    const { clinic, server, asked, tablet, well } = await loaded()
    server.store.organization(ORG).digests = { drugs: { count: 7, sum: 7 } }
    await tablet.round()
    const { length } = asked()
    expect(length).toBeGreaterThan(0)
    await tablet.round()
    await tablet.round()
    expect(asked()).toHaveLength(length)
    expect(await readSetting(clinic, 'differences')).toMatchObject({ count: 1, last: [{ ended: false }] })
    server.store.organization(ORG).digests = digestsOf(server.store.allRecords(ORG))
    await well()
    expect(await readSetting(clinic, 'differences')).toMatchObject({ last: [{ ended: true }] })
  })

  test('[L3] a server that counts wrongly for ever costs a load after one hour, two, four, and then one a day', async () => {
    const { server, asked, tablet, well } = await loaded()
    const hour = 60 * 60_000
    server.store.organization(ORG).digests = { drugs: { count: 7, sum: 7 } }
    await tablet.round()
    const perLoad = asked().length
    for (const [nth, hours] of [1, 2, 4, 8, 16, 24, 24].entries()) {
      server.now += hours * hour - 60_000
      await tablet.round()
      expect(asked()).toHaveLength((nth + 1) * perLoad)
      server.now += 60_000
      await tablet.round()
      expect(asked()).toHaveLength((nth + 2) * perLoad)
    }
    server.store.organization(ORG).digests = digestsOf(server.store.allRecords(ORG))
    await well()
    // What differs after that is loaded for at once, and again after an hour.
    server.store.organization(ORG).digests = { drugs: { count: 7, sum: 7 } }
    await tablet.round()
    const { length } = asked()
    server.now += hour
    await tablet.round()
    expect(asked()).toHaveLength(length + perLoad)
  })

  test('[L3] while a server counts wrongly the tables are not looked through with every pull', async () => {
    const { clinic, server, tablet } = await loaded()
    server.store.organization(ORG).digests = { drugs: { count: 7, sum: 7 } }
    await tablet.round()
    expect(await readSetting(clinic, 'differences')).toMatchObject({ last: [{ ended: false }] })
    const looked = { at: server.now, took: 4_000 }
    await writeSetting(clinic, 'looked_through', looked)
    server.now += 60_000
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await readSetting(clinic, 'looked_through')).toEqual(looked)
  })

  test('[L3] [T4] a tab that takes the lead does not look through the tables again before it is time', async () => {
    const { clinic, server, tablet, well } = await loaded()
    const looked = { at: server.now, took: 4_000 }
    await writeSetting(clinic, 'looked_through', looked)
    await viewOf(clinic, 'drugs').delete(recordId('drugs', 3))
    server.now += 60_000
    expect(await tablet.otherTab()).toMatchObject({ ok: true })
    expect(await readSetting(clinic, 'looked_through')).toEqual(looked)
    server.now += 4_000_000
    await well()
    expect(await readSetting(clinic, 'looked_through')).toMatchObject({ at: server.now })
  })

  test('[L3] [T5] what is saved while the tables are looked through does not wait for the end of it', async () => {
    const { clinic, server, tablet } = await loaded()
    let pulled = 0
    tablet.network = {
      async deliver(call) {
        const answer = await server.handle(call)
        if (call.path.startsWith('/sync/pull') && pulled++ === 0)
          await saveAs(clinic, tablet.saver, {
            action: 'drug.create',
            ops: [{ op: 'create', collection: 'drugs', _id: tablet.newId(), content: drug('New') }],
          })
        return answer
      },
    }
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(pulled).toBe(1)
    expect(server.store.allRecords(ORG).filter(({ content }) => content?.['name'] === 'New')).toHaveLength(1)
    expect(await readSetting(clinic, 'differences')).toBeUndefined()
    await tablet.round()
    expect(await shownOn(clinic)).toEqual(heldBy(server))
    expect(await readSetting(clinic, 'differences')).toBeUndefined()
  })

  test(
    '[L3] [L4] killed while it loads a collection anew, it goes on, and what ended meanwhile leaves',
    { timeout: 60_000 },
    async () => {
      for (let kill = 1; ; kill++) {
        const { clinic, tablet, server, well } = await loaded()
        await viewOf(clinic, 'draws').delete(recordId('draws', 3))
        tablet.crashIn = kill
        await tablet.round().catch(() => undefined)
        const crashed = tablet.crashIn <= 0
        tablet.restart()
        putRecord(server, 'drugs', 4, null)
        await well()
        if (crashed) continue
        expect(kill).toBeGreaterThan(4)
        return
      }
    },
  )
})
