import { afterEach, beforeEach, expect, test } from 'vitest'
import { optional, text } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import { ketamine } from 'sync-protocol/testing/examples'
import { drugFormKind } from '../drugs/drug-form-kind.ts'
import { fluidFormKind } from '../drugs/fluid-form-kind.ts'
import { anesthesiaForm } from '../protocols/anesthesia-form.ts'
import { emergencyForm } from '../protocols/emergency-form.ts'
import { injectionForm, procedureForm } from '../simple/named-form.ts'
import type { FormKind } from './form-kind.ts'

const supplier: Field = {
  schema: optional(text(10, 'Supplier')),
  label: 'Supplier',
  reads: 'quoted',
  plain: 'text',
  group: 'supplier',
}
const copied = { route: 'IM', form: 'INJECTION', controlled: false }
const protocolDrug = { name: 'Ketamine', concentration: 100, ...copied }
const dosed = { ...protocolDrug, dosage: 5, dosage_from: -1, dosage_to: -1 }
const ranged = { ...protocolDrug, dosage: -1, dosage_from: 1, dosage_to: 2 }
const section = { key: 999, title_s: 'Opioid', title_p: 'Opioids', drugs: [dosed] }
const drug: JsonObject = ketamine()

const FORMS: [name: string, form: FormKind<object>, content: JsonObject][] = [
  ['drugs', drugFormKind(-1), drug],
  ['fluids', fluidFormKind, { species: [0], name: 'LRS', rate: 5 }],
  ['anesthesia protocols', anesthesiaForm, { species: 0, name: 'Spay', sections: [section] }],
  ['emergency protocols', emergencyForm, { species: 0, name: 'CPR', drugs: [ranged] }],
  ['injections', injectionForm, { species: 0, name: 'Cerenia' }],
  ['procedures', procedureForm, { species: 0, name: 'Spay' }],
]
const fieldsOf = ({ kind }: FormKind<object>) => kinds[kind.collection].fields as Record<string, Field>

beforeEach(() => {
  for (const [, form] of FORMS) fieldsOf(form)['supplier'] = supplier
})
afterEach(() => {
  for (const [, form] of FORMS) delete fieldsOf(form)['supplier']
})

/** The values with another supplier typed, wherever the form of this kind holds it. */
const typed = (values: object, said: string): object =>
  'more' in values
    ? { ...values, more: { ...(values.more as object), supplier: said } }
    : { ...values, supplier: said }

test.each(FORMS)(
  'a field that the kind alone says is in the form of %s, and what it holds is kept',
  (_, form, content) => {
    const had: JsonObject = { ...content, supplier: 'Acme' }
    const seen = { version: 1, author_id: 'a', content: had }
    const values = form.valuesOf(had, 0)
    expect(form.contentOf(values, 0, seen)).toEqual(had)
    expect(form.contentOf(typed(values, 'Other'), 0, seen)).toEqual({ ...content, supplier: 'Other' })
    expect(form.contentOf(typed(values, ' '), 0, seen)).toEqual(content)
    expect(form.check?.(typed(values, 'x'.repeat(11)), 0)).toEqual({
      field: 'supplier',
      message: 'Supplier is too long.',
    })
    expect(form.check?.(values, 0)).toBeNull()
    expect(form.ownsField?.('supplier') ?? 'supplier' in values).toBe(true)
  },
)
