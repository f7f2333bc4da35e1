import { PROTOCOL } from 'sync-protocol/wire/version'
import { afterEach, expect, test, vi } from 'vitest'
import type { KnownHead } from 'sync-protocol/rules/ledger-epochs'
import { headOfRows, ledgerRows } from 'sync-protocol/testing/ledger-facts'
import { LEDGER_PAGE, type LedgerLine, type LedgerPage } from 'sync-protocol/wire/ledger'
import { followLedger } from './follow-ledger.ts'
import { ledgerFile } from './ledger-file.ts'

const EPOCH = '0193aaaa-0000-7000-8000-000000000001'
const rows = ledgerRows(Array.from({ length: 2 * LEDGER_PAGE + 5 }, () => EPOCH))
const stored = rows.map(({ n, hash, text }) => ({ n, hash, entry: text }))

afterEach(() => vi.restoreAllMocks())

/** A server with these entries, each of whose answers is given a moment later. */
function serverOf(lines: readonly LedgerLine[], head = headOfRows(rows)) {
  const asked: number[] = []
  const readPage = async (after: number): Promise<LedgerPage> => {
    asked.push(after)
    const entries = lines.filter(({ n }) => n > after).slice(0, LEDGER_PAGE)
    const header = { protocol: PROTOCOL, org: EPOCH, epoch: EPOCH, head, people: [] }
    return Promise.resolve({ header, entries, isLast: entries.length < LEDGER_PAGE })
  }
  return { asked, readPage }
}
const follow = (
  readPage: (after: number) => Promise<LedgerPage>,
  known: KnownHead[] = [],
  isOver = () => false,
  onProgress: (read: number, of: number) => void = () => undefined,
) => followLedger({ readPage, known, timeZone: 'UTC', onProgress, pause: () => Promise.resolve(), isOver })

test('every page is read once and followed to the end', async () => {
  const { asked, readPage } = serverOf(stored)
  const followed = await follow(readPage, [{ ...headOfRows(rows.slice(0, 1500)), epoch: EPOCH }])
  expect(asked).toEqual([0, LEDGER_PAGE, 2 * LEDGER_PAGE])
  expect(followed?.told).toMatchObject({ ok: true, head: headOfRows(rows), lost: [] })
  expect(followed?.lines).toEqual(stored)
})

test('an entry deleted on a later page is named, and all the others are still read', async () => {
  const { readPage } = serverOf(stored.toSpliced(1700, 1))
  const followed = await follow(readPage)
  expect(followed?.told).toMatchObject({ ok: false, n: 1701, by: 'number', found: 1702 })
  expect(followed?.lines).toHaveLength(stored.length - 1)
})

test('an end that was cut off on the server is known by what this tablet saw', async () => {
  const left = rows.slice(0, -10)
  const { readPage } = serverOf(stored.slice(0, -10), headOfRows(left))
  const seen = { ...headOfRows(rows), epoch: EPOCH }
  expect((await follow(readPage, [seen]))?.told).toMatchObject({
    ok: false,
    n: left.length + 1,
    by: 'cut',
    known: seen,
  })
})

test('a call that fails on the way fails the whole, and a screen that was left ends it', async () => {
  const { readPage } = serverOf(stored)
  const failing = (after: number) =>
    after === 0 ? readPage(after) : Promise.reject(new Error('The server is gone.'))
  await expect(follow(failing)).rejects.toThrow('The server is gone.')
  expect(await follow(readPage, [], () => true)).toBeNull()
})

test('the exported file holds the head and every entry as it is stored', async () => {
  const { readPage } = serverOf(stored)
  const followed = await follow(readPage)
  if (followed === null) throw new Error('Nothing was read.')
  // Each look at the clock finds a piece full.
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += 10))
  const pause = vi.fn(() => Promise.resolve())
  const file = await ledgerFile(followed, 'Elm Street Clinic', new Date('2026-11-20T10:00:00Z'), null, pause)
  const [first, ...lines] = (await file.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(first).toMatchObject({ ledger: 1, org_name: 'Elm Street Clinic', head: headOfRows(rows) })
  expect(lines).toEqual(stored)
  expect(pause.mock.calls.length).toBeGreaterThan(5)
})
