import { expect, describe, test } from 'vitest'
import { headOfRows as headOf, ledgerRows as ledger } from '../testing/ledger-facts.ts'
import { LedgerWalk, type KnownHead, type LedgerRow } from './ledger-walk.ts'

const ONE = '0193aaaa-0000-7000-8000-000000000001'
const TWO = '0193aaaa-0000-7000-8000-000000000002'
const THREE = '0193aaaa-0000-7000-8000-000000000003'

function walked(rows: readonly LedgerRow[], known: KnownHead[], epoch: string) {
  const walk = new LedgerWalk(epoch, known)
  for (const row of rows) walk.take(row)
  return walk.end(headOf(rows))
}

describe('histories of the server', () => {
  const old = ledger([ONE, ONE, ONE, ONE, ONE])
  // Restored from a backup of two entries, then went on.
  const restored = [...old.slice(0, 2), ...ledger([TWO, TWO, TWO], headOf(old.slice(0, 2)), ' after')]

  test('are told apart, and what went with a restore is told and breaks nothing', () => {
    const seen = { ...headOf(old), epoch: ONE }
    expect(walked(restored, [seen], TWO)).toEqual({
      ok: true,
      head: headOf(restored),
      histories: [
        { epoch: ONE, from: 1, to: 2 },
        { epoch: TWO, from: 3, to: 5 },
      ],
      lost: [seen],
    })
    expect(walked(old.slice(0, 2), [seen], TWO)).toMatchObject({ ok: true, lost: [seen] })
  })

  test('explain nothing that was seen in the present one, or that stands in the seen one', () => {
    const now = { ...headOf(restored), epoch: TWO }
    expect(walked(restored.slice(0, 4), [now], TWO)).toMatchObject({ ok: false, n: 5, by: 'cut' })
    const early = { n: 2, hash: 'f'.repeat(64), epoch: ONE }
    expect(walked(restored, [early], TWO)).toMatchObject({ ok: false, n: 2, by: 'remembered' })
    // An entry of before the history that it was seen in cannot have gone with a restore of that history.
    expect(walked(restored, [{ ...early, epoch: TWO }], THREE)).toMatchObject({ ok: false, n: 2 })
    expect(walked(restored, [{ ...headOf(old), epoch: TWO }], TWO)).toMatchObject({
      ok: false,
      n: 5,
      by: 'remembered',
    })
  })
})
