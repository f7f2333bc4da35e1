import { expect, describe, test } from 'vitest'
import type { EpochHead } from '../records/ledger-entry.ts'
import { sha256Hex } from '../records/mutation-hash.ts'
import {
  headOfRows as headOf,
  ledgerRows as ledger,
  restoredRows as restored,
} from '../testing/ledger-facts.ts'
import type { KnownHead } from './ledger-epochs.ts'
import { LedgerWalk, type LedgerRow } from './ledger-walk.ts'

const ONE = '0193aaaa-0000-7000-8000-000000000001'
const TWO = '0193aaaa-0000-7000-8000-000000000002'
const THREE = '0193aaaa-0000-7000-8000-000000000003'

function walked(rows: readonly LedgerRow[], known: KnownHead[], epoch: string, unmarkedUntil = 0) {
  const walk = new LedgerWalk(epoch, { known, unmarkedUntil })
  for (const row of rows) walk.take(row)
  return walk.end(headOf(rows))
}
/** Everything from this entry on written anew, so that the chain itself is whole. */
function rewritten(rows: readonly LedgerRow[]): LedgerRow[] {
  const out: LedgerRow[] = []
  for (const { text } of rows) {
    const prev = out.at(-1)?.hash ?? '0'.repeat(64)
    const entry = text
      .replace(/"n":\d+,"op/, `"n":${out.length + 1},"op`)
      .replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${prev}"`)
    out.push({ n: out.length + 1, text: entry, hash: sha256Hex(entry) })
  }
  return out
}

const old = ledger([ONE, ONE, ONE, ONE, ONE])
const seen = { ...headOf(old), epoch: ONE }
const backup = old.slice(0, 2)
const goOn = (rows: readonly LedgerRow[], epoch: string) => [
  ...rows,
  ...ledger([epoch, epoch], headOf(rows), ' after'),
]
/** Restored from a backup of two entries, then went on. */
const after = (lost: EpochHead[] | null = null) => goOn(restored(backup, ONE, TWO, lost), TWO)

describe('[L6] epochs of the server', () => {
  test('are told apart by the entry of the restore; what went with it is told and breaks nothing', () => {
    const rows = after()
    expect(walked(rows, [seen], TWO)).toMatchObject({
      ok: true,
      head: headOf(rows),
      epochs: [
        { epoch: ONE, from: 1, to: 2 },
        { epoch: TWO, from: 3, to: 5, restore: { continues: { epoch: ONE, ...headOf(backup) } } },
      ],
      lost: [{ ...seen, named: false }],
    })
    expect(walked(restored(backup, ONE, TWO), [seen], TWO)).toMatchObject({ ok: true, lost: [seen] })
  })

  test('a restore that names the heads that went vouches for those that were seen', () => {
    expect(walked(after([seen]), [seen], TWO)).toMatchObject({ ok: true, lost: [{ ...seen, named: true }] })
    const earlier = { ...headOf(old.slice(0, 4)), epoch: ONE }
    expect(walked(after([seen]), [earlier], TWO)).toMatchObject({ ok: true, lost: [{ named: true }] })
    // A printed head names no epoch.
    const printed = { n: seen.n, hash: seen.hash.slice(0, 12) }
    expect(walked(after([seen]), [printed], TWO)).toMatchObject({ ok: true, lost: [printed] })
    expect(walked(after(), [printed], TWO)).toMatchObject({ ok: false, n: 5, by: 'remembered' })
  })

  test('a head that contradicts what the restore says is named: the ledger was cut or changed before it', () => {
    const cut = { epoch: ONE, ...headOf(old.slice(0, 4)) }
    expect(walked(after([cut]), [seen], TWO)).toMatchObject({ ok: false, n: 3, by: 'restore', known: seen })
    const other = { epoch: ONE, n: 5, hash: 'f'.repeat(64) }
    expect(walked(after([other]), [seen], TWO)).toMatchObject({ ok: false, n: 3, by: 'restore' })
  })

  test('explain nothing that was seen in the present one, or that stands in the seen one', () => {
    const rows = after()
    const now = { ...headOf(rows), epoch: TWO }
    expect(walked(rows.slice(0, 4), [now], TWO)).toMatchObject({ ok: false, n: 5, by: 'cut' })
    const early = { n: 2, hash: 'f'.repeat(64), epoch: ONE }
    expect(walked(rows, [early], TWO)).toMatchObject({ ok: false, n: 2, by: 'remembered' })
    // An entry of before the epoch that it was seen in cannot have gone with a restore of that epoch.
    const third = goOn(restored(rows, TWO, THREE), THREE)
    expect(walked(third, [{ ...early, epoch: TWO }], THREE)).toMatchObject({ ok: false, n: 2 })
    expect(walked(rows, [{ ...headOf(old), epoch: TWO }], TWO)).toMatchObject({
      ok: false,
      n: 5,
      by: 'remembered',
    })
  })

  test('follow each other, also where nothing was written in one', () => {
    const twice = goOn(restored(restored(backup, ONE, TWO), TWO, THREE), THREE)
    expect(walked(twice, [], THREE)).toMatchObject({
      ok: true,
      epochs: [{}, { to: 3 }, { from: 4, to: 6 }],
    })
    expect(walked(goOn(restored([], ONE, TWO), TWO), [], TWO)).toMatchObject({ ok: true })
  })
})

describe('[L6] the entry of a restore', () => {
  test('that was removed is missed, also where all after it was written anew', () => {
    const rows = after()
    expect(walked(rows.toSpliced(2, 1), [], TWO)).toMatchObject({ ok: false, n: 3, by: 'number' })
    const anew = rewritten(rows.toSpliced(2, 1))
    expect(walked(anew, [], TWO)).toMatchObject({ ok: false, n: 3, by: 'unmarked' })
    expect(walked(backup, [], TWO)).toMatchObject({ ok: false, n: 3, by: 'unmarked' })
  })

  test.each([
    ['names another end', { continues: { epoch: ONE, n: 2, hash: 'e'.repeat(64) } }],
    ['names another number', { continues: { epoch: ONE, ...headOf(backup), n: 1 } }],
    ['names another history', { continues: { epoch: THREE, ...headOf(backup) } }],
    ['is no restore at all', { backup_at: 'Monday' }],
  ])('that %s is named', (_, over) => {
    expect(walked(goOn(restored(backup, ONE, TWO, null, over), TWO), [], TWO)).toMatchObject({
      ok: false,
      n: 3,
      by: 'restore',
    })
  })

  test('cannot begin an epoch that was there already', () => {
    const again = restored(after(), TWO, ONE)
    expect(walked(again, [], ONE)).toMatchObject({ ok: false, n: 6, by: 'restore' })
    const back = [...after(), ...ledger([ONE], headOf(after()))]
    expect(walked(back, [], ONE)).toMatchObject({ ok: false, n: 6, by: 'unmarked' })
  })

  test('is not missed where an earlier version of the server restored, and only there', () => {
    const unmarked = [...backup, ...ledger([TWO, TWO], headOf(backup))]
    expect(walked(unmarked, [], TWO, 4)).toMatchObject({ ok: true, epochs: [{}, { from: 3, to: 4 }] })
    expect(walked(unmarked, [], TWO, 2)).toMatchObject({ ok: false, n: 3, by: 'unmarked' })
    // Restored without an entry, and nothing written since: the next one may begin the epoch.
    expect(walked(backup, [], TWO, 3)).toMatchObject({ ok: true })
    const marked = goOn(restored(unmarked, TWO, THREE), THREE)
    expect(walked(marked, [], THREE, 4)).toMatchObject({ ok: true })
  })
})
