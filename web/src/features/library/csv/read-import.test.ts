import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drugContent, type DrugContent } from 'sync-protocol/records/drug'
import { FORMS, ROUTES, SCHEDULES } from 'sync-protocol/records/fields'
import { formOfDrug } from 'sync-protocol/rules/drug-form'
import { ketamine, vasopressin } from 'sync-protocol/testing/examples'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { csvRow } from '../../../exports/csv-row.ts'
import { pastedTable } from '../../../records/pasted-table.ts'
import { drugRows } from './export-drugs.ts'
import {
  cellIs,
  columnIs,
  isWaiting,
  readRows,
  rowReader,
  sectionIs,
  startImport,
  waitingOnly,
  type DrugImport,
  type StoredDrug,
} from './read-import.ts'

const SECTIONS = [
  { key: 100, title_p: 'Opioids', title_s: 'Opioid' },
  { key: 101, title_p: 'Twice', title_s: 'Twice' },
  { key: 102, title_p: 'Twice', title_s: 'Two' },
  { key: 103, title_p: '=Sums', title_s: 'Sum' },
] as LiveSection[]

const stored = (content: unknown, _id = 'd', over: Partial<StoredDrug> = {}): StoredDrug => {
  const drug = drugContent.parse(content)
  return { _id, version: 1, content: { ...drug }, drug, form: formOfDrug(drug), ...over }
}
const withoutSchedule = (over: Parameters<typeof ketamine>[0]) => {
  const { schedule: _schedule, ...content } = ketamine(over)
  return content
}
const fileOf = (drugs: readonly StoredDrug[]) =>
  `\uFEFF${drugRows(
    drugs.map(({ form }) => form),
    SECTIONS,
  )
    .map(csvRow)
    .join('')}`
const begun = (text: string): DrugImport => startImport(pastedTable(text, 100_000) ?? [])
const rowsOf = (file: DrugImport, drugs: readonly StoredDrug[] = []) =>
  readRows(file, rowReader(file, drugs, SECTIONS))
const table = (...rows: string[]) => begun(rows.join('\n'))

const HEADER = 'Drug name\tSection\tStrength\tSpecies\tDosage\tRoute'
const doubtsOf = (row: string, header = HEADER) =>
  rowsOf(table(header, row))[0]?.doubts.map(({ column, message }) => [column, message])

