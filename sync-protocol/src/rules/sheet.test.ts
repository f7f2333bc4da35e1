import { describe, expect, it } from 'vitest'
import type { SheetDraft } from '../records/draft.ts'
import { drawContent } from '../records/draw.ts'
import { OUTCOMES, sheetContent, type SheetDrug, type SheetEmergencyDrug } from '../records/sheet.ts'
import {
  changeSpecies,
  checkSheetDraft,
  checkVolumes,
  drawFollows,
  drawsOfSheet,
  emptySheetDraft,
  isStartState,
  nextOutcome,
  nextSpecies,
  resetSheet,
  sheetOfDraft,
  weighedAt,
} from './sheet.ts'

const remembered = { outcome: 'N/A', weight_units: '-' } as const
const SHEET_ID = '0193a1b2-0000-7000-8000-000000000001'

const copied = { dosage_from: -1, dosage_to: -1, form: 'INJECTION' } as const
const complete: SheetDraft = {
  kind: 'sheet',
  species: 0,
  name: ' Rex ',
  patient_id: ' A-12 ',
  weight: ' 22 ',
  weight_units: 'lb',
  outcome: 'foster',
  procedure: { content: { name: 'Spay', notes: 'Warm her.' } },
  anesthesia_protocol: {
    content: {
      species: 0,
      name: 'Routine',
      sections: [
        {
          key: 4,
          title_s: 'Opioid',
          title_p: 'Opioids',
          drugs: [
            {
              ...copied,
              name: 'Hydromorphone',
              concentration: 10,
              dosage: 0.5,
              route: 'IM',
              controlled: true,
              schedule: 'II',
            },
          ],
        },
        {
          key: 7,
          title_s: 'Tranquilizer',
          title_p: 'Tranquilizers',
          drugs: [
            {
              ...copied,
              name: 'Acepromazine',
              concentration: 10,
              dosage: 0.03,
              route: 'IM',
              controlled: false,
            },
            {
              ...copied,
              name: 'Midazolam',
              concentration: 5,
              dosage: 0.001,
              route: 'IV',
              controlled: true,
              form: 'LIQUID',
            },
            { ...copied, name: 'Midazolam', concentration: 5, dosage: 0.2, route: 'IV', controlled: true },
          ],
        },
      ],
      fluids: [{ name: 'LRS', rate: 5 }],
    },
  },
  emergency_protocol: {
    content: {
      species: 0,
      name: 'Crash',
      drugs: [
        {
          name: 'Epinephrine',
          concentration: 1,
          dosage: -1,
          dosage_from: 0.01,
          dosage_to: 0.1,
          route: 'IV',
          form: 'INJECTION',
          controlled: true,
          source_id: SHEET_ID,
        },
        {
          name: 'Tiny',
          concentration: 100,
          dosage: -1,
          dosage_from: 0.01,
          dosage_to: 0.08,
          route: 'IV',
          form: 'INJECTION',
          controlled: false,
        },
      ],
    },
  },
  injections: ['Carprofen', 'Cefazolin'],
  saved_as: null,
}
const with_ = (change: Partial<SheetDraft>): SheetDraft => ({ ...complete, ...change })

