import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_LEDGER,
  ledgerFactEntry,
  type LedgerFactEntry,
  type LedgerHead,
} from '../records/ledger-entry.ts'
import { nextEntry, verifyLedger, type LedgerFact } from './ledger.ts'

const uuid = (digit: number) => `0193${String(digit).padStart(4, '0')}-0000-7000-8000-000000000000`

const fact = (index: number, content: LedgerFact['content']): LedgerFact => ({
  at: '2026-11-20T09:58:03.120Z',
  received_at: '2026-11-20T09:59:00.000Z',
  org: uuid(1),
  epoch: uuid(2),
  user: uuid(3),
  device: uuid(4),
  mutation_id: uuid(100 + index),
  op: 'create',
  record: { collection: 'draws', _id: uuid(500 + index), version: 1, author: uuid(3) },
  content,
})

function chainOf(contents: readonly LedgerFact['content'][]): {
  entries: LedgerFactEntry[]
  heads: LedgerHead[]
} {
  let head = EMPTY_LEDGER
  const heads: LedgerHead[] = []
  const entries = contents.map((content, index) => {
    const next = nextEntry(head, fact(index, content))
    head = next.head
    heads.push(head)
    return ledgerFactEntry.parse({ ...JSON.parse(next.text), hash: head.hash })
  })
  return { entries, heads }
}

const volumes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ drug_volume: index + 0.25 }))

describe('the ledger', () => {
  test('an entry is hashed over its canonical JSON, keys in order, the first after 64 zeros', () => {
    const { text, head } = nextEntry(EMPTY_LEDGER, fact(0, { b: 1e21, a: 'é"' }))
    expect(text).toBe(
      '{"at":"2026-11-20T09:58:03.120Z","content":{"a":"é\\"","b":1e+21},' +
        `"device":"${uuid(4)}","epoch":"${uuid(2)}","mutation_id":"${uuid(100)}","n":1,"op":"create","org":"${uuid(1)}",` +
        `"prev":"${'0'.repeat(64)}","received_at":"2026-11-20T09:59:00.000Z",` +
        `"record":{"_id":"${uuid(500)}","author":"${uuid(3)}","collection":"draws","version":1},"user":"${uuid(3)}"}`,
    )
    // Made with another implementation: sha256sum of the text above.
    expect(head).toEqual({ n: 1, hash: '27cbb8b289c383fdbe061ab590dc351ff735c624784b3653e56f4c354f62c0d1' })
  })

  test('a chain as written is whole, also when read on from an entry known before', () => {
    const { entries, heads } = chainOf(volumes(5))
    const epochs = [{ epoch: uuid(2), from: 1, to: 5 }]
    expect(verifyLedger(entries)).toEqual({ ok: true, head: heads[4], epochs, lost: [] })
    expect(verifyLedger(entries.slice(2), { after: heads[1]! })).toMatchObject({ ok: true, head: heads[4] })
    expect(verifyLedger([])).toEqual({ ok: true, head: EMPTY_LEDGER, epochs: [], lost: [] })
  })

  test('any change of any entry names that entry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        fc.constantFrom('volume', 'at', 'user', 'n', 'prev', 'hash', 'added'),
        (length, at, what) => {
          const { entries } = chainOf(volumes(length))
          const index = at % length
          const entry = entries[index]!
          const forged: Record<typeof what, LedgerFactEntry> = {
            volume: { ...entry, content: { drug_volume: 99 } },
            at: { ...entry, at: '2020-01-01T00:00:00.000Z' },
            user: { ...entry, user: uuid(9) },
            n: { ...entry, n: entry.n + 1 },
            prev: { ...entry, prev: 'f'.repeat(64) },
            hash: { ...entry, hash: 'f'.repeat(64) },
            added: { ...entry, content: { ...entry.content, extra: true } },
          }
          entries[index] = forged[what]
          expect(verifyLedger(entries)).toMatchObject({ ok: false, n: index + 1 })
        },
      ),
    )
  })

  test('an entry taken out, doubled or moved names its place', () => {
    const { entries } = chainOf(volumes(4))
    const [a, b, c, d] = entries as [LedgerFactEntry, LedgerFactEntry, LedgerFactEntry, LedgerFactEntry]
    expect(verifyLedger([a, c, d])).toEqual({ ok: false, n: 2, by: 'number', found: 3 })
    expect(verifyLedger([a, b, b, c, d])).toEqual({ ok: false, n: 3, by: 'number', found: 2 })
    expect(verifyLedger([a, c, b, d])).toEqual({ ok: false, n: 2, by: 'number', found: 3 })
  })

  test('a chain written anew from a forged entry is known by a remembered head', () => {
    const { heads } = chainOf(volumes(4))
    const { entries: forged } = chainOf([{ drug_volume: 0.25 }, { drug_volume: 7 }, ...volumes(4).slice(2)])
    expect(verifyLedger(forged).ok).toBe(true)
    expect(verifyLedger(forged, { remembered: [heads[3]!] })).toEqual({
      ok: false,
      n: 4,
      by: 'remembered',
      known: heads[3],
    })
    expect(verifyLedger(forged, { remembered: [heads[0]!] }).ok).toBe(true)
  })

  test('an end cut off is known by a remembered head alone', () => {
    const { entries, heads } = chainOf(volumes(4))
    expect(verifyLedger(entries.slice(0, 2)).ok).toBe(true)
    expect(verifyLedger(entries.slice(0, 2), { remembered: [heads[3]!] })).toEqual({
      ok: false,
      n: 3,
      by: 'cut',
      known: heads[3],
    })
    expect(verifyLedger([], { remembered: [heads[0]!] })).toMatchObject({ ok: false, n: 1, by: 'cut' })
  })
})
