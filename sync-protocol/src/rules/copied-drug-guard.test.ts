import { describe, expect, it } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import { ketamine } from '../testing/examples.ts'
import { copyOfDrug } from './anesthesia-protocol-form.ts'
import { copiedDrugGuard, lackingLimits, type TypedCopy } from './copied-drug-guard.ts'
import { doseWords, lackingWords } from './dose-words.ts'
import { copyOfEmergencyDrug } from './emergency-protocol-form.ts'
import { lookupIn } from './library-lookup.ts'

const listed = (_id: string, over: object = {}) =>
  ({ _id, ...ketamine(), ...over }) as unknown as DrugContent & { _id: string }

describe('[Q-15] a row of a protocol', () => {
  const said = (copy: TypedCopy, library: ReturnType<typeof listed>[], fields: 'one' | 'two' = 'one') => {
    const place = {
      fields: fields === 'one' ? (['dosage'] as const) : (['dosage_from', 'dosage_to'] as const),
      species: 0 as const,
      lookup: lookupIn(library, 0),
    }
    const lines = copiedDrugGuard(copy, place).map(
      (finding) => `${finding.level}: ${doseWords(finding, copy)}`,
    )
    return { lines, lacks: lackingLimits(copy, place) }
  }
  const source = listed('k', { limits: [{ min: 3, max: 10 }, null] })
  const copied = copyOfDrug(source, 'k', 0)
  if (copied === null) throw new Error('ketamine is for dogs')

  it('says a slipped point of the dosage that is typed, and that it is far above the highest', () => {
    expect(said(copied, [source])).toEqual({ lines: [], lacks: null })
    expect(said({ ...copied, dosage: '50' }, []).lines).toEqual([
      'red: Ten times the usual 5 mg/kg. Is the point in the right place?',
      'red: 5 times the highest, 10 mg/kg.',
    ])
    expect(said({ ...copied, dosage: '' }, []).lines).toEqual([])
  })

  it('says it of a copy without anything copied along, by the library', () => {
    const { usual: _, limits: __, ...before } = copied
    expect(said({ ...before, dosage: '50' }, [source]).lines).toHaveLength(2)
    const { source_id: ___, ...unknown } = before
    expect(said({ ...unknown, dosage: '50' }, [source]).lines).toHaveLength(2)
    expect(said({ ...unknown, dosage: '50' }, [])).toEqual({
      lines: ['quiet: No limits recorded.'],
      lacks: 'both',
    })
  })

  it('names another strength, but not that of the drug that it was copied from: that one it differs from', () => {
    const strong = listed('s', { concentration: 200 })
    expect(said(copied, [source, strong]).lines).toEqual(['amber: Your library also has Ketamine 200 mg/ml.'])
    expect(said({ ...copied, concentration: '10' }, [source]).lines).toEqual([])
    expect(said({ ...copied, concentration: '' }, [source, strong]).lines).toEqual([])
  })

  it('[EPROT-24] [Q-07] compares the low and the high dosage of an emergency drug each with its own', () => {
    const over = { section_key: EMERGENCY_SECTION, dosage_from: [0.01, -1], dosage_to: [0.04, -1] }
    const rescue = listed('r', over)
    const copy = copyOfEmergencyDrug(rescue, 'r', 0)
    if (copy === null) throw new Error('it is an emergency drug for dogs')
    const none = 'quiet: No limits recorded.'
    expect(said(copy, [rescue], 'two').lines).toEqual([none])
    expect(said({ ...copy, dosage_to: '4' }, [rescue], 'two').lines).toEqual([
      'red: 100 times the usual 0.04 mg/kg. Is the point in the right place?',
      none,
    ])
    expect(said({ ...copy, dosage_from: '0.05' }, [rescue], 'two').lines).toEqual([
      'amber: The low dosage is greater than the high dosage.',
      none,
    ])
    // A part of a number is less than another number only as long as it is one.
    expect(said({ ...copy, dosage_from: '5', dosage_to: '' }, [], 'two').lines).toEqual([none])
    expect(said({ ...copy, dosage_from: '9', dosage_to: '10' }, [], 'two').lines).toEqual([none])
  })

  it('says once for many drugs of which nobody recorded limits', () => {
    expect(lackingWords('both', ['Ketamine'])).toBe('No limits recorded for Ketamine.')
    expect(lackingWords('lowest', ['A', 'B', 'C'])).toBe('No lowest dosage recorded for A, B and C.')
    expect(lackingWords('highest', ['A', 'B', 'C', 'D'])).toBe('No highest dosage recorded for 4 drugs.')
  })
})
