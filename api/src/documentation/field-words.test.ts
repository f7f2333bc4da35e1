import { afterEach, expect, test } from 'vitest'
import type { Collection } from 'sync-protocol/records/envelope'
import { optional, text } from 'sync-protocol/records/fields'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import { wordsOf } from './field-words.ts'

const fieldsOf = (collection: Collection) => kinds[collection].fields as Record<string, Field>
const NAMED: [schema: string, collection: Collection][] = [
  ['Drug', 'drugs'],
  ['Fluid', 'fluids'],
  ['AnesthesiaProtocol', 'anesthesia_protocols'],
  ['EmergencyProtocol', 'emergency_protocols'],
  ['Injection', 'injections'],
  ['Procedure', 'procedures'],
]

afterEach(() => {
  for (const [, collection] of NAMED) delete fieldsOf(collection)['supplier']
})

test.each(NAMED)('a plain field has its words on the page of the calls: %s', (schema, collection) => {
  fieldsOf(collection)['supplier'] = {
    schema: optional(text(20, 'Supplier')),
    label: 'Supplier',
    unit: 'months',
    plain: 'text',
    group: 'supplier',
  }
  expect(wordsOf(schema)).toMatchObject({ supplier: 'Supplier: months.', species: expect.any(String) })
})
