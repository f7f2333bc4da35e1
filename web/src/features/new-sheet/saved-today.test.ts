import { expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { savedTodayWords } from './saved-today.tsx'

/** 10:42 AM in New York. */
const SAVED = '2026-11-26T15:42:00.000Z'
const saved = (content: JsonObject = {}, author_name = 'Ana', date_created = SAVED) => ({
  content: { name: 'Bella', weight: 12, weight_units: 'kg', procedure: { name: 'Castration' }, ...content },
  meta: { author_name, date_created },
})
const said = (by: 'id' | 'name', sheets: readonly object[], at = '2026-11-26T20:00:00.000Z') =>
  savedTodayWords({ by, sheets: sheets as never }, at, 'America/New_York')

test('[Q-75] says when, by whom, with what weight and for what a patient of the name was saved today', () => {
  expect(said('name', [])).toEqual([])
  expect(said('name', [saved()])).toEqual([
    'Bella was saved today at 10:42 AM by Ana, 12 kg, Castration. Is this another patient?',
  ])
  expect(said('name', [saved({ patient_id: 'A-7', procedure: 'Dental', weight: 4.1 })])).toEqual([
    'Bella (A-7) was saved today at 10:42 AM by Ana, 4.1 kg, Dental. Is this another patient?',
  ])
  expect(said('name', [saved({ estimated: true })])[0]).toContain(' by Ana, about 12 kg, ')
  expect(said('id', [saved({ patient_id: 'A-7' })])[0]).toMatch(
    / Castration\. The ID is the same\. Is this a second sheet\?$/,
  )
})

test('[Q-75] names the day once it is over where the clinic is', () => {
  const [late] = said('name', [saved()], '2026-11-27T04:59:00.000Z')
  expect(late).toContain('saved today at 10:42 AM')
  const [after] = said('name', [saved()], '2026-11-27T05:00:00.000Z')
  expect(after).toContain('saved on 11/26/2026 at 10:42 AM')
})

test('[Q-75] of many the last three are named, and one question is asked', () => {
  const lines = said(
    'name',
    ['Ben', 'Cleo', 'Dan', 'Eve', 'Flo'].map((name) => saved({}, name)),
  )
  expect(lines.map((line) => /by (\w+)/.exec(line)?.[1])).toEqual(['Ben', 'Cleo', 'Dan', undefined])
  expect(lines.at(-1)).toBe('And 2 more that day. Is this another patient?')
  expect(lines.join().match(/\?/g)).toHaveLength(1)
})
