import { describe, expect, it, test } from 'vitest'
import { ketamine } from '../testing/examples.ts'
import { drugContent } from './drug.ts'
import { safeParseKnown } from './known.ts'

const row = (over: object = {}) => ({
  name: 'Dexmedetomidine',
  species: 0,
  rule: 'times_mass',
  value: 10,
  route: 'IM',
  ...over,
})
const drug = (reverses: unknown, over: object = {}) => ({ ...ketamine(), ...over, reverses })

/** The first thing that is wrong with it. */
function fault(reverses: unknown, over: object = {}) {
  const issue = drugContent.safeParse(drug(reverses, over)).error?.issues[0]
  return issue && [issue.path.join('.'), issue.message]
}

describe('[Q-16] what a drug reverses', () => {
  it('is kept as it is, for both species and with a note', () => {
    const reverses = [row({ note: 'IV only in arrest' }), row({ species: 1, value: 2.5, rule: 'mg_per_kg' })]
    expect(drugContent.parse(drug(reverses))).toMatchObject({ reverses })
    expect(fault(undefined)).toBeUndefined()
  })

  test.each<[over: object, field: string, message: string]>([
    [{ name: '  ' }, 'reverses.0.name', 'Reversed drug is required.'],
    [{ name: 'n'.repeat(51) }, 'reverses.0.name', 'Reversed drug is too long.'],
    [{ species: 2 }, 'reverses.0.species', 'This field is not valid.'],
    [{ rule: 'volume' }, 'reverses.0.rule', 'This field must be "mg_per_kg" or "times_mass".'],
    [{ value: 0 }, 'reverses.0.value', 'Reversal dose must be greater than zero.'],
    [{ value: 100_001 }, 'reverses.0.value', 'Reversal dose is too large.'],
    [{ value: '10' }, 'reverses.0.value', 'Reversal dose must be a valid number.'],
    [{ note: 'n'.repeat(121) }, 'reverses.0.note', 'Reversal note is too long.'],
  ])('is refused with %j', (over, field, message) => {
    expect(fault([row(over)])).toEqual([field, message])
  })

  it('has one dose for one drug and one species, however the name is written', () => {
    const twice = [row(), row({ species: 1 }), row({ name: ' dexmedetomidine ' })]
    expect(fault(twice)).toEqual(['reverses.2.name', 'dexmedetomidine is already listed for dogs.'])
    expect(fault(twice.slice(0, 2))).toBeUndefined()
  })

  it('is at most 20 rows', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, nth) => row({ name: `Drug ${nth}` }))
    expect(fault(rows(20))).toBeUndefined()
    expect(fault(rows(21))).toEqual(['reverses', 'At most 20 reversals can be listed.'])
  })

  it('is a multiple of another dose only if the drug is measured in mg', () => {
    const units = { amount_unit: 'units', controlled: false }
    expect(fault([row()], units)).toEqual([
      'reverses.0.rule',
      'Only a drug measured in mg can be given as “times its dose”.',
    ])
    expect(fault([row({ rule: 'mg_per_kg' })], units)).toBeUndefined()
    expect(fault([row()], { amount_unit: 'mg' })).toBeUndefined()
  })

  it('is read where a later release has said more of a row', () => {
    const read = safeParseKnown(drugContent, drug([row({ speed: 'slowly' })]))
    expect(read.data).toMatchObject({ reverses: [row()] })
  })
})
