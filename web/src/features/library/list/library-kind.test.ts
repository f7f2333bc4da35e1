import { afterEach, expect, test } from 'vitest'
import { optional, text } from 'sync-protocol/records/fields'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { libraryKind } from './library-kind.ts'

const fields = kinds.procedures.fields as Record<string, Field>
const NAMES = ['supplier', 'minutes', 'since']

afterEach(() => {
  for (const name of NAMES) delete fields[name]
})

test('a card says what its plain values are, and notes as they are', () => {
  const schema = optional(text(20, 'Any'))
  fields['supplier'] = { schema, label: 'Supplier', plain: 'text', card: '', group: 'a' }
  fields['minutes'] = { schema, label: 'Takes', unit: 'months', plain: 'whole', card: '', group: 'b' }
  fields['since'] = { schema, label: 'Since', plain: 'day', card: 'unknown', group: 'c' }
  const { lines } = libraryKind('procedures')
  const said = (texts: Record<string, string>) => lines({ card: { texts } } as unknown as ListEntry, 0)
  expect(said({ notes: 'Warm.', supplier: 'Acme', minutes: '12', since: '2026-03-01' })).toEqual([
    'Warm.',
    'Supplier: Acme',
    'Takes: 12 months',
    'Since: 03/01/2026',
  ])
  expect(said({})).toEqual(['N/A', 'Since: unknown'])
})
