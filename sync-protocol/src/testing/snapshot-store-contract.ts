import { PROTOCOL } from '../wire/version.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyOf, type SyncRecord } from '../records/envelope.ts'
import type { Op } from '../records/mutation.ts'
import { ProtocolError } from '../wire/errors.ts'
import { SNAPSHOT_BYTES, type SnapshotQuery, type SnapshotReply } from '../wire/snapshot.ts'
import type { Speaker, SyncStore } from '../wire/store.ts'
import { draw, ketamine, mutationOf, pushOf, testId } from './examples.ts'
import type { Harness } from './store-contract.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let families = 5000

/** One lane that pushes one operation at a time, its records named by numbers. */
export class Writer {
  readonly store: SyncStore
  readonly who: Speaker
  readonly epoch: string
  private readonly family = ++families
  private n = 0
  constructor({ store, epoch }: Harness, who: Speaker) {
    this.store = store
    this.who = who
    this.epoch = epoch
  }
  readonly id = (k: number) => testId(this.family, k)

  async push(...ops: Op[]): Promise<void> {
    const lane = { device: this.id(9001), lane: this.id(9002) }
    const mutation = mutationOf(++this.n, this.id(100_000 + this.n), 'any.change', ops)
    const { results } = await this.store.push(this.who, pushOf(this.epoch, lane, [mutation]), NOW)
    if (results[0]?.status !== 'applied')
      throw new Error(`A change was not applied: ${JSON.stringify(results)}`)
  }
  readonly drug = (k: number, more = {}): Op => ({
    op: 'create',
    collection: 'drugs',
    _id: this.id(k),
    content: ketamine(more),
  })
  readonly draw = (k: number): Op => ({
    op: 'create',
    collection: 'draws',
    _id: this.id(k),
    content: draw(),
  })

  /** Changes, deletes or voids what stands under this number, or makes it; the number says which collection it is in. */
  async touch(k: number, end: boolean): Promise<void> {
    const collection = k % 2 === 0 ? 'drugs' : 'draws'
    const _id = this.id(k)
    const stands = (await everything(this)).find((record) => record._id === _id)
    if (!stands) return this.push(collection === 'drugs' ? this.drug(k) : this.draw(k))
    if (stands.deleted || stands.voided) return
    const base = stands.version
    if (collection === 'draws') return this.push({ op: 'void', collection, _id, base, reason: 'Twice' })
    if (end) return this.push({ op: 'delete', collection, _id, base })
    const key = Number(stands.content?.['section_key'])
    const change = { set: { section_key: key + 1 }, was: { section_key: key } }
    return this.push({ op: 'update', collection, _id, base, ...change })
  }
}

/** All that the feed brings from a cursor on, tombstones too. */
export async function everything({ store, who }: Writer, from = 0): Promise<SyncRecord[]> {
  const found: SyncRecord[] = []
  for (let cursor = from, more = true; more;) {
    const page = await store.pull(who, { protocol: PROTOCOL, cursor, limit: 1000 }, NOW)
    found.push(...page.changes)
    cursor = page.cursor
    more = page.more
  }
  return found
}

const byKey = (records: Iterable<SyncRecord>) =>
  new Map([...records].map((record) => [keyOf(record), record] as const).sort(([a], [b]) => (a < b ? -1 : 1)))

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  return error instanceof ProtocolError ? error.code : String(error)
}