describe('EXPORT and IMPORT', () => {
  const number = fc.integer({ min: 1, max: 99_999_999 }).map((digits) => digits / 1000)
  const words = fc
    .oneof(
      fc.constantFrom("'=x", '=1+1', '-1', 'a;b', 'say "no"', 'µ, ½', "''@x"),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    )
    .filter((said) => said.trim() !== '' && !said.includes('\u0000') && said.trim().length <= 50)
  const both = <T>(of: fc.Arbitrary<T>) => fc.tuple(of, of)
  const limits = fc.option(
    fc.record(
      { min: fc.constant(0.0001), max: fc.constant(90000.12345), cap_mg: number, never: words },
      { requiredKeys: [] },
    ),
  )
  const reversal = fc.record({
    name: words,
    species: fc.constantFrom(0, 1),
    rule: fc.constant('mg_per_kg'),
    value: number,
    route: fc.constantFrom(...ROUTES),
    note: words,
  })
  const drug = fc
    .record({
      name: fc.oneof(fc.constantFrom('Ketamine', 'ketamine ', 'Atropine'), words),
      concentration: fc.oneof(fc.constantFrom(10, 0.5), number),
      amount_unit: fc.constantFrom(undefined, 'units', 'mEq'),
      dosage: both(number),
      dosage_from: both(number),
      dosage_to: both(number),
      limits: both(limits),
      reverses: fc.uniqueArray(reversal, { maxLength: 3, selector: ({ name }) => name.trim().toLowerCase() }),
      route: both(fc.constantFrom(...ROUTES)),
      form: fc.constantFrom(...FORMS),
      controlled: fc.boolean(),
      schedule: fc.option(fc.constantFrom(...SCHEDULES), { nil: undefined }),
      species: fc.constantFrom([0], [1], [0, 1], [1, 0]),
      reference: fc.option(words, { nil: undefined }),
      reviewed: fc.option(fc.constantFrom('2026-02-28', '2025-12-01'), { nil: undefined }),
      review_months: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
      section_key: fc.constantFrom(100, 101, 102, 103, -1, -2, 999),
    })
    .map((content) => JSON.parse(JSON.stringify(content)) as unknown)
    .filter((content) => drugContent.safeParse(content).success)

  test('of the same library changes nothing, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(drug, { minLength: 1, maxLength: 8 }), (contents) => {
        const drugs = contents.map((content, at) => stored(content, `d${at}`))
        const rows = rowsOf(begun(fileOf(drugs)), drugs)
        expect(rows).toHaveLength(drugs.length)
        for (const row of rows)
          expect(row).toMatchObject({ choice: 'skip', content: null, found: { isSame: true } })
      }),
      { numRuns: 60 },
    )
  })

  test('into an empty library makes the same drugs', () => {
    const drugs = [
      stored(ketamine({ section_key: 100, limits: [{ min: 2, never: 'x' }, null], reference: '=Plumb' })),
      stored(
        vasopressin({ section_key: -2, dosage: [-1, -1], dosage_from: [0.4, 0.4], dosage_to: [0.8, 0.8] }),
      ),
      stored(
        withoutSchedule({
          name: 'Atipamezole',
          section_key: 100,
          controlled: false,
          species: [1],
          dosage: [-1, 0.1],
          route: ['IV', 'IM'],
          reverses: [
            {
              name: 'Dex;medetomidine',
              species: 1,
              rule: 'times_mass',
              value: 10,
              route: 'IM',
              note: 'a\nb',
            },
            { name: 'Xylazine', species: 1, rule: 'mg_per_kg', value: 0.1, route: 'OTHER' },
          ],
        }),
      ),
    ]
    const byName = (contents: readonly (DrugContent | null)[]) =>
      contents.toSorted((a, b) => (a?.name ?? '').localeCompare(b?.name ?? ''))
    expect(byName(rowsOf(begun(fileOf(drugs))).map(({ content }) => content))).toEqual(
      byName(drugs.map((one) => one.drug)),
    )
  })

  test('[Q-105] what was edited in the file is left out until UPDATE, which changes that and nothing else', () => {
    const drugs = [stored(ketamine({ section_key: 100, limits: [{ max: 8 }, null] }))]
    const file = begun(fileOf(drugs).replace('"5"', '"6"'))
    const [row] = rowsOf(file, drugs)
    expect(row).toMatchObject({
      choice: 'skip',
      choices: ['skip', 'update', 'add'],
      found: { isSame: false },
    })
    const [updated] = rowsOf({ ...file, choices: { 0: 'update' } }, drugs)
    expect(updated?.content).toEqual({ ...drugs[0]?.drug, dosage: [6, 4] })
    const others = [{ ...stored(ketamine({ section_key: 100 })), notYours: 'Lee' }]
    expect(rowsOf({ ...file, choices: { 0: 'update' } }, others)[0]).toMatchObject({
      choice: 'skip',
      choices: ['skip', 'add'],
    })
  })
})

