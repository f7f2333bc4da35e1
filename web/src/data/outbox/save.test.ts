import { IDBTransaction } from 'fake-indexeddb'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepAnswer } from '../../sync/heard.ts'
import { beforeWrites } from '../../sync/testing/before-writes.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { draw, drug, sheet, singleDraw } from '../../sync/testing/samples.ts'
import { viewOf } from '../database/clinic-database.ts'
import { NotSavedError, saveAs } from './save.ts'
import { nothingKnown, syncStatus } from '../database/sync-status.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }

async function tablet(seed = 1): Promise<FleetDevice> {
  const made = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), seed)
  await made.start()
  await made.signIn(ana)
  return made
}

describe('saving', () => {
  test('[T1] the effect, the outbox row and the lane number are there together', async () => {
    const { clinic, saver, newId } = await tablet()
    const [sheetId, drawId] = [newId(), newId()]
    const { mutation_id } = await saveAs(clinic, saver, {
      action: 'sheet.save',
      ops: [
        { op: 'create', collection: 'sheets', _id: sheetId, content: sheet('Rex') },
        { op: 'create', collection: 'draws', _id: drawId, content: draw('Rex', sheetId) },
      ],
    })
    const rows = await clinic.outbox.toArray()
    expect(rows.map(({ id, n, done }) => ({ id, n, done }))).toEqual([{ id: mutation_id, n: 1, done: 0 }])
    expect(await clinic.lanes.get(ana.id)).toMatchObject({ next_n: 2, unsent: 1 })
    expect(await viewOf(clinic, 'sheets').get(sheetId)).toMatchObject({
      pending: true,
      version: 0,
      content: { name: 'Rex' },
    })
    expect(await viewOf(clinic, 'draws').get(drawId)).toMatchObject({
      pending: true,
      meta: { author_name: 'Ana' },
    })
  })

  test('[T7] once it is saved the mark never says that all is sent', async () => {
    const { clinic, saver, newId } = await tablet()
    syncStatus.setState({ ...nothingKnown, serverReachable: true, state: 'sent' }, true)
    await saveAs(clinic, saver, {
      action: 'drug.create',
      ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug('Ketamine') }],
    })
    expect(syncStatus.getState()).toMatchObject({ state: 'sending', unsent: 1 })
  })

  test.each(['outbox', 'lanes', 'server_state', 'drugs'])(
    '[T1] a failure in the transaction leaves nothing half done (%s)',
    async (store) => {
      const { clinic, saver, newId } = await tablet()
      const stop = beforeWrites(store, () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      })
      onTestFinished(stop)
      const intent = {
        action: 'drug.create',
        ops: [
          { op: 'create' as const, collection: 'drugs' as const, _id: newId(), content: drug('Ketamine') },
        ],
      }
      const before = await clinic.lanes.toArray()
      const error = await saveAs(clinic, saver, intent).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NotSavedError)
      expect(error).toHaveProperty('message', 'not saved')
      expect(await clinic.outbox.count()).toBe(0)
      expect(await viewOf(clinic, 'drugs').count()).toBe(0)
      expect(await clinic.lanes.toArray()).toEqual(before)
      stop()
      await saveAs(clinic, saver, intent)
      expect(await clinic.outbox.toArray()).toMatchObject([{ n: 1 }])
    },
  )

  test('[T1] a write that fails after all was asked for takes everything with it', async () => {
    const { clinic, saver, newId } = await tablet()
    const create = (name: string) =>
      saveAs(clinic, saver, {
        action: 'drug.create',
        ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug(name) }],
      })
    await create('Stands')
    const [row] = await clinic.outbox.toArray()
    const lanes = await clinic.lanes.toArray()
    const committed = vi.spyOn(IDBTransaction.prototype, 'commit')
    // The store has this key: its answer says so, long after the call.
    const stop = beforeWrites('outbox', (_running, value) => ({ ...value, order: row?.order }))
    onTestFinished(stop)
    await expect(create('Fails')).rejects.toThrow(NotSavedError)
    expect(committed).toHaveBeenCalledOnce()
    expect(await clinic.outbox.toArray()).toEqual([row])
    expect(await clinic.lanes.toArray()).toEqual(lanes)
    expect(await clinic.server_state.count()).toBe(1)
    expect(await viewOf(clinic, 'drugs').toArray()).toMatchObject([{ content: { name: 'Stands' } }])
    stop()
    await create('Again')
    expect((await clinic.outbox.toArray()).map(({ n }) => n)).toEqual([1, 2])
  })

  test('a save waits for nobody who reads other tables', async () => {
    const { clinic, saver, newId } = await tablet()
    const ran: [stores: string[], durability: string][] = []
    const stop = beforeWrites('outbox', ({ objectStoreNames, durability }) => {
      ran.push([[...objectStoreNames], durability])
    })
    onTestFinished(stop)
    await saveAs(clinic, saver, {
      action: 'drug.create',
      ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug('Ketamine') }],
    })
    // `unread` is what each write takes, so that one runs at a time: nobody who presses something reads it.
    expect(ran).toEqual([[['drugs', 'lanes', 'outbox', 'server_state', 'settings', 'unread'], 'strict']])
  })

  test('[T2] what the server has stays beside a record that two changes touch, though the first changed nothing', async () => {
    const made = await tablet()
    const { clinic, saver, newId } = made
    const id = newId()
    await saveAs(clinic, saver, {
      action: 'drug.create',
      ops: [{ op: 'create', collection: 'drugs', _id: id, content: drug('Ketamine') }],
    })
    await made.round()
    const onServer = await viewOf(clinic, 'drugs').get(id)
    for (const section of [-1, 5, 6])
      await saveAs(clinic, saver, {
        action: 'drug.update',
        ops: [
          {
            op: 'update',
            collection: 'drugs',
            _id: id,
            base: 1,
            set: { section_key: section },
            was: { section_key: -1 },
          },
        ],
      })
    expect(await clinic.server_state.toArray()).toMatchObject([{ record: onServer }])
    expect(await viewOf(clinic, 'drugs').get(id)).toMatchObject({
      pending: true,
      content: { section_key: 6 },
    })
  })

  test('[P8] a clock that was set back since the server last answered is no time to guess from', async () => {
    const made = await tablet()
    const { clinic, server, newId } = made
    await keepAnswer(clinic, await made.round(), made.deviceNow())
    const draws = async (name: string, at?: string) => {
      const ops = [{ op: 'create', collection: 'draws', _id: newId(), content: singleDraw(name) } as const]
      await saveAs(clinic, made.saver, { action: 'draw.create', ops, ...(at && { at }) })
    }
    await draws('t1t')
    made.clockError = -30_000
    await draws('t2t')
    made.clockError = -5 * 24 * 3_600_000
    await draws('t3t')
    const offsets = async () => (await clinic.outbox.toArray()).map(({ body }) => body.clock_offset_ms)
    expect(await offsets()).toEqual([0, 0, null])
    const heard = await made.round()
    const unsure = server.store
      .allRecords(server.orgId)
      .filter(({ flags }) => flags?.includes('time_unconfirmed'))
      .map(({ content }) => JSON.stringify(content).match(/t\dt/)?.[0])
    expect(unsure).toEqual(['t3t'])
    // Heard again, it is corrected by what the server said.
    await keepAnswer(clinic, heard, made.deviceNow())
    await draws('t4t')
    expect(await offsets()).toEqual([5 * 24 * 3_600_000])
  })

  test('[T6] more than 500 operations or 1 MiB is refused when saving', async () => {
    const { clinic, saver, newId } = await tablet()
    const create = (notes: string) => ({
      op: 'create' as const,
      collection: 'drafts' as const,
      _id: newId(),
      content: { kind: 'balance', table: notes },
    })
    const many = { action: 'draft.save', ops: Array.from({ length: 501 }, () => create('')) }
    const large = { action: 'draft.save', ops: [create('x'.repeat(1_048_576))] }
    await expect(saveAs(clinic, saver, many)).rejects.toThrow('not saved')
    await expect(saveAs(clinic, saver, large)).rejects.toThrow('not saved')
    expect(await clinic.outbox.count()).toBe(0)
  })

  test('the view of a record keeps the version of the server, so that an edit says what was seen', async () => {
    const made = await tablet()
    const { clinic, saver, newId } = made
    const id = newId()
    await saveAs(clinic, saver, {
      action: 'drug.create',
      ops: [{ op: 'create', collection: 'drugs', _id: id, content: drug('Ketamine') }],
    })
    await made.round()
    await saveAs(clinic, saver, {
      action: 'drug.update',
      ops: [
        {
          op: 'update',
          collection: 'drugs',
          _id: id,
          base: 1,
          set: { section_key: 5 },
          was: { section_key: -1 },
        },
      ],
    })
    expect(await viewOf(clinic, 'drugs').get(id)).toMatchObject({
      version: 1,
      pending: true,
      content: { section_key: 5 },
    })
  })
})
