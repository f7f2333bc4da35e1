import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LedgerRow } from './ledger-row.tsx'

const entry = {
  key: '7',
  n: 7,
  at: '2026-11-30T12:01:00.000Z',
  who: 'Tom',
  what: '1.2 ml of Hydromorphone 2 mg/ml',
  parts: { volume: '1.2', drug: 'Hydromorphone', strength: '2', facts: ['Louie'] },
  searched: '',
  mutation: null,
}
const row = (parts: typeof entry.parts | null) =>
  renderToStaticMarkup(<LedgerRow entry={{ ...entry, parts }} broken={false} timeZone="UTC" />)

test('a drug has tall-man letters in its column, and where a sentence names it', () => {
  const tall = /aria-label="Hydromorphone"><span class="tall-man-letters">Hydro<\/span>morphone/
  expect(row(entry.parts)).toMatch(tall)
  expect(row(null)).toMatch(tall)
})