test('a drug of the library waits where a cell of its row cannot be read, and is left out once it can', () => {
  const drugs = [stored(ketamine({ section_key: 100 }))]
  const file = begun(fileOf(drugs).replace('"5"', '"5 ml/kg"'))
  const [row] = rowsOf(file, drugs)
  expect(row).toMatchObject({ choice: null, content: null, choices: ['skip', 'update', 'add'] })
  expect(row?.doubts).toEqual([{ column: 'dosage.0', message: 'Write mg/kg, mcg/kg, units/kg or mEq/kg.' }])
  expect(row && isWaiting(row)).toBe(true)
  const corrected = cellIs(file, 0, 'dosage.0', '6')
  expect(rowsOf(corrected, drugs)[0]).toMatchObject({ choice: 'skip', doubts: [] })
  expect(rowsOf({ ...file, choices: { 0: 'skip' } }, drugs)[0]).toMatchObject({ choice: 'skip', doubts: [] })
  // What the file does not say is the library's.
  expect(rowsOf(cellIs(file, 0, 'dosage.0', ''), drugs)[0]).toMatchObject({ choice: 'skip' })
  // Nobody is asked to correct what cannot be updated.
  const others = [{ ...stored(ketamine({ section_key: 100 })), notYours: 'Lee' }]
  expect(rowsOf(file, others)[0]).toMatchObject({ choice: 'skip' })
})

describe('what the columns hold', () => {
  test('is said by their headers, in the words of price lists, with their units', () => {
    const file = table(
      'Item\tCategory\tStrength (mg/mL)\tDog dose mg/kg\tFeline dosage (mcg/kg)\tDEA Schedule\tPrice',
      'Ketamine\tOpioid\t100\t5\t500\tC-III\t12.50',
    )
    expect(file.columns).toEqual([
      'name',
      'section',
      'concentration',
      'dosage.0',
      'dosage.1',
      'schedule',
      null,
    ])
    expect(rowsOf(file)[0]?.content).toMatchObject({
      name: 'Ketamine',
      section_key: 100,
      concentration: 100,
      species: [0, 1],
      dosage: [5, 0.5],
      controlled: true,
      schedule: 'III',
    })
  })

  test('is told by cells that have a unit where there are no headers, and never by a number', () => {
    expect(
      table('Ketamine\t100 mg/ml\tdog\t5 mg/kg\t7', 'Atropine\t0.04%\tboth\t20 mcg/kg\t8').columns,
    ).toEqual(['name', 'concentration', 'species', 'dosage', null])
  })

  test.each(['Dosage (mcg/kg/min)', 'Dosage mg/kg/hr', 'Dosage (mg/kg per hour)'])(
    'a rate is no dosage: %s is left out, and asks for the unit where it is chosen',
    (head) => {
      const file = table(
        `${head}\tName\tSection\tStrength\tSpecies\tRoute`,
        '5\tA\tOpioids\t1 mg/ml\tdog\tIV',
      )
      expect(file.columns[0]).toBe(null)
      const chosen = columnIs(file, 0, 'dosage')
      expect(rowsOf(chosen)[0]?.doubts).toContainEqual({
        column: 'dosage',
        message: 'mg/kg, mcg/kg or units/kg?',
      })
    },
  )

  test('leaves out a header with a unit that fits nothing, and can be changed', () => {
    const file = table('Name\tDosage (ml/kg)\tStrength', 'A\t1\t2 %')
    expect(file.columns).toEqual(['name', null, 'concentration'])
    const changed = columnIs(columnIs(file, 1, 'concentration'), 2, 'name')
    expect(changed.columns).toEqual([null, 'concentration', 'name'])
    expect(columnIs(file, 0, 'name').columns).toEqual(file.columns)
  })
})

