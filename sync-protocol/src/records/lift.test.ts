import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drugContent } from './drug.ts'
import { lifted, liftedOp, liftedRecord } from './lift.ts'
import type { JsonObject } from './json.ts'
import { ketamine, mutationOf, pushOf, testId } from '../testing/examples.ts'
import { MemoryStore } from '../testing/memory-store.ts'

const end = fc.double({ min: 0.001, max: 100_000, noNaN: true, noDefaultInfinity: true })
const half = fc.option(fc.tuple(end, end))

describe('[P7] contents of edition 1', () => {
  test('a usual range becomes the lowest and the highest of the limits, and no number changes', () => {
    fc.assert(
      fc.property(half, half, (canine, feline) => {
        const drug = lifted('drugs', { ...ketamine(), range: [canine, feline] })
        const of = (range: [number, number] | null) => range && { min: range[0], max: range[1] }
        expect(drug).toEqual({ ...ketamine(), limits: [of(canine), of(feline)] })
        expect(drugContent.safeParse(drug).success).toBe(true)
      }),
    )
  })

  test('whatever it holds is lifted once, and what is of today stays as it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('range', 'range.0', 'range.1', 'name'), fc.jsonValue()),
        (said) => {
          const values = said as JsonObject
          const once = lifted('drugs', values)
          expect(Object.keys(once).some((path) => path.startsWith('range'))).toBe(false)
          expect(lifted('drugs', once)).toBe(once)
          expect(lifted('fluids', values)).toBe(values)
        },
      ),
    )
  })

  test('so do the parts of a conflict, and an operation that says them path by path', () => {
    const groups = [{ group: 'dose', base: { range: null }, theirs: {}, mine: { 'range.0': [1, 2] } }]
    const record = {
      collection: 'conflicts' as const,
      content: {
        record: { collection: 'drugs', _id: testId(1, 1) },
        groups,
        full: { range: [[1, 2], null] },
      },
    }
    expect(liftedRecord(record).content).toMatchObject({
      groups: [
        { group: 'dose', base: { limits: null }, theirs: {}, mine: { 'limits.0': { min: 1, max: 2 } } },
      ],
      full: { limits: [{ min: 1, max: 2 }, null] },
    })
    const op = {
      op: 'update',
      collection: 'drugs',
      _id: testId(1, 1),
      base: 1,
      set: {},
      was: { range: null },
    } as const
    expect(liftedOp({ ...op, set: { range: [null, [3, 4]] } }, 1)).toMatchObject({
      set: { limits: [null, { min: 3, max: 4 }] },
      was: { limits: null },
    })
  })

  test('an edit that an earlier release made meets what a later one made of the record, and no other field', async () => {
    const epoch = testId(0xf0, 1)
    const speaker = {
      org_id: testId(0xf1, 1),
      user_id: testId(0xf2, 1),
      user_name: 'Ana',
      org_name: 'Clinic',
      perms: [1],
    }
    const lane = { device: testId(0xf3, 1), lane: testId(0xf4, 1) }
    const store = new MemoryStore(epoch)
    const _id = testId(0xf5, 1)
    const { section_key: _, ...dose } = ketamine()
    const was = { schedule: null, ...dose, range: [[2, 10], null] }
    const mutations = [
      mutationOf(1, testId(0xf6, 1), 'drug.create', [
        { op: 'create', collection: 'drugs', _id, content: { ...ketamine(), range: [[2, 10], null] } },
      ]),
      mutationOf(2, testId(0xf6, 2), 'drug.update', [
        { op: 'update', collection: 'drugs', _id, base: 1, set: { concentration: 50 }, was } as never,
      ]),
    ]
    const { results } = await store.push(speaker, pushOf(epoch, lane, mutations), '2026-11-20T10:00:00.000Z')
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    const [drug] = store.allRecords(speaker.org_id)
    expect(drug?.content).toEqual({
      ...ketamine(),
      concentration: 50,
      limits: [{ min: 2, max: 10 }, null],
    })
  })
})
