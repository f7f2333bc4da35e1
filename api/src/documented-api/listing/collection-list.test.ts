import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CollectionList, type Place, type SortField } from './collection-list.ts'
import { dayAt, dayFinder, dayNumber, dayOfNumber, listed, orderKey, type Listed } from './listed.ts'

const entry = (id: string, name: string, created: number): Listed => ({
  id,
  name: name.toLowerCase(),
  author: 'ana lee',
  author_id: 'ana',
  created,
  day: 0,
  dayStored: false,
  species: 1,
  section: undefined,
  procedure: '',
  nameKey: orderKey(name),
  procedureKey: '',
})
const all = { filter: {}, descending: false, skip: 0, take: Infinity }

test('an order that was mended through any changes is the order made anew', () => {
  const change = fc.record({
    id: fc.integer({ min: 0, max: 15 }).map(String),
    name: fc.option(fc.constantFrom('Ketamine', 'ketamine', 'Drug 9', 'Drug 10', 'Éther', 'x'), {
      nil: undefined,
    }),
    created: fc.integer({ min: 0, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 12 }), (turns) => {
      const mended = new CollectionList()
      const kept = new Map<string, Listed>()
      for (const turn of turns) {
        const changes = turn.map(
          ({ id, name, created }) => [id, name === undefined ? undefined : entry(id, name, created)] as const,
        )
        for (const sort of ['name', 'date'] as const)
          for (const descending of [false, true]) mended.select({ ...all, sort, descending })
        mended.put(changes)
        for (const [id, one] of changes) {
          if (one) kept.set(id, one)
          else kept.delete(id)
        }
        const anew = new CollectionList()
        anew.put([...kept])
        for (const sort of ['name', 'date'] satisfies SortField[])
          for (const descending of [false, true])
            expect(mended.select({ ...all, sort, descending })).toEqual(
              anew.select({ ...all, sort, descending }),
            )
        expect(mended.size).toBe(kept.size)
      }
    }),
  )
})

test('pages follow each other without a hole, both ways, and a page after the last is empty', () => {
  const list = new CollectionList()
  const names = Array.from({ length: 45 }, (_, index) => `Drug ${index}`)
  list.put(names.map((name, index) => [name, entry(name, name, index)]))
  const pages = [0, 20, 40, 60].map((skip) => list.select({ ...all, sort: 'name', skip, take: 20 }))
  expect(pages.map(({ ids }) => ids.length)).toEqual([20, 20, 5, 0])
  expect(pages.map(({ total }) => total)).toEqual([45, 45, 45, 45])
  expect(pages.flatMap(({ ids }) => ids)).toEqual(names)
  expect(list.select({ ...all, sort: 'name', descending: true }).ids).toEqual(names.toReversed())
})

test('what was made in one moment stands by name, whatever the direction', () => {
  const list = new CollectionList()
  const made = ['Ketamine', 'Atropine', 'Butorphanol'].map(
    (name, at) => [`${at}`, entry(`${at}`, name, 1)] as const,
  )
  list.put([...made, ['9', entry('9', 'Older', 0)]])
  expect(list.select({ ...all, sort: 'date', descending: true }).ids).toEqual(['1', '2', '0', '9'])
  expect(list.select({ ...all, sort: 'date' }).ids).toEqual(['9', '1', '2', '0'])
  // All of them are of one procedure: none.
  expect(list.select({ ...all, sort: 'procedure', descending: true }).ids).toEqual(['1', '2', '0', '9'])
  expect(list.select({ ...all, sort: 'procedure' }).ids).toEqual(['9', '1', '2', '0'])
  // Also where one comes or is renamed after the orders were made.
  list.put([
    ['5', entry('5', 'Buprenorphine', 1)],
    ['1', entry('1', 'Midazolam', 1)],
  ])
  expect(list.select({ ...all, sort: 'date', descending: true }).ids).toEqual(['5', '2', '0', '1', '9'])
  expect(list.select({ ...all, sort: 'date' }).ids).toEqual(['9', '5', '2', '0', '1'])
})

test('names are ordered without regard to case and accents, and by the value of their numbers', () => {
  const names = ['drug 10', 'Éther', 'Drug 9', 'ether', 'Atropine', 'Zoletil']
  expect(names.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))).toEqual([
    'Atropine',
    'Drug 9',
    'drug 10',
    'Éther',
    'ether',
    'Zoletil',
  ])
})

test('[Q-102] a library record’s day is the clinic’s own, a fact’s is the one that it stores', () => {
  const record = {
    collection: 'procedures',
    _id: 'p',
    meta: { author_id: 'ana', author_name: 'Ana', date_created: '2026-03-08T05:30:00.000Z' },
    deleted: false,
  } as const
  const chicago = dayFinder('America/Chicago')
  expect(dayOfNumber(listed({ ...record, content: { name: 'Spay' } }, chicago)?.day ?? 0)).toBe('2026-03-07')
  const fact = { ...record, collection: 'sheets', content: { name: 'Rex', day: '2026-03-09' } } as const
  expect(dayOfNumber(listed(fact, chicago)?.day ?? 0)).toBe('2026-03-09')
  expect(dayAt(Date.parse(record.meta.date_created), 360)).toBe(dayNumber('2026-03-07'))
  expect(dayAt(Date.parse(record.meta.date_created), -60)).toBe(dayNumber('2026-03-08'))
})

test('the day found by its quarter of an hour is the day of the calendar, also where zones are off by three quarters', () => {
  const zones = ['America/Chicago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.date({ min: new Date('2011-12-01'), max: new Date('2030-01-01'), noInvalidDate: true })),
      (zone, dates) => {
        const find = dayFinder(zone)
        for (const date of dates) {
          const shown = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(date)
          expect(dayOfNumber(find(date.toISOString()))).toBe(shown)
        }
      },
    ),
  )
})

