import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optional } from '../records/fields.ts'
import type { Field } from '../records/kind.ts'
import { messages } from '../records/messages.ts'
import { policies, policyFields, type PolicyField } from '../records/policies.ts'
import { changePolicies } from '../wire/policies.ts'
import { policiesOf, typedPolicy } from './policies-form.ts'

const fields = policies.fields as Record<string, Field>
const ROWS = 'blank_rows' as PolicyField

beforeEach(() => {
  fields[ROWS] = {
    schema: optional(z.int(messages.notANumber('Blank rows'))),
    label: 'Blank rows',
    reads: 'number',
    plain: 'whole',
    group: 'blank',
  }
})
afterEach(() => {
  delete fields[ROWS]
})

const stands = { printed_name: 'Elm Street', [ROWS]: 12 }

test('a setting that the kind alone says is typed, sent and saved, also a number', async () => {
  expect(policyFields()).toEqual([
    'time_zone',
    'printed_name',
    'printed_address',
    'double_check',
    'weight_unit',
    'dog_lightest',
    'dog_heaviest',
    'cat_lightest',
    'cat_heaviest',
    'hub_loss',
    ROWS,
  ])
  expect(typedPolicy(stands, ROWS)).toBe('12')
  expect(policiesOf({ [ROWS]: ' 24 ' }, stands)).toEqual({ ...stands, [ROWS]: 24 })
  expect(policiesOf({ [ROWS]: '' }, stands)).toEqual({ printed_name: 'Elm Street' })
  expect(policiesOf({ [ROWS]: 'two' }, stands)).toEqual({ ...stands, [ROWS]: 'two' })
  expect(policiesOf({ printed_name: ' ', time_zone: undefined }, stands)).toEqual({ [ROWS]: 12 })
})

test('a call takes every setting as a text', async () => {
  const grown: string = '../wire/policies.ts?grown'
  const { changePolicies: call } = (await import(grown)) as { changePolicies: typeof changePolicies }
  expect(call.parse({ [ROWS]: '24' })).toEqual({ [ROWS]: '24' })
  expect(call.safeParse({ [ROWS]: 24 }).success).toBe(false)
  expect(changePolicies.parse({ [ROWS]: '24' })).toEqual({})
})
