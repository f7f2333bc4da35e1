import { describe, expect, it } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { readForm } from '../editor/form-kind.ts'
import { injectionForm, procedureForm } from './named-form.ts'

const seen = (content: JsonObject) => ({ version: 1, author_id: 'ann', content })

describe('an injection', () => {
  it('[INJ-03] [INJ-04] [INJ-05] is a name of 1 to 50 characters, without the blanks around it', () => {
    const read = (name: string) => readForm(injectionForm, { name }, 0, undefined)
    expect(read('  Cerenia ')).toEqual({ content: { species: 0, name: 'Cerenia' } })
    expect(read('x'.repeat(50))).toEqual({ content: { species: 0, name: 'x'.repeat(50) } })
    expect(read('   ')).toEqual({ fault: { field: 'name', message: 'Please enter the injection name.' } })
    expect(read('x'.repeat(51))).toEqual({
      fault: { field: 'name', message: 'Your injection name is too long.' },
    })
  })
})

describe('a procedure', () => {
  const read = (name: string, notes: string, before?: JsonObject) =>
    readForm(procedureForm, { name, notes }, 1, before && seen(before))

  it('[PROC-07] [PROC-08] has a name of 1 to 50 characters', () => {
    expect(read('', 'Warm.')).toEqual({
      fault: { field: 'name', message: 'Please enter the procedure name.' },
    })
    expect(read('x'.repeat(51), '')).toEqual({
      fault: { field: 'name', message: 'Your procedure name is too long.' },
    })
    expect(read('Spay', 'Warm.')).toEqual({ content: { species: 1, name: 'Spay', notes: 'Warm.' } })
  })

  it('[PROC-05] [PROC-09] has no notes when they are blank', () => {
    expect(read('Spay', ' \n ')).toEqual({ content: { species: 1, name: 'Spay' } })
  })

  it('[PROC-06] gets an empty text when its notes are taken away, and nothing when it had none', () => {
    const blanked = read('Spay', '  ', { species: 1, name: 'Spay', notes: 'Warm.' })
    expect(blanked).toEqual({ content: { species: 1, name: 'Spay', notes: '' } })
    expect(read('Neuter', '', { species: 1, name: 'Spay' })).toEqual({
      content: { species: 1, name: 'Neuter' },
    })
  })

  it('says at the notes when they are too long', () => {
    expect(read('Spay', 'x'.repeat(10_001))).toMatchObject({ fault: { field: 'notes' } })
  })
})