describe('a cell that cannot be taken as it stands', () => {
  const E = 'Name\tSection\tStrength\tSpecies\tLow dosage (mg/kg)\tHigh dosage (mg/kg)'
  test.each<[row: string, header: string, column: string, message: string]>([
    [
      'A\tOpioids\t12,5 mg/ml\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Use a decimal point, such as 12.5.',
    ],
    [
      'A\tOpioids\t1,000 mg/ml\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Use a decimal point, such as 12.5.',
    ],
    [
      'A\tOpioids\t1O mg/ml\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Write mg/ml, mcg/ml, %, units/ml or mEq/ml.',
    ],
    ['A\tOpioids\t10\tdog\t1 mg/kg\tIV', HEADER, 'concentration', 'mg/ml, % or units/ml?'],
    [
      'A\tOpioids\t10 mg\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Write mg/ml, mcg/ml, %, units/ml or mEq/ml.',
    ],
    [
      'A\tOpioids\tstrong\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Enter the number, then its unit, such as 10 mg/ml.',
    ],
    [
      'A\tOpioids\t0 mg/ml\tdog\t1 mg/kg\tIV',
      HEADER,
      'concentration',
      'Drug concentration must be greater than zero.',
    ],
    ['A\tOpioids\t\tdog\t1 mg/kg\tIV', HEADER, 'concentration', 'Drug concentration is required.'],
    ['A\tOpioids\t1 mg/ml\tdog\t1\tIV', HEADER, 'dosage', 'mg/kg, mcg/kg or units/kg?'],
    ['A\tOpioids\t1 mg/ml\tdog\t1 ml/kg\tIV', HEADER, 'dosage', 'Write mg/kg, mcg/kg, units/kg or mEq/kg.'],
    ['A\tOpioids\t1 mg/ml\tdog\t1 units/kg\tIV', HEADER, 'dosage', 'This drug’s unit is mg/kg.'],
    ['A\tOpioids\t1 mg/ml\tdog\t\tIV', HEADER, 'dosage', 'Canine dosage is required.'],
    ['A\tOpioids\t1 mg/ml\trabbit\t1 mg/kg\tIV', HEADER, 'species', 'Write canine, feline, or both.'],
    ['A\tOpioids\t1 mg/ml\t\t1 mg/kg\tIV', HEADER, 'species', 'Dog or cat?'],
    ['A\tOpiates\t1 mg/ml\tdog\t1 mg/kg\tIV', HEADER, 'section', 'No section has this title.'],
    ['A\tTwice\t1 mg/ml\tdog\t1 mg/kg\tIV', HEADER, 'section', 'Two sections have this title.'],
    ['A\t\t1 mg/ml\tdog\t1 mg/kg\tIV', HEADER, 'section', 'Which section?'],
    ['A\tOpioids\t1 mg/ml\tdog\t1 mg/kg\tby mouth', HEADER, 'route', 'Write IV, IM, SC, EPIDURAL or OTHER.'],
    ['\tOpioids\t1 mg/ml\tdog\t1 mg/kg\tIV', HEADER, 'name', 'Drug name is required.'],
    ['A\tEmergency Medications\t1 mg/ml\tdog\t\t2', E, 'dosage_from', 'Canine low dosage is required.'],
    ['A\tEmergency Medications\t1 mg/ml\tdog\t3\t2', E, 'dosage_to', 'The low dosage is higher.'],
    [
      'A\tEmergency Medications\t1 mg/ml\tdog\t1 mg/kg\tIV',
      HEADER,
      'dosage',
      'An emergency drug has a low and a high dosage instead.',
    ],
  ])('%j', (row, header, column, message) => {
    expect(doubtsOf(row, header)).toContainEqual([column, message])
  })

  test('[Q-105] is asked for where an emergency drug has no such column at all', () => {
    expect(doubtsOf('A\tEmergency Medications\t1 mg/ml\tdog', 'Name\tSection\tStrength\tSpecies')).toEqual([
      ['dosage_from.0', 'Canine low dosage is required.'],
      ['dosage_to.0', 'Canine high dosage is required.'],
    ])
  })

  test('is marked together with the others of its row, and nothing else is', () => {
    expect(doubtsOf('A\tOpiates\t1O\tdog\t1,5 mg/kg\tIV')?.map(([column]) => column)).toEqual([
      'section',
      'concentration',
      'dosage',
    ])
    expect(doubtsOf('A\tOpioids\t1 %\tdog\t1 mg/kg\tIV')).toEqual([])
  })

  test('of a species that the row is not for, or against another cell', () => {
    const header =
      'Name\tSection\tStrength\tMeasured in\tSpecies\tCanine dosage\tFeline dosage\tControlled\tSchedule'
    const said = doubtsOf('A\tOpioids\t20 units/ml\tmg\tdog\t1\t2\tmaybe\tC-IX', header) ?? []
    expect(Object.fromEntries(said)).toEqual({
      amount_unit: 'The strength is in units/ml.',
      'dosage.0': 'This drug’s unit is units/kg.',
      'dosage.1': 'The row is not for cats.',
      controlled: 'Write yes or no.',
      schedule: 'Write C-II, C-III, C-IV or C-V.',
    })
    expect(doubtsOf('A\tOpioids\t20\tmg\tdog\t1\t\tno\tC-II', header)).toEqual([
      ['schedule', 'The row says that it is not controlled.'],
    ])
    expect(doubtsOf('A\tOpioids\t20\tunits\tdog\t1\t\tyes\t', header)).toEqual([
      ['amount_unit', 'A controlled drug must be measured in mg.'],
    ])
  })

  test.each([
    ['10 mg/ml', 10, undefined],
    ['10mg/mL', 10, undefined],
    ['2%', 20, undefined],
    ['0.04 %', 0.4, undefined],
    ['500 mcg/ml', 0.5, undefined],
    ['54 µg/ml', 0.054, undefined],
    ['20 units/ml', 20, 'units'],
    ['1 IU per ml', 1, 'units'],
    ['2 mEq/ml', 2, 'mEq'],
  ])('none: a strength is converted only by the unit that is written: %s', (cell, concentration, unit) => {
    const per = unit ?? 'mg'
    const [row] = rowsOf(table(HEADER, `A\tOpioids\t${cell}\tdog\t1 ${per}/kg\tIV`))
    expect(row?.doubts).toEqual([])
    expect(row?.content).toMatchObject({ concentration, ...(unit && { amount_unit: unit }) })
  })

  test('is corrected in its place, also where the file has no such column', () => {
    const file = table('Name\tStrength\tSpecies\tDosage', 'A\t1 %\tdog\t1 mg/kg', 'B\t1 %\tdog\t2 mg/kg')
    expect(rowsOf(file).map(isWaiting)).toEqual([true, true])
    const one = cellIs(file, 0, 'section', 'Opioids')
    expect(one.columns).toEqual(['name', 'concentration', 'species', 'dosage', 'section'])
    expect(rowsOf(one).map(isWaiting)).toEqual([false, true])
    const all = { ...file, ofAll: { ...file.ofAll, section: 'Opioids' } }
    expect(rowsOf(all).map(isWaiting)).toEqual([false, false])
  })

  test('of an unknown section is corrected in all rows that have it', () => {
    const file = table(
      HEADER,
      'A\tX\t1 %\tdog\t1 mg/kg\t',
      'B\tX\t1 %\tdog\t1 mg/kg\t',
      'C\tY\t1 %\tdog\t1 mg/kg\t',
    )
    expect(rowsOf(sectionIs(file, 'X', 'Opioids')).map(isWaiting)).toEqual([false, false, true])
  })
})

