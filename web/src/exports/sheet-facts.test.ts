import type { SheetDrug } from 'sync-protocol/records/sheet'
import { describe, expect, it } from 'vitest'
import { dayText } from './instant-text.ts'
import {
  doseReasons,
  drugNotes,
  emergencyNotes,
  procedureNotes,
  sheetFacts,
  shownVolume,
} from './sheet-facts.ts'
import type { SheetPaper } from './sheet-paper.ts'
import { samplePaper, sampleSheet } from './testing/sheet-sample.ts'

describe('what the head of the paper says', () => {
  it('is date, procedure, preparer, outcome, patient, weight, species and ID', () => {
    expect(sheetFacts(samplePaper())).toStrictEqual({
      title: 'Anesthesia Sheet',
      isWarning: false,
      replaces: undefined,
      unusualWeight: undefined,
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

  it('says of a weight that is a guess that it is one', () => {
    expect(sheetFacts(samplePaper({ estimated: true }))).toMatchObject({
      margin: 'Canine · about 22 lb',
      weight: 'about 22 lb',
      otherWeight: '9.98 kg (estimated)',
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

describe('a dose that is red', () => {
  const hydromorphone = {
    name: 'Hydromorphone',
    concentration: 2,
    dosage: 1,
    usual: 0.1,
    limits: { min: 0.05, max: 0.15 },
    volume: 5,
    route: 'IM',
  } as const
  const sheetOf = (...drugs: SheetDrug[]) => {
    const anesthesia_protocol = { name: 'Routine', sections: [{ title: 'Opioids', drugs }], fluids: [] }
    return samplePaper({ anesthesia_protocol, weight: 10, weight_units: 'kg' })
  }
  const explained = (kinds: string[]) =>
    ({ level: 'red', kinds, reason: 'To effect', by: 'Ana' }) satisfies SheetDrug['guard']

  it('is listed with its numbers, which the sheet carries, its reason and who gave it', () => {
    const guard = explained(['ten-times', 'over', 'strength'])
    const { sheet } = sheetOf(
      { ...hydromorphone, guard },
      { ...hydromorphone, name: 'Usual', dosage: 0.1 },
      { ...hydromorphone, name: 'A little more', dosage: 0.2 },
    )
    expect(doseReasons(sheet)).toEqual([
      {
        name: 'Hydromorphone',
        words:
          'Ten times the usual 0.1 mg/kg. 6.67 times the highest, 0.15 mg/kg. Another strength in the library. To effect (entered by Ana)',
      },
    ])
    expect(drugNotes({ ...hydromorphone, guard }, sheet)).toEqual(['Unusual dose, see Reasons'])
  })

  it('without a reason is said at the head and in each margin, whoever made the sheet', () => {
    const said = (paper: SheetPaper) => {
      const { title, isWarning, margin } = sheetFacts(paper)
      return [title, isWarning, margin]
    }
    const here = 'Canine · 10 kg'
    const bare = sheetOf(hydromorphone)
    const found = ['Dose without a reason: check it before you draw it', true]
    expect(said(bare)).toEqual([...found, `Dose without a reason · ${here}`])
    expect(doseReasons(bare.sheet)[0]?.words).toMatch(/^Ten times .* No reason entered\.$/)
    const quiet = sheetOf({ ...hydromorphone, guard: explained(['ten-times', 'over']) })
    expect(said(quiet)).toEqual(['Anesthesia Sheet', false, here])
    // By the rules of the server of then.
    expect(said({ ...quiet, dose_unexplained: true })).toEqual([...found, `Dose without a reason · ${here}`])
    expect(said({ ...bare, volumes_differ: true })).toEqual([
      'Volumes not confirmed, dose without a reason: check each one before you draw it',
      true,
      `Volumes not confirmed · Dose without a reason · ${here}`,
    ])
    expect(said({ ...quiet, corrected: '15 kg, 11/30/2026, 9:02 AM' })).toEqual([
      'Corrected later (15 kg, 11/30/2026, 9:02 AM): do not draw by this sheet',
      true,
      `Corrected later · ${here}`,
    ])
    // What else is wrong with it stands in the margin.
    expect(said({ ...bare, corrected: '15 kg, 11/30/2026, 9:02 AM' })[2]).toBe(
      `Corrected later · Dose without a reason · ${here}`,
    )
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
  const weighed = { weight: 10, weight_units: 'kg', species: 0 } as const
  it('is that it is controlled, and what its volume asks for', () => {
    const drug = { name: 'x', concentration: 1, volume: 0.5, route: 'IV' } as const
    expect(drugNotes(drug, weighed)).toStrictEqual([])
    expect(drugNotes({ ...drug, controlled: false }, weighed)).toStrictEqual([])
    expect(drugNotes({ ...drug, controlled: true }, weighed)).toStrictEqual(['Controlled'])
    expect(
      drugNotes({ ...drug, controlled: true, schedule: 'II', volume: 0, volume_exact: 0.001 }, weighed),
    ).toStrictEqual(['Controlled C-II', 'Too small to measure, dilute, exactly 0.001 ml'])
  })

  it('is of lidocaine for a cat that it is for dogs only, before all else', () => {
    const lidocaine = { id: '1', name: '2% Lidocaine', concentration: 20, route: 'IV' } as const
    const volumes = { volume_low: 0.1, volume_high: 0.2, guard: { level: 'red' as const, kinds: ['over'] } }
    const notes = (species: 0 | 1 | 2) =>
      emergencyNotes({ ...lidocaine, ...volumes }, { ...weighed, species })
    expect(notes(1)).toEqual(['Antiarrhythmic for dogs only', 'Unusual dose, see Reasons'])
    for (const other of [0, 2] as const) expect(notes(other)).toEqual(['Unusual dose, see Reasons'])
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
      emergencyNotes(
        {
          id: '1',
          name: 'x',
          concentration: 1,
          route: 'IV',
          volume_low: low,
          volume_high: high,
          ...(lowExact !== undefined && { volume_low_exact: lowExact }),
          ...(highExact !== undefined && { volume_high_exact: highExact }),
        },
        weighed,
      ),
    ).toStrictEqual(notes)
  })
})