describe('an open sheet', () => {
  it('starts with the remembered outcome, and without the unit of the last patient', () => {
    const last = { outcome: 'rto', weight_units: 'kg' } as const
    const draft = emptySheetDraft(last)
    expect(draft).toMatchObject({
      species: -1,
      name: '',
      weight: '',
      outcome: 'rto',
      weight_units: '-',
      injections: [],
    })
    expect(isStartState(draft, last)).toBe(true)
    expect(isStartState({ ...draft, weight_units: 'lb' }, last)).toBe(true)
    expect(isStartState(draft, remembered)).toBe(false)
    expect(isStartState({ ...draft, patient_id: '1' }, last)).toBe(false)
  })

  it('is saved as what it is: for which patient of the day, and which saved sheet it corrects', () => {
    const row = SHEET_ID.replace(/^./, '1')
    const saved = (change: Partial<SheetDraft>) => sheetOfDraft(with_(change), '2026-11-30')
    expect(saved({ day_row: row, saved_as: SHEET_ID })).toMatchObject({ day_row: row, corrects: SHEET_ID })
    expect(Object.keys(saved({}))).not.toContain('day_row')
    expect(Object.keys(saved({}))).not.toContain('corrects')
    // Reset, it is another patient's.
    const next = resetSheet(with_({ day_row: row, saved_as: SHEET_ID }))
    const { procedure, name, weight, weight_units } = complete
    const again = sheetOfDraft({ ...next, procedure, name, weight, weight_units }, '2026-11-30')
    expect(Object.keys(again)).not.toContain('corrects')
    expect(Object.keys(again)).not.toContain('day_row')
  })

  it('cycles species and outcome', () => {
    expect([-1, 0, 1].map((species) => nextSpecies(species as SheetDraft['species']))).toStrictEqual([
      0, 1, 0,
    ])
    expect(OUTCOMES.map(nextOutcome)).toStrictEqual([
      'adoption',
      'pre-adopt',
      'foster',
      'rto',
      's/n deposit',
      'rescue',
      'shelter',
      'N/A',
    ])
  })

  it('RESET SHEET clears name, ID, weight with its unit, procedure and injections, and nothing else', () => {
    const patient = { name: '', patient_id: '', weight: '', weight_units: '-' } as const
    expect(resetSheet(with_({ saved_as: SHEET_ID }))).toStrictEqual(
      with_({ ...patient, procedure: null, injections: [], saved_as: null }),
    )
  })

  it('a press on the species clears all that belongs to the other one', () => {
    expect(changeSpecies(complete)).toStrictEqual({
      ...emptySheetDraft({ outcome: 'foster' }),
      species: 1,
    })
  })
})

describe('the check of a sheet', () => {
  it('finds nothing in a complete sheet', () => {
    expect(checkSheetDraft(complete)).toBeNull()
    expect(checkSheetDraft(with_({ patient_id: '', emergency_protocol: null, injections: [] }))).toBeNull()
  })

  it('says one message at a time, in order', () => {
    let draft = emptySheetDraft(remembered)
    const said: (readonly [string, string])[] = []
    const fixes: Partial<SheetDraft>[] = [
      { species: 0 },
      { procedure: complete.procedure },
      { anesthesia_protocol: complete.anesthesia_protocol },
      { name: 'x'.repeat(51), patient_id: 'x'.repeat(51) },
      { name: 'Rex' },
      { patient_id: '' },
      { weight: 'heavy' },
      { weight: '-1' },
      { weight: '0.00' },
      { weight: '100000.01' },
      { weight: '100000' },
      { weight_units: 'kg' },
    ]
    for (const fix of fixes) {
      const problem = checkSheetDraft(draft)
      said.push([problem?.field ?? '', problem?.message ?? ''])
      draft = { ...draft, ...fix }
    }
    expect(checkSheetDraft(draft)).toBeNull()
    expect(said).toStrictEqual([
      ['species', "Please select your patient's species."],
      ['procedure', 'Please assign a procedure to your patient.'],
      ['anesthesia_protocol', 'Please assign an anesthesia protocol to your patient.'],
      ['name', 'Please enter the patient name.'],
      ['name', 'Your patient name is too long.'],
      ['patient_id', 'Your patient ID is too long.'],
      ['weight', 'Please enter the patient weight.'],
      ['weight', 'Patient weight is an invalid number.'],
      ['weight', 'Patient weight must be greater than zero.'],
      ['weight', 'Patient weight must be greater than zero.'],
      ['weight', 'Your patient weight is too large! Are you sure you entered it correctly?'],
      ['weight_units', 'Please select the weight units.'],
    ])
  })

  it.each([
    [{ name: '   ' }, 'Please enter the patient name.'],
    [{ name: ` ${'x'.repeat(50)} ` }, undefined],
    [{ name: 'a\u0000' }, 'Patient name is invalid.'],
    [{ patient_id: '\ud800' }, 'Patient ID is invalid.'],
    [{ weight: '1e3' }, 'Patient weight is an invalid number.'],
    [{ weight: '1,5' }, 'Patient weight is an invalid number.'],
    [{ weight: ' 5 ' }, undefined],
    [{ weight: `0.${'0'.repeat(400)}1` }, 'Patient weight must be greater than zero.'],
  ])('of %j', (change, message) => {
    expect(checkSheetDraft(with_(change))?.message).toBe(message)
  })
})