describe('the same drug', () => {
  const A = 'Ketamine\tOpioids\t100 mg/ml\tdog\t5 mg/kg\tIM'
  const library = [stored(ketamine({ section_key: 100 }))]

  test('twice in the file: left out where it says the same, decided by a person where not', () => {
    const rows = rowsOf(table(HEADER, A, A, A.replace('5', '6'), A.replace('100', '50')))
    expect(rows.map(({ choice, sameAs }) => [choice, sameAs])).toEqual([
      ['add', null],
      ['skip', 1],
      [null, null],
      ['add', null],
    ])
    expect(rows[2]?.doubts[0]).toEqual({
      column: 'name',
      message: 'Row 1 has this drug with other values. Leave one of them out, or add both.',
    })
    expect(rows.map(isWaiting)).toEqual([false, false, true, false])
  })

  test('in the library is left out, by name without case, strength, unit and species', () => {
    const found = (row: string) => rowsOf(table(HEADER, row), library)[0]
    expect(found(A.replace('Ketamine', ' ketamine'))).toMatchObject({
      choice: 'skip',
      found: { isSame: false },
    })
    expect(found(A.replace('100 mg/ml', '10%'))).toMatchObject({ choice: 'skip' })
    expect(found(A.replace('100', '50'))).toMatchObject({ choice: 'add', found: null })
    // Nobody knows whether it is the same while its species is in doubt: it waits, and is not left out.
    expect(found(A.replace('dog', 'horse'))).toMatchObject({ choice: 'add', content: null, found: null })
    const cats = [stored(ketamine({ section_key: 100, species: [1] }))]
    expect(rowsOf(table(HEADER, A), cats)[0]).toMatchObject({ choice: 'add', found: null })
    expect(rowsOf(table(HEADER, A.replace('5 mg', '6 mg')), [...library, ...library])[0]).toMatchObject({
      choices: ['skip', 'add'],
      found: { count: 2, drug: null },
    })
  })

  test('[Q-105] in the emergency section is another one', () => {
    const emergency = [
      stored(ketamine({ section_key: -2, dosage: [-1, -1], dosage_from: [1, 1], dosage_to: [2, 2] })),
    ]
    expect(rowsOf(table(HEADER, A), emergency)[0]).toMatchObject({ choice: 'add', found: null })
  })

  test('for one species says nothing of the other: neither is it taken away nor changed', () => {
    const drugs = [stored(ketamine({ section_key: 100, route: ['IM', 'IV'] }))]
    const same = rowsOf(table(HEADER, A), drugs)[0]
    expect(same).toMatchObject({ choice: 'skip', found: { isSame: true } })
    const file = table(HEADER, A.replace('5 mg', '6 mg'), A.replace('5 mg', '3 mg').replace('dog', 'cat'))
    const rows = rowsOf({ ...file, choices: { 0: 'update', 1: 'update' } }, drugs)
    expect(rows[0]?.content).toEqual({ ...drugs[0]?.drug, dosage: [6, 4] })
    // Two updates of one record in one change would be a conflict.
    expect(rows[1]).toMatchObject({
      content: null,
      doubts: [{ column: 'name', message: 'Row 1 updates this drug. Import this row afterwards.' }],
    })
  })

  test('an empty cell of an update changes nothing', () => {
    const drugs = [stored(ketamine({ section_key: 100, reference: 'Plumb', route: ['SC', 'SC'] }))]
    const file = table(`${HEADER}\tReference`, 'Ketamine\t\t100 mg/ml\tboth\t6 mg/kg\t\t')
    const [row] = rowsOf({ ...file, choices: { 0: 'update' } }, drugs)
    expect(row?.content).toEqual({ ...drugs[0]?.drug, dosage: [6, 6] })
  })
})

