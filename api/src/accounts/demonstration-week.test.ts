import { randomUUID } from 'node:crypto'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { Collection } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { rowsOnPages } from 'sync-protocol/rules/balance-pages'
import { checkBalance } from 'sync-protocol/rules/check-balance'
import { nextDay } from 'sync-protocol/rules/day-start'
import { localDay } from 'sync-protocol/rules/local-day'
import { checkVolumes } from 'sync-protocol/rules/sheet'
import { MemoryStore } from 'sync-protocol/testing/memory-store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { describe, expect, test } from 'vitest'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'
import { demonstrationWeek, mutationsOf, WEEK_PEOPLE, type WeekStep } from './demonstration-week.ts'

const NOW = '2026-11-20T15:40:00.000Z'
const LIBRARY_AT = '2026-10-20T15:40:00.000Z'
const ZONE = 'America/Chicago'
const library = demonstrationMutations(demonstrationFacts(), randomUUID, LIBRARY_AT, 999)
const weekAt = (now: string, newId: () => string = randomUUID) => {
  const technician = { user_id: newId(), user_name: 'Tom Technician' }
  return demonstrationWeek({ library, now, timeZone: ZONE, technician, newId })
}
const week = weekAt(NOW)
const createdIn = <C>(steps: readonly WeekStep[], collection: Collection) =>
  steps
    .flatMap(({ ops }) => ops)
    .flatMap((op) => (op.op === 'create' && op.collection === collection ? [op.content as C] : []))

describe('the week of the demonstration', () => {
  test('is records by the schemas, in the order of its moments, none of them to come', () => {
    for (const op of week.flatMap(({ ops }) => ops))
      if (op.op === 'create')
        expect([op.collection, kinds[op.collection].content.safeParse(op.content).error?.issues]).toEqual([
          op.collection,
          undefined,
        ])
    const moments = week.map(({ at }) => Date.parse(at))
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    expect(moments.at(-1)).toBeLessThanOrEqual(Date.parse(NOW))
  })

  test('has forty sheets of both species whose volumes are right and whose doses nobody has to explain', () => {
    const sheets = createdIn<SheetContent>(week, 'sheets')
    expect(sheets).toHaveLength(40)
    expect(new Set(sheets.map(({ species }) => species))).toEqual(new Set([0, 1]))
    expect(sheets.filter((sheet) => !checkVolumes(sheet))).toEqual([])
    const given = sheets.flatMap(({ anesthesia_protocol: { sections } }) =>
      sections.flatMap(({ drugs }) => drugs),
    )
    expect(given.filter((drug) => 'guard' in drug)).toEqual([])
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(40)
  })

  test('has balance sheets that add up, with a partial draw, an adjustment with its reason and a combined one', () => {
    const balances = createdIn<BalanceContent>(week, 'balances')
    expect(balances.map((balance) => checkBalance(balance))).toEqual(balances.map(() => []))
    const rows = balances.flatMap(({ pages }) => rowsOnPages(pages))
    expect(rows.some(({ remainder }) => remainder)).toBe(true)
    expect(rows.filter(({ kind }) => kind === 'adjustment').length).toBeGreaterThan(0)
    expect(rows.some(({ description }) => description.includes('Left in hubs and needles'))).toBe(true)
    expect(balances.filter(({ combined }) => combined)).toHaveLength(1)
    expect(new Set(balances.map(({ drug_name }) => drug_name)).size).toBeGreaterThan(5)
  })

  test('fills every list: draws, day list, codes, what is open', () => {
    const counted = (collection: Collection) => createdIn(week, collection).length
    expect(counted('draws')).toBeGreaterThan(60)
    const alone = createdIn<DrawContent>(week, 'draws').filter(({ sheet_id }) => sheet_id === '-')
    expect(new Set(alone.map(({ sheet_data }) => sheet_data.species))).toEqual(new Set([0, 1]))
    expect(counted('code_events')).toBe(7)
    expect(counted('drafts')).toBe(2)
  })

  test.each([
    ['just after midnight', '2026-11-20T06:05:00.000Z'],
    ['when clocks were put back', '2026-11-01T20:00:00.000Z'],
    ['in summer', '2026-07-01T23:59:00.000Z'],
  ])('can end %s', (_, now) => {
    const steps = weekAt(now)
    expect(steps.at(-1)?.at.localeCompare(now)).toBeLessThanOrEqual(0)
    expect(createdIn(steps, 'sheets')).toHaveLength(40)
    const rows = createdIn<DayRowContent>(steps, 'day_rows')
    expect(rows.filter(({ day }) => day === localDay(now, ZONE)).map(({ status }) => status)).toEqual(
      ['done recovering in_surgery drawn', 'weighed weighed listed listed'].flatMap((four) =>
        four.split(' '),
      ),
    )
    // Until the demonstration is put back at night, the next day is not empty.
    const next = rows.filter(({ day }) => day === nextDay(localDay(now, ZONE)))
    expect(next.map(({ status }) => status)).toEqual(Array(5).fill('listed'))
    // The days before have their lists too, with every patient that has a sheet.
    const days = new Set(rows.map(({ day }) => day))
    expect(days.size).toBeGreaterThan(4)
    const listed = rows.flatMap(({ sheet_id }) => sheet_id ?? [])
    expect(new Set(listed).size).toBe(40)
  })

  test('is taken by a store as it is; only the two versions of a drug wait for somebody', async () => {
    const store = new MemoryStore(randomUUID())
    const org = { org_id: randomUUID(), org_name: 'Demonstration', perms: [1, 2, 3] }
    const lanes = new Map(
      WEEK_PEOPLE.map((email) => [
        email,
        { device: randomUUID(), lane: randomUUID(), user_id: randomUUID() },
      ]),
    )
    const push = async (
      by: (typeof WEEK_PEOPLE)[number],
      mutations: ReturnType<typeof mutationsOf>[number]['mutations'],
    ) => {
      const { user_id, ...binding } = lanes.get(by) ?? expect.unreachable()
      const speaker = { ...org, user_id, user_name: by }
      await store.registerDevice(speaker, { protocol: PROTOCOL, ...binding, block: 0 }, NOW)
      const request = { protocol: PROTOCOL, epoch: store.epoch, ...binding, sent_at: NOW, mutations }
      return (await store.push(speaker, request, NOW)).results.map(({ status }) => status)
    }
    const { length } = library
    expect(await push('lead@demo.test', [...library])).toEqual(library.map(() => 'applied'))
    const statuses: string[] = []
    for (const { by, mutations } of mutationsOf(week, randomUUID, { 'lead@demo.test': length }))
      statuses.push(...(await push(by, mutations)))
    expect(statuses.filter((status) => status !== 'applied')).toEqual(['conflict'])
    expect(statuses).toHaveLength(week.length)
  })
})
