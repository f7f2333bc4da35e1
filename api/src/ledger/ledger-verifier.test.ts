import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from 'sync-protocol/records/json'
import type { EpochHead, LedgerHead, RestoreContent } from 'sync-protocol/records/ledger-entry'
import { sha256Hex } from 'sync-protocol/records/mutation-hash'
import type { KnownHead } from 'sync-protocol/rules/ledger-epochs'
import { LedgerWalk, type LedgerRow } from 'sync-protocol/rules/ledger-walk'
import {
  headOfRows as headOf,
  ledgerRows as ledger,
  restoredRows as restored,
} from 'sync-protocol/testing/ledger-facts'

/** What the keeper of a ledger says beside its entries. */
interface Keeper {
  head?: LedgerHead
  epoch?: string
  unmarked_until?: number
}

/** Shares no code with the app, so it is no import that the compiler follows. */
const VERIFIER = resolve(import.meta.dirname, '../../../.scripts/verify-ledger.mjs')
const { verify, ledgersOf } = (await import(pathToFileURL(VERIFIER).href)) as {
  verify(
    rows: readonly (LedgerRow | null)[],
    keeper: Keeper,
    known?: KnownHead[],
  ): { ok: boolean; n?: number; by?: string; epochs?: unknown }
  ledgersOf(file: Buffer): { rows: (LedgerRow | null)[]; keeper: Keeper }[]
}

const ONE = '0193aaaa-0000-7000-8000-000000000001'
const TWO = '0193aaaa-0000-7000-8000-000000000002'
const chain = (length: number) => ledger(Array.from({ length }, () => ONE))

function walked(rows: readonly LedgerRow[], head: LedgerHead, known: KnownHead[], epoch: string) {
  const walk = new LedgerWalk(epoch, { known })
  for (const row of rows) walk.take(row)
  return walk.end(head)
}
/** What both of them say; it is one thing. */
function both(rows: readonly LedgerRow[], head = headOf(rows), known: KnownHead[] = [], epoch = ONE) {
  const told = walked(rows, head, known, epoch)
  const alone = verify(rows, { head, epoch, unmarked_until: 0 }, known)
  const named = told.ok ? { ok: true } : { ok: false, n: told.n, by: told.by }
  expect(alone).toMatchObject(named)
  return named
}

/** A text with one character replaced by another. */
function oneChanged(text: string, at: number, by: number): string {
  const index = at % text.length
  const letter = String.fromCharCode(32 + (by % 90))
  return text.slice(0, index) + (text[index] === letter ? '~' : letter) + text.slice(index + 1)
}

const place = { length: fc.integer({ min: 2, max: 9 }), at: fc.nat(), where: fc.nat(), by: fc.nat() }
const holds = (what: (place: { length: number; at: number; where: number; by: number }) => void) =>
  fc.assert(fc.property(fc.record(place), what))
const at = <T>(rows: readonly T[], index: number): T => rows[index % rows.length]!

