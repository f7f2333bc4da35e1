import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ListEntry } from '../data/lists/list-search.ts'
import { ListCard } from './list-card.tsx'

const entry: ListEntry = {
  _id: 'a',
  name: 'Bella',
  author_id: 'u',
  author_name: 'Ana Smith',
  date_created: '2026-11-20T08:00:00.000Z',
  day: '2026-11-20',
  species: [0],
  seq: 1,
  pending: false,
  voided: false,
  card: {},
}
const nothing = () => undefined
const card = (
  mayDelete: boolean,
  of: Partial<ListEntry> = {},
  actions: { id: string; label: string }[] = [],
) =>
  renderToStaticMarkup(
    <ListCard
      entry={{ ...entry, ...of }}
      called="Bella"
      meta="Created"
      selected={false}
      mayDelete={mayDelete}
      onSelect={nothing}
      onOpen={nothing}
      onDelete={nothing}
      actions={actions.map((action) => ({ ...action, onPress: nothing }))}
    />,
  )

test('[LIST-23] a row has a menu only where something in it is this person’s to do', () => {
  expect(card(true)).toContain('aria-label="More for Bella"')
  expect(card(false)).not.toContain('More for Bella')
  expect(card(false, {}, [{ id: 'copy', label: 'Copy' }])).toContain('More for Bella')
})

test('a voided record is struck through, marked, and not chosen', () => {
  const voided = card(false, { voided: true })
  expect(voided).toContain('card-struck')
  expect(voided).toContain('Voided')
  expect(voided).not.toContain('checkbox')
})