test('what is deleted or voided is in no list', () => {
  const meta = { author_id: 'ana', author_name: 'Ana', date_created: '2026-03-08T05:30:00.000Z' }
  const voided = { by: 'ana', by_name: 'Ana', at: meta.date_created, reason: 'x' }
  const sheet = { collection: 'sheets', _id: 's', meta, deleted: false, content: { name: 'Rex' } } as const
  const utc = dayFinder('UTC')
  expect(listed(sheet, utc)?.name).toBe('rex')
  expect(listed({ ...sheet, voided }, utc)).toBeUndefined()
  expect(listed({ ...sheet, deleted: true, content: null }, utc)).toBeUndefined()
})

test('[Q-125] what is found through any changes is what a look at each entry finds', () => {
  const pieces = ['keta', 'mine', 'butor', 'phanol', 'é', '100', '(x)', 'a']
  const name = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(' '))
  const one = fc.record({
    id: fc.integer({ min: 0, max: 1499 }),
    name: fc.option(name, { nil: undefined, freq: 6 }),
    species: fc.constantFrom(1, 2, 3),
    section: fc.constantFrom(undefined, 5, 6),
    created: fc.integer({ min: 0, max: 40 }).map((hours) => hours * 3_600_000),
  })
  const question = fc.record({
    words: fc.array(fc.constantFrom('keta', 'mine', 'm', 'phanol', '0', '(', 'zz', 'é'), { maxLength: 3 }),
    species: fc.constantFrom(undefined, 0, 1),
    section: fc.constantFrom(undefined, 5),
    day: fc.constantFrom(undefined, 0, 1),
    timeOffset: fc.constantFrom(undefined, 0, 300),
    sort: fc.constantFrom<SortField>('name', 'date'),
    descending: fc.boolean(),
  })
  const start = Array.from({ length: 1500 }, (_, index) => ({
    ...entry(String(index), `${pieces[index % 8]} ${pieces[index % 5]}`, index * 60_000),
    section: index % 2 ? 5 : 6,
  }))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(one, { maxLength: 300 }), question), { minLength: 1, maxLength: 5 }),
      (turns) => {
        const list = new CollectionList()
        list.put(start.map((each) => [each.id, each]))
        const kept = new Map<string, Listed>(start.map((each) => [each.id, each]))
        for (const [changes, { words, species, section, day, timeOffset, sort, descending }] of turns) {
          const put = changes.map(({ id, name: called, ...more }) => {
            const next = called === undefined ? undefined : { ...entry(String(id), called, 0), ...more }
            return [String(id), next] as const
          })
          list.put(put)
          for (const [id, next] of put) {
            if (next) kept.set(id, next)
            else kept.delete(id)
          }
          const wanted = [...kept.values()]
            .filter((each) => words.every((word) => each.name.includes(word)))
            .filter((each) => species === undefined || (each.species & (1 << species)) !== 0)
            .filter((each) => section === undefined || each.section === section)
            .filter((each) => {
              const its = timeOffset === undefined ? each.day : dayAt(each.created, timeOffset)
              return day === undefined || its === day
            })
            .toSorted((a, b) => {
              const byName = a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : 0
              return (
                (sort === 'name' ? byName : a.created - b.created) ||
                a.created - b.created ||
                (descending ? -byName : byName) ||
                (a.id < b.id ? -1 : 1)
              )
            })
            .map(({ id }) => id)
          const found = list.select({
            filter: {
              ...(species === undefined ? {} : { species }),
              ...(section === undefined ? {} : { section: (key) => key === section }),
              ...(day === undefined ? {} : { day: (its) => its === day }),
              ...(words.length === 0 ? {} : { words: { field: 'name', words } }),
              timeOffset,
            },
            sort,
            descending,
            skip: 3,
            take: 7,
          })
          const ordered = descending ? wanted.toReversed() : wanted
          expect(found).toMatchObject({ total: wanted.length, ids: ordered.slice(3, 10) })
          expect(found.next?.id).toEqual(ordered.length > 10 ? ordered[9] : undefined)
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('what is read from place to place is everything, once, whatever comes and goes meanwhile', () => {
  const made = fc.record({
    name: fc.constantFrom('A', 'b', 'Drug 9'),
    created: fc.integer({ min: 0, max: 2 }),
  })
  fc.assert(
    fc.property(
      fc.array(made, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.array(fc.nat(11), { maxLength: 12 }),
      (entries, take, descending, goes) => {
        const list = new CollectionList()
        list.put(entries.map(({ name, created }, at) => [`${at}`, entry(`${at}`, name, created)]))
        const whole = list.select({ ...all, sort: 'date', descending }).ids
        const read: string[] = []
        const gone = new Set<string>()
        let after: Place | undefined
        for (let turn = 0; ; turn++) {
          const { ids, next, total } = list.select({ ...all, sort: 'date', descending, take, after })
          expect(total).toBe(entries.length - gone.size)
          read.push(...ids)
          if (next === null) break
          expect(ids).toHaveLength(take)
          after = next
          // One is deleted between two pages: the last one that was read, or any other.
          const goner = turn % 2 === 0 ? next.id : `${goes[turn] ?? ''}`
          list.put([[goner, undefined]])
          if (whole.includes(goner)) gone.add(goner)
        }
        expect(new Set(read).size).toBe(read.length)
        expect(read.filter((id) => !gone.has(id))).toEqual(whole.filter((id) => !gone.has(id)))
      },
    ),
  )
})
