import { afterEach, expect, it, vi } from 'vitest'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { nextTask } from '../../in-slices.ts'
import { findRecords, type Source } from './find-records.ts'
import { soughtIn } from './ranking.ts'

const MANY = 100_000

afterEach(() => vi.restoreAllMocks())

function sheet(at: number, name: string, more: Partial<ListEntry> = {}): ListEntry {
  return {
    _id: String(at).padStart(6, '0'),
    name,
    author_id: '',
    author_name: '',
    date_created: '',
    day: '2026-11-27',
    species: [0],
    seq: 1,
    pending: false,
    voided: false,
    card: {},
    ...more,
  }
}

const sourceOf = (entries: readonly ListEntry[]): Source => ({
  group: 'patients',
  entries,
  keyOf: ({ _id }) => _id,
  alsoOf: ({ procedure = '' }) => procedure.toLowerCase(),
  entryOf: ({ _id, name }) => ({ key: _id, group: 'patients', name, choose: () => undefined }),
})

const always = { pause: nextTask, isOver: () => false }
const search = (entries: readonly ListEntry[], text: string, room = 3, recent: readonly string[] = []) =>
  findRecords([sourceOf(entries)], soughtIn(text), { room: () => room, recent }, always)
const keysOf = async (...asked: Parameters<typeof search>) =>
  (await search(...asked))?.found.map(({ entry, rank }) => [Number(entry.key), rank])

it('finds the last made first, the better first of all, and says how many there are besides', async () => {
  const sheets = [
    sheet(0, 'Bella'),
    sheet(1, 'Isabella'),
    sheet(2, 'Bella'),
    sheet(3, 'Rex'),
    sheet(4, 'Bella'),
  ]
  expect(await keysOf(sheets, 'bell', 9)).toEqual([
    [4, 1],
    [2, 1],
    [0, 1],
    [1, 3],
  ])
  expect((await search(sheets, 'bell', 2))?.beyond).toEqual({ patients: 2 })
  // What was chosen lately has room before others that are as good.
  expect(await keysOf(sheets, 'bell', 2, ['000000'])).toEqual([
    [0, 1],
    [4, 1],
  ])
})

it('finds the very name first, and the newest of it, whatever their ids', async () => {
  const sheets = [
    sheet(0, 'Olive', { day: '2026-11-28' }),
    sheet(1, 'Oliver', { day: '2026-11-30' }),
    sheet(2, 'Olive', { day: '2026-11-27', date_created: '2026-11-27T15:00:00.000Z' }),
    sheet(3, 'Olive', { day: '2026-11-27', date_created: '2026-11-27T16:00:00.000Z' }),
  ]
  expect(await keysOf(sheets, 'olive', 9)).toEqual([
    [0, 0],
    [3, 0],
    [2, 0],
    [1, 1],
  ])
})

it('does not find what is voided', async () => {
  expect(await keysOf([sheet(0, 'Bella', { voided: true })], 'bella')).toEqual([])
})

it('lets the screen answer in between, and ends where nobody waits', async () => {
  const sheets = Array.from({ length: MANY }, (_, at) => sheet(at, `Bella ${at}`, { procedure: 'Spay' }))
  // Each record takes 20 µs, as on a slow tablet.
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const source: Source = {
    ...sourceOf(sheets),
    alsoOf: () => {
      clock += 0.02
      return 'spay'
    },
  }
  const pieces: number[] = []
  let begun = 0
  const pause = async () => {
    pieces.push(clock - begun)
    await Promise.resolve()
    begun = clock
  }
  const asked = { room: () => 3, recent: [] }
  const found = await findRecords([source], soughtIn('ella spay'), asked, { pause, isOver: () => false })
  expect(found?.beyond).toEqual({ patients: MANY - 3 })
  expect(pieces.length).toBeGreaterThan(100)
  expect(Math.max(...pieces)).toBeLessThan(16)
  clock = begun = 0
  expect(
    await findRecords([source], soughtIn('ella spay'), asked, { pause, isOver: () => true }),
  ).toBeUndefined()
  expect(clock).toBeLessThan(16)
})
