import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug } from '../../sync/testing/samples.ts'
import { saveAs } from '../outbox/save.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { piecesOf, takePiece, takeTold } from './take-page.ts'
import { viewOf } from '../database/clinic-database.ts'
import { onViewChanges, type ViewChange } from './view-changes.ts'
import { forgetLists, listIndexOf } from '../lists/list-index.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }

const record = (seq: number, _id: string, name = 'Ketamine', version = 1): SyncRecord => ({
  collection: 'drugs',
  _id,
  schema: 1,
  version,
  seq,
  deleted: false,
  meta: { author_id: ana.id, author_name: ana.name, date_created: '2026-11-20T08:00:00.000Z' },
  content: drug(name),
})

async function fresh() {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 5)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  return tablet
}
const at = (cursor: number) => ({ epoch: EPOCH, cursor, load: 0 })

describe('pages', () => {
  test('[L4] pieces end on a whole seq, lose nothing, and the last ends on the cursor of the page', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (sizes, size) => {
          const changes = sizes.flatMap((count, index) =>
            Array.from({ length: count }, (_, nth) => record(index + 1, `${index}-${nth}`)),
          )
          const pieces = piecesOf(changes, 100, size)
          expect(pieces.flatMap(({ records }) => records)).toEqual(changes)
          expect(pieces.at(-1)?.cursor).toBe(100)
          for (const [index, piece] of pieces.slice(0, -1).entries()) {
            expect(piece.records.at(-1)?.seq).toBe(piece.cursor)
            expect(pieces[index + 1]?.records[0]?.seq).toBeGreaterThan(piece.cursor)
            expect(piece.records.length).toBeLessThan(size + 5)
          }
        },
      ),
    )
  })

  test('[L4] a page that starts elsewhere than at the own cursor is not taken', async () => {
    const { clinic } = await fresh()
    expect(await takePiece(clinic, at(0), { records: [record(1, 'a'), record(2, 'b')], cursor: 2 })).toBe(
      true,
    )
    expect(await takePiece(clinic, at(0), { records: [record(1, 'a', 'Older')], cursor: 1 })).toBe(false)
    expect(await takePiece(clinic, { ...at(2), epoch: ORG }, { records: [record(3, 'c')], cursor: 3 })).toBe(
      false,
    )
    expect(await readSetting(clinic, 'cursor')).toBe(2)
    expect((await viewOf(clinic, 'drugs').toArray()).map(({ content }) => content?.['name'])).toEqual([
      'Ketamine',
      'Ketamine',
    ])
  })

  test('[T2] server state that arrives under pending edits is rebased: others show through, own stay on top', async () => {
    const { clinic, saver } = await fresh()
    await takePiece(clinic, at(0), { records: [record(1, 'a')], cursor: 1 })
    const edit = (set: Record<string, string | number>, was: Record<string, string | number>) =>
      saveAs(clinic, saver, {
        action: 'drug.update',
        ops: [
          {
            op: 'update',
            collection: 'drugs',
            _id: '0193aaaa-0000-7000-8000-00000000000d',
            base: 1,
            set,
            was,
          },
        ],
      })
    const id = '0193aaaa-0000-7000-8000-00000000000d'
    await takePiece(clinic, at(1), { records: [record(2, id)], cursor: 2 })
    await edit({ section_key: 3 }, { section_key: -1 })
    await edit({ section_key: 4 }, { section_key: 3 })
    await takePiece(clinic, at(2), { records: [record(3, id, 'Renamed by Ben', 2)], cursor: 3 })
    expect(await viewOf(clinic, 'drugs').get(id)).toMatchObject({
      version: 2,
      pending: true,
      content: { name: 'Renamed by Ben', section_key: 4 },
    })
    expect(await clinic.server_state.toArray()).toMatchObject([{ record: { content: { section_key: -1 } } }])
  })

  test('lists hear of a change only when its transaction is complete', async () => {
    const { clinic } = await fresh()
    const heard: ViewChange[] = []
    const stop = onViewChanges((_, changes) => heard.push(...changes))
    const failing = clinic.transaction('rw', clinic.tables, async () => {
      await takePiece(clinic, at(0), { records: [record(1, 'a')], cursor: 1 })
      expect(heard).toEqual([])
      throw new Error('The disk is full.')
    })
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(heard).toEqual([])
    await takePiece(clinic, at(0), { records: [record(1, 'a')], cursor: 1 })
    expect(heard).toMatchObject([{ _id: 'a' }])
    stop()
  })
})

describe('what came with an event', () => {
  const head = { n: 0, hash: '', at: '2026-11-20T08:00:00.000Z' }
  const third = { records: [record(3, 'c', 'Third')], cursor: 3 }
  const BEFORE = ['Ketamine', 'Ketamine']

  async function loaded() {
    const { clinic } = await fresh()
    await writeSetting(clinic, 'loading', null)
    await takePiece(clinic, at(0), { records: [record(1, 'a'), record(2, 'b')], cursor: 2 })
    const list = listIndexOf(clinic, 'drugs', 'UTC')
    onTestFinished(forgetLists)
    await list.ready
    const names = () => list.entries().map(({ name }) => name)
    expect(names()).toEqual(BEFORE)
    /** Stores it, and what the list shows while the transaction goes on. */
    const take = async (shown: string[]) => {
      expect(await takeTold(clinic, { epoch: EPOCH, from: 2 }, third, head)).toBe(true)
      for (let asked = 0; asked < 200 && names().length === 2; asked++) await clinic.settings.get('cursor')
      shown.push(...names())
    }
    return { clinic, names, take }
  }

  test('[T2] is in the lists while it is being stored', async () => {
    const { clinic, names, take } = await loaded()
    const shown: string[] = []
    await clinic.transaction('rw', clinic.tables, () => take(shown))
    expect(shown).toEqual([...BEFORE, 'Third'])
    expect(names()).toEqual(shown)
  })

  test('[T2] leaves the lists when it could not be stored', async () => {
    const { clinic, names, take } = await loaded()
    const shown: string[] = []
    const failing = clinic.transaction('rw', clinic.tables, async () => {
      await take(shown)
      throw new Error('The disk is full.')
    })
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(shown).toContain('Third')
    await vi.waitFor(() => expect(names()).toEqual(BEFORE))
  })

  test('is never in the lists where its storing failed before they were told', async () => {
    const { clinic, names, take } = await loaded()
    const due: (() => void)[] = []
    /** Delivers when it is told to. */
    class HeldChannel {
      port1 = new EventTarget() as MessagePort
      port2 = { postMessage: () => due.push(() => this.port1.dispatchEvent(new Event('message'))) }
      constructor() {
        Object.assign(this.port1, { start: () => undefined, close: () => undefined })
      }
    }
    vi.stubGlobal('MessageChannel', HeldChannel)
    onTestFinished(() => void vi.unstubAllGlobals())
    let aborts: (event: unknown) => void = () => undefined
    const aborted = new Promise((heard) => (aborts = heard))
    const failing = clinic.transaction('rw', clinic.tables, async ({ idbtrans }) => {
      await take([])
      idbtrans.addEventListener('abort', aborts)
      throw new Error('The disk is full.')
    })
    await expect(failing).rejects.toThrow('The disk is full.')
    await aborted
    expect(due).toHaveLength(1)
    for (const deliver of due) deliver()
    expect(names()).toEqual(BEFORE)
  })
})
