import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { beforeWrites } from '../../sync/testing/before-writes.ts'
import { drug } from '../../sync/testing/samples.ts'
import { clinicDatabase, viewOf, type ClinicDatabase, type Table } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { newLane } from './lanes.ts'
import { liveRead } from '../database/live-read.ts'
import { keepOpen } from '../database/reopen.ts'
import { NotSavedError, queueMutation, saveAs, durableTransaction, type Intent, type Saver } from './save.ts'
import { nothingKnown, syncStatus } from '../database/sync-status.ts'

let clinic: ClinicDatabase
let saver: Saver
/** Called before each write of the outbox. */
let onQueue: (running: IDBTransaction) => void
let stop: () => void
const onReopened = vi.fn<() => void>()

/** As the browser closes it, without being asked. */
const forceClose = () => forceCloseDatabase(clinic.backendDB() as never)

/** The same while something runs, which is aborted first. */
const cut = (running: IDBTransaction) => {
  running.abort()
  forceClose()
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  syncStatus.setState(nothingKnown)
  onReopened.mockReset()
  clinic = clinicDatabase(newId())
  onQueue = () => undefined
  stop = beforeWrites('outbox', (running) => onQueue(running))
  keepOpen(clinic, onReopened)
  const user = { user_id: newId(), user_name: 'Ana' }
  await clinic.lanes.put(newLane(user, newId()))
  saver = { user_id: user.user_id, deviceNow: Date.now, newId }
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  clinic.close()
})

const creation = (name: string): Intent => ({
  action: 'drug.create',
  ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug(name) }],
})
const saveDrug = (name: string) => saveAs(clinic, saver, creation(name))
const names = async () => (await viewOf(clinic, 'drugs').toArray()).map(({ content }) => content?.['name'])
const numbers = async () => (await clinic.outbox.orderBy('order').toArray()).map(({ n }) => n)

test('[T9] a connection that is closed between two saves is opened again, and the save succeeds', async () => {
  await saveDrug('Before')
  clinic.backendDB().close()
  await saveDrug('After')
  expect(await names()).toHaveLength(2)
  forceClose()
  await saveDrug('Later')
  expect(await numbers()).toEqual([1, 2, 3])
})

test('[T9] a connection lost in the middle of a save: nothing of it is there, and it is done again, once', async () => {
  await saveDrug('Before')
  onQueue = (running) => {
    onQueue = () => undefined
    cut(running)
  }
  await saveDrug('Cut in two')
  expect(new Set(await names())).toEqual(new Set(['Before', 'Cut in two']))
  expect(await numbers()).toEqual([1, 2])
  expect(await clinic.lanes.toArray()).toMatchObject([{ next_n: 3, unsent: 2 }])
})

test('[T9] a connection lost after the commit, before its answer: it is not saved a second time', async () => {
  const transaction = clinic.transaction.bind(clinic) as (...all: unknown[]) => Promise<unknown>
  vi.spyOn(clinic, 'transaction').mockImplementationOnce((async (...all: unknown[]) => {
    await transaction(...all)
    clinic.backendDB().close()
    throw new Dexie.UnknownError('Connection to Indexed Database server lost. Refresh the page to try again')
  }) as never)
  const { mutation_id } = await saveDrug('Committed')
  expect(await clinic.outbox.toArray()).toMatchObject([{ n: 1, id: mutation_id }])
})

test('[T9] lost again at the second try, or closed for good: not saved, and nothing is there', async () => {
  let times = 0
  onQueue = (running) => {
    if (++times <= 2) cut(running)
  }
  await expect(saveDrug('Never')).rejects.toThrow(NotSavedError)
  expect(times).toBe(2)
  expect(await names()).toEqual([])
  expect(await numbers()).toEqual([])
  clinic.close()
  await expect(saveDrug('Closed')).rejects.toThrow(NotSavedError)
  await clinic.open()
  expect(await names()).toEqual([])
})

test('[T9] a save that fails of itself is not tried again', async () => {
  let times = 0
  onQueue = () => {
    times++
    Dexie.currentTransaction.abort()
  }
  await expect(saveDrug('Aborted')).rejects.toThrow(NotSavedError)
  expect(times).toBe(1)
})

test('[T9] what a screen was reading when the connection was lost is read anew', async () => {
  const seen: unknown[][] = []
  const end = liveRead(names, (found) => seen.push(found))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  forceClose()
  await vi.waitFor(() => expect(onReopened).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1))
  await saveDrug('After')
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(['After']))
  end()
})

test('what a screen shows follows a save, also one that comes after other writes of its transaction', async () => {
  const seen: unknown[] = []
  const unsent = async () => [await clinic.outbox.where('done').equals(0).count(), (await names()).length]
  const end = liveRead(unsent, (found) => seen.push(found))
  onTestFinished(end)
  await vi.waitFor(() => expect(seen).toEqual([[0, 0]]))
  await saveDrug('Alone')
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([1, 1]))
  await durableTransaction(clinic, async () => {
    for (const table of [viewOf(clinic, 'drugs'), clinic.lanes] as Table[])
      await table.bulkPut(await table.toArray())
    await clinic.outbox.toCollection().modify({ withdrawn: 0 })
    return queueMutation(clinic, saver, creation('After others'))
  })
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([2, 2]))
})

/** The browser's store of whole files, as far as a reserve needs it. */
function filesWith(reserve: boolean) {
  const kept = new Set(reserve ? ['reserve'] : [])
  const files = { delete: (name: string) => Promise.resolve(kept.delete(name)) }
  vi.stubGlobal('caches', files)
  return kept
}
const full = () => {
  throw new DOMException('No room.', 'QuotaExceededError')
}

test('[T9] a full storage: the reserve is freed, the save succeeds once more, and that it is full is said', async () => {
  const files = filesWith(true)
  onQueue = () => {
    if (files.has('reserve')) full()
  }
  await saveDrug('With the reserve')
  expect(await numbers()).toEqual([1])
  expect(syncStatus.getState().storageFull).toBe(true)
  onQueue = full
  await expect(saveDrug('Without it')).rejects.toThrow(NotSavedError)
  expect(await numbers()).toEqual([1])
})