describe('the app and the stand-alone verifier say the same', () => {
  test('of a ledger as it was written', () => {
    holds(({ length }) => {
      expect(both(chain(length))).toEqual({ ok: true })
    })
    expect(both([])).toEqual({ ok: true })
  })

  test('one character changed: that entry', () => {
    holds(({ length, at: index, where, by }) => {
      const rows = chain(length)
      const row = at(rows, index)
      const changed = { ...row, text: oneChanged(row.text, where, by) }
      expect(both(rows.with(index % length, changed), headOf(rows))).toEqual({
        ok: false,
        n: row.n,
        by: 'hash',
      })
      const rehashed = { ...row, hash: oneChanged(row.hash, where, by) }
      expect(both(rows.with(index % length, rehashed), headOf(rows))).toMatchObject({ ok: false, n: row.n })
    })
  })

  test('one character changed, and the hash made anew to fit: that entry', () => {
    holds(({ length, at: index, by }) => {
      const rows = chain(length)
      const row = at(rows, index)
      const entry = JSON.parse(row.text) as { content: object }
      const text = canonical({ ...entry, content: { ...entry.content, drug_volume: 50 + by } })
      const forged = rows.with(index % length, { ...row, text, hash: sha256Hex(text) })
      const by_ = row.n === length ? 'head' : 'rewritten'
      expect(both(forged, headOf(rows))).toEqual({ ok: false, n: row.n, by: by_ })
    })
  })

  test('any text with its own hash: never taken for whole', () => {
    holds(({ length, at: index, where, by }) => {
      const rows = chain(length)
      const row = at(rows, index)
      const text = oneChanged(row.text, where, by)
      const forged = rows.with(index % length, { ...row, text, hash: sha256Hex(text) })
      expect(both(forged, headOf(rows)).ok).toBe(false)
    })
  })

  test('an end that the app did not write, with a hash and a head of its own: that entry', () => {
    const rows = chain(3)
    const last = at(rows, 2)
    const reordered = JSON.stringify(JSON.parse(last.text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    )
    for (const text of [last.text.replace(',', ', '), reordered, '{"n":3}', 'null']) {
      const forged = { ...last, text, hash: sha256Hex(text) }
      expect(both(rows.with(2, forged))).toEqual({ ok: false, n: 3, by: 'form' })
    }
  })

  test('an entry deleted, doubled or moved: its place, also when the others are numbered anew', () => {
    holds(({ length, at: index, where }) => {
      const rows = chain(length)
      const n = (index % length) + 1
      const without = rows.filter((row) => row.n !== n)
      expect(both(without, headOf(rows))).toMatchObject({ ok: false, n, by: n === length ? 'cut' : 'number' })
      const renumbered = without.map((row, before) => ({ ...row, n: before + 1 }))
      expect(both(renumbered, headOf(rows))).toMatchObject({
        ok: false,
        n,
        by: n === length ? 'cut' : 'number',
      })
      const doubled = rows.toSpliced(n, 0, at(rows, n - 1))
      expect(both(doubled, headOf(rows))).toMatchObject({ ok: false, n: n + 1 })
      const other = (where % (length - 1)) + 1
      const swapped = rows.with(other - 1, at(rows, other)).with(other, at(rows, other - 1))
      expect(both(swapped, headOf(rows))).toEqual({ ok: false, n: other, by: 'number' })
    })
  })

  test('an end cut off: from its first entry on, by the server’s head or by any head noted', () => {
    holds(({ length, at: index }) => {
      const rows = chain(length)
      const left = rows.slice(0, index % length)
      const n = left.length + 1
      expect(both(left, headOf(rows))).toEqual({ ok: false, n, by: 'cut' })
      // The server's head was set back with it.
      expect(both(left)).toEqual({ ok: true })
      const printed = { n: length, hash: headOf(rows).hash.slice(0, 16) }
      expect(both(left, undefined, [printed])).toEqual({ ok: false, n, by: 'cut' })
      // Only the server's head was set back.
      expect(both(rows, headOf(left))).toEqual({ ok: false, n, by: 'head' })
    })
  })

  test('all of it written anew: the first head noted that is not in it', () => {
    holds(({ length, at: index, where }) => {
      const rows = chain(length)
      const kept = rows.slice(0, index % length)
      const anew = [
        ...kept,
        ...ledger(
          rows.slice(kept.length).map(() => ONE),
          headOf(kept),
          ' forged',
        ),
      ]
      expect(both(anew)).toEqual({ ok: true })
      const noted = headOf(rows.slice(0, (where % length) + 1))
      expect(both(anew, undefined, [noted])).toEqual(
        noted.n <= kept.length ? { ok: true } : { ok: false, n: noted.n, by: 'remembered' },
      )
    })
  })
})

describe('[L6] a ledger that a restore went over, to both', () => {
  const old = chain(6)
  const lost = [{ epoch: ONE, ...headOf(old) }]
  const after = (gone: EpochHead[] | null = lost, over: Partial<RestoreContent> = {}) => {
    const rows = restored(old.slice(0, 3), ONE, TWO, gone, over)
    return [...rows, ...ledger([TWO, TWO], headOf(rows), ' after')]
  }
  const told = (rows: readonly LedgerRow[], known: KnownHead[] = []) => both(rows, headOf(rows), known, TWO)

  test('is whole, and a printed head that went is explained where the restore names it', () => {
    expect(told(after())).toEqual({ ok: true })
    expect(verify(after(), { head: headOf(after()), epoch: TWO, unmarked_until: 0 })).toMatchObject({
      epochs: [{}, { from: 4, to: 6, restored: { lost } }],
    })
    const printed = { n: 6, hash: headOf(old).hash.slice(0, 12) }
    expect(told(after(), [printed])).toEqual({ ok: true })
    expect(told(after(null), [printed])).toEqual({ ok: false, n: 6, by: 'remembered' })
    expect(told(after([]), [{ ...printed, n: 5 }])).toEqual({ ok: false, n: 5, by: 'remembered' })
  })

  test('is broken where the entry of the restore was removed or is another', () => {
    const rows = after()
    expect(told(rows.toSpliced(3, 1))).toEqual({ ok: false, n: 4, by: 'number' })
    const without = [...old.slice(0, 3), ...ledger([TWO, TWO], headOf(old.slice(0, 3)), ' after')]
    expect(told(without)).toEqual({ ok: false, n: 4, by: 'unmarked' })
    expect(told(old.slice(0, 3))).toEqual({ ok: false, n: 4, by: 'unmarked' })
    for (const over of [
      { continues: { epoch: ONE, n: 3, hash: 'e'.repeat(64) } },
      { continues: { epoch: ONE, ...headOf(old.slice(0, 3)), n: 2 } },
      { continues: { epoch: '0193aaaa-0000-7000-8000-000000000003', ...headOf(old.slice(0, 3)) } },
    ])
      expect(told(after(lost, over))).toEqual({ ok: false, n: 4, by: 'restore' })
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (where, by) => {
        const entry = at(rows, 3)
        const text = oneChanged(entry.text, where, by)
        const changed = rows.with(3, { ...entry, text })
        expect(both(changed, headOf(rows), [], TWO)).toEqual({ ok: false, n: 4, by: 'hash' })
        const rehashed = rows.with(3, { ...entry, text, hash: sha256Hex(text) })
        const named = { ok: false, n: 4 }
        expect(walked(rehashed, headOf(rows), [], TWO)).toMatchObject(named)
        expect(verify(rehashed, { head: headOf(rows), epoch: TWO, unmarked_until: 0 })).toMatchObject(named)
      }),
    )
  })
})