/** The first load as every store must serve it; run on Postgres and in memory. */
export function snapshotContract(name: string, harness: () => Promise<Harness>): void {
  describe(`snapshot contract: ${name}`, () => {
    async function clinic() {
      const made = await harness()
      const writer = new Writer(made, await made.speaker([0, 1, 2, 3]))
      const page = (query: Partial<SnapshotQuery>) => {
        const whole = { protocol: PROTOCOL, collections: 'drugs,draws', limit: 1000, ...query }
        return writer.store.snapshot(writer.who, whole, NOW)
      }
      return { writer, page }
    }

    test('[L2] a snapshot’s pages hold each live record once, voided facts too, the newest ids first', async () => {
      const { writer, page } = await clinic()
      const { id } = writer
      await writer.push(writer.drug(2), writer.drug(4), writer.draw(1), writer.draw(3), writer.draw(5))
      await writer.touch(2, true)
      await writer.touch(3, true)
      const pages: SnapshotReply[] = []
      for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.after ?? null)
        pages.push(await page({ limit: 1, ...(after === undefined ? {} : { after }) }))
      const records = pages.flatMap((one) => one.records)
      expect(records.map(({ _id }) => _id)).toEqual([id(4), id(5), id(3), id(1)])
      expect(records[2]).toMatchObject({ version: 2, voided: { reason: 'Twice' } })
      expect(pages.map(({ seq, epoch }) => [seq, epoch])).toEqual(pages.map(() => [3, writer.epoch]))
      expect((await page({ collections: 'draws,drugs' })).records.map(({ _id }) => _id)).toEqual([
        id(5),
        id(3),
        id(1),
        id(4),
      ])
      expect((await page({ collections: 'fluids' })).records).toEqual([])
      const stands = (await everything(writer)).find(({ _id }) => _id === id(4))
      expect(records[0]).toEqual(stands)
    })

    test('[L2] pages that are read while records change, and the feed from the lowest of their seqs, give the state', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 10 }),
          fc.array(fc.record({ k: fc.integer({ min: 0, max: 11 }), end: fc.boolean() }), { maxLength: 10 }),
          fc.integer({ min: 1, max: 4 }),
          async (first, meanwhile, limit) => {
            const { writer, page } = await clinic()
            for (const k of first) await writer.touch(k, false)
            const held: SyncRecord[] = []
            const seqs: number[] = []
            const changes = [...meanwhile]
            for (let after: string | null | undefined; after !== null;) {
              const reply = await page({ limit, ...(after === undefined ? {} : { after }) })
              held.push(...reply.records)
              seqs.push(reply.seq)
              after = reply.after
              for (const { k, end } of changes.splice(0, 3)) await writer.touch(k, end)
            }
            expect(new Set(held.map(keyOf)).size).toBe(held.length)
            const after = await everything(writer, Math.min(...seqs))
            const state = [...byKey([...held, ...after]).values()].filter(({ deleted }) => !deleted)
            const expected = (await everything(writer)).filter(({ deleted }) => !deleted)
            expect(byKey(state)).toEqual(byKey(expected))
          },
        ),
        { numRuns: 20 },
      )
    })

    test('a page of large records ends early and the next goes on after it', async () => {
      const { writer, page } = await clinic()
      const notes = 'x'.repeat(600)
      const many = Array.from({ length: 500 }, (_, k): Op => ({
        op: 'create',
        collection: 'procedures',
        _id: writer.id(k),
        content: { species: 0, name: 'Castration', notes },
      }))
      for (let part = 1; part <= 4; part++)
        await writer.push(...many.map((op, k) => ({ ...op, _id: writer.id(10_000 * part + k) })))
      const sizes: number[] = []
      for (let after: string | null | undefined; after !== null;) {
        const from = after === undefined ? {} : { after }
        const reply = await page({ collections: 'procedures', limit: 5000, ...from })
        sizes.push(reply.records.length)
        expect(JSON.stringify(reply.records).length).toBeLessThan(SNAPSHOT_BYTES + 10_000)
        after = reply.after
      }
      expect(sizes.length).toBeGreaterThan(1)
      expect(sizes.reduce((sum, size) => sum + size)).toBe(2000)
    })

    test('another epoch or protocol, a place that is none, and a collection named twice are refused', async () => {
      const { writer, page } = await clinic()
      expect(await refusal(page({ epoch: writer.id(1) }))).toBe('epoch_changed')
      expect(await refusal(page({ protocol: 99 }))).toBe('protocol_unsupported')
      expect(await refusal(page({ after: `fluids/${writer.id(1)}` }))).toBe('invalid_request')
      expect(await refusal(page({ collections: 'drugs,drugs' }))).toBe('invalid_request')
      expect(await refusal(page({ epoch: writer.epoch }))).toContain('Object')
    })
  })
}