describe('a volume that no draw can hold', () => {
  const dosed = (change: object) =>
    with_({
      weight: '100000',
      weight_units: 'kg',
      anesthesia_protocol: {
        content: {
          species: 0,
          name: 'Routine',
          sections: [
            {
              key: 4,
              title_s: 'Opioid',
              title_p: 'Opioids',
              drugs: [
                {
                  ...copied,
                  name: 'Hydromorphone',
                  concentration: 10,
                  dosage: 10,
                  route: 'IM',
                  controlled: true,
                  ...change,
                },
              ],
            },
          ],
          fluids: [],
        },
      },
    })

  it.each([
    ['100,000 ml', {}, undefined],
    [
      'more',
      { dosage: 10.0001 },
      'The volume of Hydromorphone is too large! Please check the weight, its dosage and its concentration.',
    ],
    ['more of what is not logged', { dosage: 10.0001, controlled: false }, undefined],
  ])('%s', (_, change, message) => {
    expect(checkSheetDraft(dosed(change))?.message).toBe(message)
  })
})

describe('the sheet that is saved', () => {
  const sheet = sheetOfDraft(complete, '2026-03-05')

  it('holds what was typed and chosen, with the volumes', () => {
    expect(sheet).toStrictEqual({
      species: 0,
      procedure: { name: 'Spay', notes: 'Warm her.' },
      anesthesia_protocol: {
        name: 'Routine',
        sections: [
          {
            title: 'Opioid',
            key: 4,
            drugs: [
              {
                name: 'Hydromorphone',
                concentration: 10,
                dosage: 0.5,
                volume: 0.5,
                route: 'IM',
                form: 'INJECTION',
                controlled: true,
                schedule: 'II',
              },
            ],
          },
          {
            title: 'Tranquilizers',
            key: 7,
            drugs: [
              {
                name: 'Acepromazine',
                concentration: 10,
                dosage: 0.03,
                volume: 0.03,
                route: 'IM',
                form: 'INJECTION',
                controlled: false,
                guard: { level: 'amber', kinds: ['syringe'] },
              },
              {
                name: 'Midazolam',
                concentration: 5,
                dosage: 0.001,
                volume: 0,
                volume_exact: 0.00199546485260771,
                route: 'IV',
                form: 'LIQUID',
                controlled: true,
                guard: { level: 'amber', kinds: ['syringe'] },
              },
              {
                name: 'Midazolam',
                concentration: 5,
                dosage: 0.2,
                volume: 0.4,
                route: 'IV',
                form: 'INJECTION',
                controlled: true,
              },
            ],
          },
        ],
        fluids: [{ name: 'LRS', rate: 5, volume: 49.9 }],
      },
      emergency_protocol: {
        name: 'Crash',
        drugs: [
          {
            id: SHEET_ID,
            name: 'Epinephrine',
            concentration: 1,
            volume_low: 0.1,
            volume_high: 1,
            route: 'IV',
          },
          {
            id: '2',
            name: 'Tiny',
            concentration: 100,
            volume_low: 0,
            volume_high: 0.01,
            volume_low_exact: 0.000997732426303855,
            volume_high_exact: 0.00798185941043084,
            route: 'IV',
            guard: { level: 'amber', kinds: ['syringe'] },
          },
        ],
      },
      name: 'Rex',
      patient_id: 'A-12',
      weight: 22,
      weight_units: 'lb',
      outcome: 'foster',
      injections: ['Carprofen', 'Cefazolin'],
      day: '2026-03-05',
    })
    expect(sheetContent.parse(sheet)).toStrictEqual(sheet)
  })

  it('leaves out what was left empty', () => {
    const bare = sheetOfDraft(with_({ patient_id: ' ', emergency_protocol: null }), '2026-03-05')
    expect(bare).not.toHaveProperty('patient_id')
    expect(bare).not.toHaveProperty('emergency_protocol')
  })

  it.each<Partial<SheetDraft>>([
    { species: -1 },
    { procedure: null },
    { anesthesia_protocol: null },
    { weight: '0' },
    { weight_units: '-' },
  ])('is not made of %j', (change) => {
    expect(() => sheetOfDraft(with_(change), '2026-03-05')).toThrow(RangeError)
  })

  it('makes one draw for each controlled drug, twice for one given twice, none for emergency drugs', () => {
    const draws = drawsOfSheet(sheet, SHEET_ID)
    const shared = {
      sheet_id: SHEET_ID,
      sheet_data: { patient_name: 'Rex', patient_id: 'A-12', reason: 'Spay', species: 0 },
      day: '2026-03-05',
    }
    expect(draws).toStrictEqual([
      {
        drug_name: 'Hydromorphone',
        drug_concentration: 10,
        drug_volume: 0.5,
        drug_form: 'INJECTION',
        schedule: 'II',
        ...shared,
      },
      {
        drug_name: 'Midazolam',
        drug_concentration: 5,
        drug_volume: 0.00199546485260771,
        drug_form: 'LIQUID',
        ...shared,
        enter_measured_volume: true,
      },
      { drug_name: 'Midazolam', drug_concentration: 5, drug_volume: 0.4, drug_form: 'INJECTION', ...shared },
    ])
    for (const draw of draws) expect(drawContent.parse(draw)).toStrictEqual(draw)
    expect(drawsOfSheet({ ...sheet, procedure: 'Dental' }, SHEET_ID)[0]?.sheet_data.reason).toBe('Dental')
  })
})

