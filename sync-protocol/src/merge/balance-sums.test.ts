import { describe, expect, test } from 'vitest'
import type { BalanceContent } from '../records/balance.ts'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { savingBalance } from '../rules/balance-intents.ts'
import { balanceContentOf } from '../rules/balance-sheet.ts'
import { tableOf } from '../rules/balance-table.ts'
import { combineBalances, COMBINE_MISMATCH } from '../rules/combine-balances.ts'
import { actorOf, Clinic } from '../testing/merge-clinic.ts'
import { full, sheetId, start } from '../testing/table-examples.ts'

const [ANA, BEN] = [actorOf(1, [1]), actorOf(2, [1])]
const sheet = (k: number, balance: number, over: Partial<BalanceContent> = {}) => ({
  _id: sheetId(k),
  content: {
    ...balanceContentOf(tableOf([start(balance), full(100, k)]), {
      drug_name: 'Ketamine',
      drug_concentration: 100,
    }),
    ...over,
  },
})
const storing = ({ _id, content }: ReturnType<typeof sheet>): Op[] => savingBalance(content, _id).ops
const flagsOf = (clinic: Clinic, k: number) => clinic.record('balances', sheetId(k))?.flags

describe('[P8] a balance sheet is never refused', () => {
  test('one that adds up is stored without a flag', () => {
    const clinic = new Clinic()
    expect(clinic.do(ANA, ...storing(sheet(1, 1000))).status).toBe('applied')
    expect(flagsOf(clinic, 1)).toBeUndefined()
  })

  test('one that does not add up is stored as it is, and flagged', () => {
    const clinic = new Clinic()
    const wrong = sheet(1, 1000, { closing: { bottle_number: 'A1', container_size: 20, balance: 8 } })
    expect(clinic.do(ANA, ...storing(wrong)).status).toBe('applied')
    expect(flagsOf(clinic, 1)).toEqual(['sums_differ'])
    expect(clinic.record('balances', sheetId(1))?.content).toEqual(wrong.content)
  })
})

describe('Q-27: a combined balance sheet', () => {
  const sources = [sheet(1, 1000), sheet(2, 900)]
  const clinicWith = (...sheets: ReturnType<typeof sheet>[]) => {
    const clinic = new Clinic()
    for (const one of sheets) clinic.do(BEN, ...storing(one))
    return clinic
  }
  const made = combineBalances(sources)
  if ('error' in made) throw new Error(made.error)
  const combined = (over: Partial<BalanceContent> = {}) => ({
    _id: sheetId(9),
    content: { ...made.content, ...over },
  })

  test('that is what it names is stored without a flag, also when a source was voided meanwhile', () => {
    const clinic = clinicWith(...sources)
    expect(clinic.do(ANA, ...storing(combined())).status).toBe('applied')
    expect(flagsOf(clinic, 9)).toBeUndefined()
    const later = clinicWith(...sources)
    later.do(BEN, { op: 'void', collection: 'balances', _id: sheetId(2), base: 1, reason: 'Wrong' })
    expect(later.do(ANA, ...storing(combined())).status).toBe('applied')
    expect(flagsOf(later, 9)).toBeUndefined()
  })

  test.each<[string, Partial<BalanceContent>]>([
    ['other days', { date_end: '2026-11-29' }],
    ['only some rows', sheet(1, 1000).content],
  ])('with %s than its sources give is stored and flagged', (_, over) => {
    const clinic = clinicWith(...sources)
    const strange = combined({ ...over, combined: true, combined_ids: made.content.combined_ids ?? [] })
    expect(clinic.do(ANA, ...storing(strange)).status).toBe('applied')
    expect(flagsOf(clinic, 9)).toEqual(['sums_differ'])
  })

  test('of sheets that do not match, or that nobody has, waits for a person', () => {
    const other = sheet(2, 900, { drug_concentration: 50 })
    const parked = (clinic: Clinic, over: Partial<BalanceContent> = {}) => {
      const { status, code, message } = clinic.do(ANA, ...storing(combined(over)))
      expect(clinic.record('balances', sheetId(9))).toBeUndefined()
      return { status, code, message }
    }
    const mismatch = { status: 'parked', code: 'invalid', message: COMBINE_MISMATCH }
    expect(parked(clinicWith(sources[0] as never, other))).toEqual(mismatch)
    expect(parked(clinicWith(...sources), { drug_name: 'Methadone' })).toEqual(mismatch)
    expect(parked(clinicWith(sources[0] as never))).toMatchObject({
      status: 'parked',
      code: 'unknown_record',
    })
    expect(parked(clinicWith(...sources), { combined_ids: [sheetId(1)] })).toMatchObject({ status: 'parked' })
    const none = { ...combined().content } as unknown as JsonObject
    delete none['combined_ids']
    const clinic = clinicWith(...sources)
    const op: Op = { op: 'create', collection: 'balances', _id: sheetId(9), content: none }
    expect(clinic.do(ANA, op).status).toBe('parked')
  })
})
