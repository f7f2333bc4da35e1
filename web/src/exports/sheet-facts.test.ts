import { describe, expect, it } from 'vitest'
import { dayText } from './instant-text.ts'
import { drugNotes, emergencyNotes, procedureNotes, sheetFacts, shownVolume } from './sheet-facts.ts'
import { samplePaper, sampleSheet } from './sheet-sample.ts'

describe('what the head of the paper says', () => {
  it('is date, procedure, preparer, outcome, patient, weight, species and ID', () => {
    expect(sheetFacts(samplePaper())).toStrictEqual({
      title: 'Anesthesia Sheet',
      isConfirmed: true,
      replaces: undefined,
      printed: undefined,
      check: undefined,
      margin: 'Canine · 22 lb',
      patient: 'Ängström "Σοφία" O’Malley',
      patientId: 'A-12',
      weight: '22 lb',
      otherWeight: '9.98 kg',
      species: 'Canine',
      date: '03/05/2026',
      procedure: 'Ovariohysterectomy',
      protocol: 'Routine',
      preparer: 'Maria Fernández',
      outcome: 'foster',
    })
  })

  it('says nothing of N/A and of no ID, and shows an exotic species and a procedure that is plain text', () => {
    const { patient_id: _, ...rest } = sampleSheet
    const sheet = { ...rest, outcome: 'N/A', species: 2, procedure: 'Dental' } as const
    expect(sheetFacts({ ...samplePaper(), sheet })).toMatchObject({
      patientId: undefined,
      outcome: undefined,
      species: 'Exotic',
      procedure: 'Dental',
    })
    expect(sheetFacts(samplePaper({ patient_id: '', species: 1 }))).toMatchObject({
      patientId: undefined,
      species: 'Feline',
    })
  })

  it('finds notes only where there are some', () => {
    expect(procedureNotes(sampleSheet)).toBe('Keep her warm.\nSpO₂ above 95 %.')
    expect(procedureNotes({ ...sampleSheet, procedure: 'Dental' })).toBe('')
    expect(procedureNotes({ ...sampleSheet, procedure: { name: 'Dental', notes: ' \n ' } })).toBe('')
    expect(procedureNotes({ ...sampleSheet, procedure: { name: 'Dental' } })).toBe('')
  })

  it('writes a day as MM/DD/YYYY', () => {
    expect(dayText('2026-12-01')).toBe('12/01/2026')
  })
})

describe('a volume on paper', () => {
  it.each([
    [0.5, undefined, '0.5', undefined],
    [4, undefined, '4', undefined],
    [49.9, undefined, '49.9', undefined],
    [0.01, 0.005896, '0.01', 'Rounded from 0.0059 ml'],
    [0, 0.0002, '<0.01', 'Too small to measure, dilute, exactly 0.0002 ml'],
    [0, undefined, '<0.01', 'Too small to measure, dilute'],
  ])('%d (exactly %d) is %s: %s', (volume, exact, text, note) => {
    expect(shownVolume(volume, exact)).toStrictEqual({ text, note })
  })
})

describe('what stands below a drug', () => {
  it('is that it is controlled, and what its volume asks for', () => {
    const drug = { name: 'x', concentration: 1, volume: 0.5, route: 'IV' } as const
    expect(drugNotes(drug)).toStrictEqual([])
    expect(drugNotes({ ...drug, controlled: false })).toStrictEqual([])
    expect(drugNotes({ ...drug, controlled: true })).toStrictEqual(['Controlled'])
    expect(
      drugNotes({ ...drug, controlled: true, schedule: 'II', volume: 0, volume_exact: 0.001 }),
    ).toStrictEqual(['Controlled C-II', 'Too small to measure, dilute, exactly 0.001 ml'])
  })

  it.each([
    [0.1, undefined, 1, undefined, []],
    [0, 0.001, 0, 0.004, ['Too small to measure, dilute, exactly 0.001 and 0.004 ml']],
    [0, 0.001, 0.01, 0.008, ['Low: Too small to measure, dilute', 'High: Rounded from 0.008 ml']],
    [0, undefined, 0, undefined, ['Low: Too small to measure, dilute', 'High: Too small to measure, dilute']],
    [0.01, 0.006, 0.5, undefined, ['Low: Rounded from 0.006 ml']],
    [0.01, 0.006, 0.01, 0.006, ['Rounded from 0.006 ml']],
    [0, 0.001, 0, 0.001, ['Too small to measure, dilute, exactly 0.001 ml']],
  ])('an emergency drug of %d (%d) to %d (%d) says %j', (low, lowExact, high, highExact, notes) => {
    expect(
      emergencyNotes({
        id: '1',
        name: 'x',
        concentration: 1,
        route: 'IV',
        volume_low: low,
        volume_high: high,
        ...(lowExact !== undefined && { volume_low_exact: lowExact }),
        ...(highExact !== undefined && { volume_high_exact: highExact }),
      }),
    ).toStrictEqual(notes)
  })
})
