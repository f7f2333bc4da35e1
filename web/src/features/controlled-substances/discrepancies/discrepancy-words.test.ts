import { expect, test } from 'vitest'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import { findDiscrepancies, voidedSheetsOf } from 'sync-protocol/rules/discrepancies'
import type { DrawFacts } from '../../../data/lists/draw-facts.ts'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { discrepancyGroups } from 'sync-protocol/rules/discrepancy-groups'
import { adviceFor, wordsOfGroup, wordsOnCard } from './discrepancy-words.ts'

const facts = (_id: string, more: Partial<BalanceFacts>): BalanceFacts => ({
  _id,
  order: 0,
  voided: false,
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 10,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  draw_ids: [],
  first_bottle: _id,
  author_id: _id,
  author_name: `${_id} Lee`,
  date_created: '2026-11-20T20:00:00.000Z',
  closing: { bottle_number: '1', container_size: 10, balance: 7.5 },
  ...more,
})
const draw = (_id: string, voided = false) =>
  ({ _id, drug_volume: 0.5, patient_name: 'Bella', day: '2026-11-20', voided }) as DrawFacts

function discrepancies(sheets: readonly BalanceFacts[], draws: readonly DrawFacts[] = []): Discrepancies {
  const voided = new Set(draws.flatMap(({ _id, voided: gone }) => (gone ? [_id] : [])))
  const byId = <R extends { _id: string }>(records: readonly R[]) =>
    new Map(records.map((record) => [record._id, record]))
  return {
    looked: true,
    found: findDiscrepancies(sheets, { draws: voided, sheets: voidedSheetsOf(sheets) }),
    sheets: byId(sheets),
    draws: byId(draws),
  }
}

test('[M8] two sheets from one balance name each other, and what each says is left', () => {
  const all = discrepancies([
    facts('start', { date_start: '2026-11-19', date_end: '2026-11-19' }),
    facts('ana', { previous_id: 'start' }),
    facts('ben', { previous_id: 'start', closing: { bottle_number: '1', container_size: 10, balance: 6 } }),
  ])
  const cardOf = (id: string) => all.found.get(id)?.flatMap((one) => wordsOnCard(one, all))
  expect(cardOf('start')).toBeUndefined()
  expect(cardOf('ana')).toEqual([
    'Started from the same balance as the sheet of 11/20/2026 by BEN LEE, closing 6 ml.',
  ])
  expect(cardOf('ben')).toEqual([
    'Started from the same balance as the sheet of 11/20/2026 by ANA LEE, closing 7.5 ml.',
  ])
  const [group, ...more] = discrepancyGroups(all.found)
  expect(more).toEqual([])
  expect(group?.sheets).toEqual(['ana', 'ben'])
  expect(group?.found.map((one) => wordsOfGroup(one, all))).toEqual([
    'All of them started from the balance of 11/19/2026 by START LEE, closing 7.5 ml.',
  ])
  expect(adviceFor(group?.found ?? [])).toEqual([
    'Count the bottle. Record EDIT BALANCE in the next sheet with what is there, or delete the sheet that is wrong.',
  ])
})

test('[M8] two first sheets of one bottle, and a sheet whose previous one was deleted', () => {
  const all = discrepancies([
    facts('ana', { first_bottle: 'F-1' }),
    facts('ben', { first_bottle: 'F-1' }),
    facts('gone', { voided: true }),
    facts('eve', { previous_id: 'gone' }),
  ])
  const cardOf = (id: string) => all.found.get(id)?.flatMap((one) => wordsOnCard(one, all))
  expect(cardOf('ana')).toEqual([
    'Starts with bottle F-1 and no previous balance, as does the sheet of 11/20/2026 by BEN LEE, closing 7.5 ml.',
  ])
  expect(cardOf('eve')).toEqual([
    'Continued from the sheet of 11/20/2026 by GONE LEE, closing 7.5 ml, which was deleted. What that sheet drew is missing in between.',
  ])
  expect(
    discrepancyGroups(all.found).map(({ sheets, found }) => [
      sheets,
      found.map((one) => wordsOfGroup(one, all)),
    ]),
  ).toEqual([
    [['ana', 'ben'], ['Each of them starts with bottle F-1 and no previous balance.']],
    [['eve'], cardOf('eve')],
  ])
})

test('[M8] a sheet that opens with another balance says both numbers', () => {
  const all = discrepancies([
    facts('ana', { closing: { bottle_number: '1', container_size: 30, balance: 28.9 } }),
    facts('ben', { previous_id: 'ana', opening: 10 }),
  ])
  const words =
    'Starts with 10 ml, but continued from the sheet of 11/20/2026 by ANA LEE, closing 28.9 ml. No reason for the difference is recorded.'
  expect(all.found.get('ben')?.flatMap((one) => wordsOnCard(one, all))).toEqual([words])
  const [group] = discrepancyGroups(all.found)
  expect(group?.sheets).toEqual(['ben'])
  expect(adviceFor(group?.found ?? [])[0]).toMatch(/^Find out where the difference went/)
})

test('[M8] two sheets that share all are one matter; a deleted draw is a matter of its own sheet', () => {
  const all = discrepancies(
    [
      facts('ana', { previous_id: 'start', draw_ids: ['d1', 'd2'] }),
      facts('ben', { previous_id: 'start', draw_ids: ['d2', 'd1'] }),
      facts('eve', { draw_ids: ['d3'] }),
    ],
    [draw('d1'), draw('d2'), draw('d3', true)],
  )
  expect(
    discrepancyGroups(all.found).map(({ sheets, found }) => [sheets, found.map(({ kind }) => kind)]),
  ).toEqual([
    [
      ['ana', 'ben'],
      ['same_previous', 'draw_in_two', 'draw_in_two'],
    ],
    [['eve'], ['voided_draw']],
  ])
  expect(all.found.get('eve')?.flatMap((one) => wordsOnCard(one, all))).toEqual([
    'The draw of 0.5 ml for Bella, 11/20/2026, was deleted, but is in this sheet.',
  ])
})