test('[Q-15] a dosage that the drug’s form would point out is pointed out, and can be added', () => {
  const header = 'Name\tSection\tStrength\tSpecies\tDosage (mg/kg)\tCanine highest usual dosage (mg/kg)'
  const rows = rowsOf(table(header, 'A\tOpioids\t1 %\tdog\t20\t2', 'B\tOpioids\t1 %\tdog\t2\t2'))
  expect(rows.map(({ unusual, content }) => [unusual.length > 0, content !== null])).toEqual([
    [true, true],
    [false, true],
  ])
  // An update is compared with what the library has.
  const drugs = [stored(ketamine({ section_key: 100 }))]
  const file = table(HEADER, 'Ketamine\tOpioids\t100 mg/ml\tdog\t50 mg/kg\tIM')
  expect(rowsOf(file, drugs)[0]?.unusual).toEqual([])
  expect(rowsOf({ ...file, choices: { 0: 'update' } }, drugs)[0]?.unusual).not.toEqual([])
})

test('what waits stays, with what was decided of it', () => {
  const file = { ...table('Name', 'A', 'B', 'C'), choices: { 0: 'skip', 2: 'add' } as const }
  expect(waitingOnly(file, [1, 2])).toMatchObject({ cells: [['B'], ['C']], choices: { 1: 'add' } })
})