describe('the exported file', () => {
  const rows = chain(4)
  const lines = [
    JSON.stringify({ ledger: 1, org_name: 'Clinic', epoch: ONE, unmarked_until: 0, head: headOf(rows) }),
    ...rows.map(({ n, hash, text }) => JSON.stringify({ n, hash, entry: text })),
  ]
  const file = Buffer.from(lines.join('\n') + '\n')

  test('any byte changed in any entry’s line is found, and that entry named or the one after it', () => {
    const start = Buffer.from(lines[0] ?? '').length + 1
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: file.length - 2 }),
        fc.integer({ min: 1, max: 255 }),
        (byte, change) => {
          const changed = Buffer.from(file)
          changed[byte] = (changed[byte] ?? 0) ^ change
          const [told] = ledgersOf(changed)
          const result = verify(told?.rows ?? [], told?.keeper ?? {})
          const n = file.subarray(start, byte).toString('latin1').split('\n').length
          expect(result).toMatchObject({ ok: false, n })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is verified from the command line, with Node.js alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    const run = (content: string | Buffer, ...args: string[]) => {
      const path = join(folder, 'ledger.jsonl')
      writeFileSync(path, content)
      return new Promise<[code: unknown, said: string]>((done) => {
        execFile(process.execPath, [VERIFIER, path, ...args], { cwd: folder }, (error, out, err) => {
          done([error?.code ?? 0, out + err])
        })
      })
    }
    const { n, hash } = headOf(rows)
    expect(await run(file)).toEqual([
      0,
      expect.stringContaining('Whole: 4 entries, verified, from 2026-11-20'),
    ])
    expect(await run(file, '--head', `${n}:${hash.slice(0, 12)}…`)).toEqual([
      0,
      expect.stringContaining('in it'),
    ])
    expect(await run(file, '--head', `9:${hash}`)).toEqual([
      1,
      expect.stringContaining('BROKEN at entry 5: the ledger ends before it'),
    ])
    expect(await run(lines.toSpliced(2, 1).join('\n'))).toEqual([
      1,
      expect.stringContaining('BROKEN at entry 2: it is missing: entry 3 is in its place.'),
    ])
    expect(await run('nothing')).toEqual([
      2,
      expect.stringContaining('neither an exported ledger nor a backup'),
    ])
    expect(await run(file, '--head', '9')).toEqual([2, expect.stringContaining('--head takes the number')])
  })
})