describe('checkVolumes', () => {
  const sheet = sheetOfDraft(complete, '2026-03-05')
  type Sheet = typeof sheet
  const changed = (change: (copy: Sheet) => void) => {
    const copy = sheetContent.parse(JSON.parse(JSON.stringify(sheet)))
    change(copy)
    return checkVolumes(copy)
  }
  const drug = (copy: Sheet, section: number, index: number) => {
    const found = copy.anesthesia_protocol.sections[section]?.drugs[index]
    if (!found) throw new Error('no such drug')
    return found
  }
  const emergency = (copy: Sheet, index: number) => {
    const found = copy.emergency_protocol?.drugs[index]
    if (!found) throw new Error('no such drug')
    return found
  }

  it('holds for a sheet as it was saved', () => {
    expect(checkVolumes(sheet)).toBe(true)
  })

  it.each<[string, (copy: Sheet) => void]>([
    [
      'a drug',
      (copy) => {
        drug(copy, 0, 0).volume = 0.51
      },
    ],
    [
      'the weight',
      (copy) => {
        copy.weight = 23
      },
    ],
    [
      'the unit',
      (copy) => {
        copy.weight_units = 'kg'
      },
    ],
    [
      'a dosage',
      (copy) => {
        drug(copy, 0, 0).dosage = 0.6
      },
    ],
    [
      'a fluid',
      (copy) => {
        copy.anesthesia_protocol.fluids = [{ name: 'LRS', rate: 5, volume: 50 }]
      },
    ],
    [
      'an exact volume',
      (copy) => {
        drug(copy, 1, 1).volume_exact = 0.002
      },
    ],
    [
      'a 0 without its exact volume',
      (copy) => {
        delete drug(copy, 1, 1).volume_exact
      },
    ],
    [
      'an emergency volume',
      (copy) => {
        emergency(copy, 1).volume_high = 0.02
      },
    ],
    [
      'an emergency volume of 0 alone',
      (copy) => {
        emergency(copy, 0).volume_low = 0
      },
    ],
  ])('sees %s that differs', (_, change) => {
    expect(changed(change)).toBe(false)
  })

  it.each<[string, (copy: Sheet) => void]>([
    [
      'a drug',
      (copy) => {
        const first = drug(copy, 0, 0)
        delete first.dosage
        first.volume = 999
      },
    ],
    [
      'a fluid',
      (copy) => {
        copy.anesthesia_protocol.fluids = [{ name: 'LRS', volume: 50 }]
      },
    ],
  ])('confirms no volume of %s without its dosage or rate', (_, change) => {
    expect(changed(change)).toBe(false)
  })

  const asRow = (row: Partial<SheetEmergencyDrug>) =>
    changed((copy) => {
      const { volume_low_exact: _low, volume_high_exact: _high, ...rest } = emergency(copy, 0)
      const { drugs = [] } = copy.emergency_protocol ?? {}
      drugs[0] = { ...rest, ...row }
    })

  it('sees an emergency volume that is low above its high one', () => {
    const range = (volume_low: number, volume_high: number) => asRow({ volume_low, volume_high })
    expect([range(1, 15), range(1, 1), range(15, 1)]).toEqual([true, true, false])
    const exact = (volume_low_exact: number, volume_high_exact: number) =>
      asRow({ volume_low: 0, volume_high: 0, volume_low_exact, volume_high_exact })
    expect([exact(0.001, 0.004), exact(0.004, 0.001)]).toEqual([true, false])
  })

  it('sees an emergency volume that is not rounded as ours are', () => {
    const both = (volume: number) => asRow({ volume_low: volume, volume_high: volume })
    expect([0.03, 0.99, 1.2, 0.037, 0.0412345, 1.25].map(both)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('sees an emergency volume above what a syringe holds that nobody was told of', () => {
    const large = { volume_low: 4, volume_high: 999 }
    expect(asRow(large)).toBe(false)
    expect(asRow({ volume_low: 999, volume_high: 999, volume_high_exact: 999 })).toBe(false)
    expect(asRow({ ...large, guard: { level: 'amber', kinds: ['low-above-high'] } })).toBe(false)
    expect(asRow({ ...large, guard: { level: 'amber', kinds: ['syringe'] } })).toBe(true)
    expect(asRow({ volume_low: 4, volume_high: 20 })).toBe(true)
  })
})

describe('drawFollows', () => {
  const sheet = sheetOfDraft(complete, '2026-03-05')
  const draws = drawsOfSheet(sheet, SHEET_ID)
  const after = (change: (row: SheetDrug) => void): boolean[] => {
    const copy = sheetContent.parse(JSON.parse(JSON.stringify(sheet)))
    const rows = copy.anesthesia_protocol.sections.flatMap((section) => section.drugs)
    for (const row of rows.filter(({ controlled }) => controlled)) change(row)
    return drawsOfSheet(copy, SHEET_ID).map((draw) => drawFollows(draw, copy))
  }

  it('holds for what is saved, of a volume that is printed as <0.01 too', () => {
    expect(draws.some((draw) => draw.enter_measured_volume)).toBe(true)
    expect(draws.map((draw) => drawFollows(draw, sheet))).toEqual(draws.map(() => true))
  })

  it('sees the wrong volume of the sheet, another volume than that, and another drug', () => {
    const none = draws.map(() => false)
    expect(after((row) => (row.volume = 999))).toEqual(none)
    expect(after((row) => delete row.dosage)).toEqual(none)
    const [draw] = draws
    if (draw === undefined) throw new Error('there is a draw')
    expect(drawFollows({ ...draw, drug_volume: 999 }, sheet)).toBe(false)
    expect(drawFollows({ ...draw, drug_name: 'Morphine' }, sheet)).toBe(false)
    expect(drawFollows({ ...draw, drug_concentration: 1 }, sheet)).toBe(false)
  })
})

describe('when a patient was weighed, and whether at all', () => {
  const [AT, LATER] = ['2026-11-26T10:40:00.000Z', '2026-11-26T10:51:00.000Z']

  it('a change of the weight or its unit is timed; of anything else, or of nothing, it is not', () => {
    const timed = weighedAt(emptySheetDraft(remembered), complete, AT)
    expect(timed.weighed_at).toBe(AT)
    expect(weighedAt(timed, { ...timed, weight: '23' }, LATER).weighed_at).toBe(LATER)
    expect(weighedAt(timed, { ...timed, weight_units: 'kg' }, LATER).weighed_at).toBe(LATER)
    const other = { ...timed, name: 'Max', estimated: true }
    expect(weighedAt(timed, other, LATER)).toBe(other)
    expect(weighedAt(timed, { ...timed, weight: ' ' }, LATER)).not.toHaveProperty('weighed_at')
  })

  it('both are on the sheet that is made, and only there where they are known', () => {
    const said = { estimated: true, weighed_at: AT }
    expect(sheetOfDraft({ ...complete, ...said }, '2026-11-26')).toMatchObject(said)
    const plain = sheetOfDraft({ ...complete, estimated: false }, '2026-11-26')
    expect([plain.estimated, plain.weighed_at]).toEqual([undefined, undefined])
    expect(sheetContent.safeParse(sheetOfDraft({ ...complete, ...said }, '2026-11-26')).success).toBe(true)
  })

  it('neither is left for the next patient, and a guess without a weight is nothing to lose', () => {
    for (const next of [resetSheet, changeSpecies]) {
      const after = next({ ...complete, estimated: true, weighed_at: AT })
      expect([after.estimated, after.weighed_at]).toEqual([undefined, undefined])
    }
    expect(isStartState({ ...emptySheetDraft(remembered), estimated: true }, remembered)).toBe(true)
    expect(isStartState({ ...emptySheetDraft(remembered), weight: '1', estimated: true }, remembered)).toBe(
      false,
    )
  })
})
