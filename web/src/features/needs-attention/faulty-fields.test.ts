import { describe, expect, it } from 'vitest'
import { contentFault } from 'sync-protocol/merge/content-fault'
import type { JsonObject } from 'sync-protocol/records/json'
import { SECTION_DRUGS_MAX } from 'sync-protocol/records/limits'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { draw, ketamine, testId } from 'sync-protocol/testing/examples'
import { balance, sheet } from '../../sync/testing/samples.ts'
import { faultyFields, namingField } from './faulty-fields.ts'
import { withTyped } from './with-typed.ts'

const create = (
  collection: 'sheets' | 'draws' | 'drugs' | 'balances',
  content: JsonObject,
): OpOf<'create'> => ({
  op: 'create',
  collection,
  _id: testId(1, 1),
  content,
})
const { name: _, ...nameless } = sheet('Rex')
const [wrong, right] = [
  create('sheets', { ...nameless, weight: 0, outcome: 'gone', day: 'yesterday' }),
  create('draws', draw({ sheet_id: testId(1, 1) })),
]

it('[P8] asks for each field that is wrong, in its words, and for nothing else', () => {
  const fields = faultyFields([wrong, right, create('draws', draw({ drug_volume: 0 }))]) ?? []
  expect(
    fields.map(({ at, label, unit, typed, values }) => [at, label, unit, typed, values?.length]),
  ).toEqual([
    [0, 'Anesthesia sheet · Patient name', '', '', undefined],
    [0, 'Anesthesia sheet · Patient weight', 'kg', '0', undefined],
    [0, 'Anesthesia sheet · Outcome', '', 'gone', 8],
    [0, 'Anesthesia sheet · Day', 'YYYY-MM-DD', 'yesterday', undefined],
    [2, 'Ketamine 100 mg/ml, Rex · Volume', 'ml', '0', undefined],
  ])
})

it('[P8] tells the volumes of several draws apart, and takes no unit that cannot stand for the weight', () => {
  const other = { drug_name: 'Methadone', drug_concentration: 10, drug_volume: -3 }
  const fields = faultyFields([
    create('sheets', { ...sheet('Rex'), weight: 0, weight_units: 'g' }),
    create('draws', draw({ drug_volume: 0 })),
    create('draws', draw(other)),
  ])
  expect(fields?.map(({ label, unit }) => [label, unit])).toEqual([
    ['Anesthesia sheet · Patient weight', ''],
    ['Anesthesia sheet · Weight units', ''],
    ['Ketamine 100 mg/ml, Rex · Volume', 'ml'],
    ['Methadone 10 mg/ml, Rex · Volume', 'ml'],
  ])
})

it('[P8] leaves all else as its author entered it, and says what still cannot stand', () => {
  const ops = [wrong, right]
  const fields = faultyFields(ops) ?? []
  expect(withTyped(ops, fields, ['Rex', '10,5', 'N/A', '2026-11-20'])).toEqual({
    field: 1,
    message: 'Patient weight must be a valid number.',
  })
  expect(withTyped(ops, fields, ['Rex', '10.5', 'gone', '2026-11-20'])).toEqual({
    field: 2,
    message: 'Please choose one.',
  })
  expect(withTyped(ops, fields, [' ', '10.5', 'N/A', '2026-11-20'])).toMatchObject({ field: 0 })
  expect(withTyped(ops, fields, ['Rex', '10.5', 'N/A', '2026-11-20'])).toEqual({
    ops: [create('sheets', { ...sheet('Rex'), weight: 10.5 }), right],
  })
})

it('[P8] a field within a list is called by what it belongs to, and its neighbours stay', () => {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const [section = {}] = protocol['sections'] as JsonObject[]
  const [drug] = section['drugs'] as JsonObject[]
  const of = (volume: unknown) =>
    create('sheets', {
      ...whole,
      injections: ['Rabies'],
      anesthesia_protocol: {
        ...protocol,
        sections: [{ ...section, drugs: [{ ...drug, volume: volume as number }, drug ?? {}] }],
      },
    })
  const fields = faultyFields([of(-1)]) ?? []
  expect(fields.map(({ label, unit }) => [label, unit])).toEqual([
    ['Anesthesia sheet · Anesthesia protocol · Opioid · Butorphanol · Volume', 'ml'],
  ])
  expect(withTyped([of(-1)], fields, ['0.5'])).toEqual({ ops: [of(0.5)] })
})

const asked = (ops: OpOf<'create'>[]) =>
  faultyFields(ops)?.map(({ label, typed, values }) => [label, typed, values?.length])

it('[P8] a part that is missing as a whole is begun anew with the words that it needs', () => {
  const { anesthesia_protocol: __, ...without } = sheet('Rex')
  for (const content of [
    without,
    { ...without, anesthesia_protocol: null },
    { ...without, anesthesia_protocol: 'x' },
  ]) {
    const ops = [create('sheets', content)]
    expect(asked(ops)).toEqual([['Anesthesia sheet · Anesthesia protocol · Name', '', undefined]])
    const fields = faultyFields(ops) ?? []
    expect(withTyped(ops, fields, [''])).toMatchObject({ field: 0 })
    const protocol = { name: 'not recorded', sections: [], fluids: [] }
    expect(withTyped(ops, fields, ['not recorded'])).toEqual({
      ops: [create('sheets', { ...without, anesthesia_protocol: protocol })],
    })
  }
  const { sheet_data: patient, ...nobody } = draw()
  const ops = [create('draws', nobody)]
  const fields = faultyFields(ops) ?? []
  expect(fields.map(({ values }) => values?.length)).toEqual([undefined, undefined, 3])
  expect(withTyped(ops, fields, ['Rex', 'Dental', ''])).toEqual({ field: 2, message: 'Please choose one.' })
  expect(withTyped(ops, fields, ['Rex', 'Dental', 'Feline'])).toEqual({
    ops: [create('draws', { ...nobody, sheet_data: { patient_name: 'Rex', reason: 'Dental', species: 1 } })],
  })
  expect(patient).toBeDefined()
})

it('[P8] a species that there is not is chosen, and a draw of no sheet becomes a single one', () => {
  const strange = create('draws', draw({ sheet_id: 'x', drug_volume: 0 }))
  const fields = faultyFields([strange]) ?? []
  expect(
    withTyped(
      [strange],
      fields,
      fields.map(({ values, isNumber }) => (isNumber ? '0.5' : (values?.[0] ?? ''))),
    ),
  ).toEqual({
    ops: [create('draws', draw({ sheet_id: '-', drug_volume: 0.5 }))],
  })
  const exotic = create('sheets', { ...sheet('Rex'), species: 7 })
  const [species] = faultyFields([exotic]) ?? []
  expect(species).toMatchObject({ typed: '7', values: ['Canine', 'Feline', 'Exotic'] })
  expect(withTyped([exotic], species ? [species] : [], ['Canine'])).toEqual({
    ops: [create('sheets', { ...sheet('Rex'), species: 0 })],
  })
})

it('[P8] what a list cannot hold is left out, and so is what holds nothing', () => {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const sections = protocol['sections'] as JsonObject[]
  const bare = (title: string): JsonObject => ({ title, drugs: [] })
  const many = Array.from({ length: 11 }, (_each, index) => `Vaccine ${index}`)
  const ops = [
    create('sheets', {
      ...whole,
      injections: many,
      anesthesia_protocol: { ...protocol, sections: [bare('A'), ...sections, bare('B')] },
    }),
  ]
  const fields = faultyFields(ops) ?? []
  expect(fields.every(({ isLeftOut }) => isLeftOut)).toBe(true)
  expect(
    withTyped(
      ops,
      fields,
      fields.map(({ typed }) => typed),
    ),
  ).toEqual({
    ops: [create('sheets', { ...whole, injections: many.slice(0, 10), anesthesia_protocol: protocol })],
  })
})

it('[P8] each thing that goes is found where it was, whatever goes beside it', () => {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const [good = {}] = protocol['sections'] as JsonObject[]
  const withSections = (...sections: JsonObject[]) =>
    create('sheets', { ...whole, anesthesia_protocol: { ...protocol, sections } })
  const [drug = {}] = good['drugs'] as JsonObject[]
  const many = Array.from({ length: 60 }, () => drug)
  const empty = (title: string, more: JsonObject = {}): JsonObject => ({ title, drugs: [], ...more })
  const cases: [OpOf<'create'>, JsonObject[]][] = [
    [withSections(good, empty('B', { foo: 1 })), [good]],
    [withSections(empty('A'), { ...good, foo: 1 }), [good]],
    [withSections(empty('A'), { ...good, foo: 1 }, good), [good, good]],
    [
      withSections(empty('A'), { ...good, drugs: many }),
      [{ ...good, drugs: many.slice(0, SECTION_DRUGS_MAX) }],
    ],
    [
      withSections(empty('A'), { ...good, drugs: [{ ...drug, volume: -1 }] }, empty('C')),
      [{ ...good, drugs: [{ ...drug, volume: 0.5 }] }],
    ],
  ]
  for (const [ops, wanted] of cases) {
    const fields = faultyFields([ops]) ?? []
    const typed = fields.map((field) => (field.isNumber ? '0.5' : field.typed))
    expect(withTyped([ops], fields, typed)).toEqual({ ops: [withSections(...wanted)] })
  }
})

it('[P8] a procedure is typed anew, and an emergency protocol that is none goes', () => {
  const whole = sheet('Rex')
  const { procedure: __, ...without } = whole
  for (const strange of [{}, { procedure: null }, { procedure: { name: '' } }]) {
    const ops = [create('sheets', { ...without, ...strange, emergency_protocol: 'x' })]
    const fields = faultyFields(ops) ?? []
    expect(fields.map(({ label, isLeftOut }) => [label, isLeftOut])).toEqual([
      ['Anesthesia sheet · Procedure', undefined],
      ['Anesthesia sheet · Emergency protocol', true],
    ])
    const typed = fields.map((field) => (field.isLeftOut ? field.typed : 'Spay'))
    expect(withTyped(ops, fields, typed)).toEqual({
      ops: [create('sheets', { ...without, procedure: 'Spay' })],
    })
  }
})

it('[P8] is not offered where nobody can type what is wrong, or nothing is', () => {
  expect(faultyFields([create('drugs', ketamine({ name: '' }))])).toBeNull()
  expect(faultyFields([right])).toBeNull()
})

it('[P8] shows what no field can hold as it came, and leaves it out', () => {
  const procedure = { name: 'Spay', room: { floor: 2 } }
  const ops = [create('sheets', { ...sheet('Rex'), weight: 0, mood: 'good', procedure }), right]
  const fields = faultyFields(ops) ?? []
  expect(fields.map(({ label, typed, isLeftOut }) => [label, typed, isLeftOut])).toEqual([
    ['Anesthesia sheet · Procedure · Room', '{"floor":2}', true],
    ['Anesthesia sheet · Patient weight', '0', undefined],
    ['Anesthesia sheet · Mood', 'good', true],
  ])
  expect(withTyped(ops, fields, ['{"floor":2}', '10.5', 'good'])).toEqual({
    ops: [create('sheets', { ...sheet('Rex'), weight: 10.5, procedure: { name: 'Spay' } }), right],
  })
})

it('[T3] what the server says of “this field” is said of the field by its name', () => {
  expect(namingField('This field must be a number.', 'weight', [wrong])).toBe(
    'Patient weight must be a number.',
  )
  const volume = create('draws', { ...draw(), drug_volume: '1' })
  expect(namingField('This field must be a number.', 'drug_volume', [right, volume])).toBe(
    'Volume must be a number.',
  )
  expect(namingField('This field is missing.', 'name', [create('sheets', nameless)])).toBe(
    'Patient name is missing.',
  )
  const own = 'Patient weight must be greater than zero.'
  expect(namingField(own, 'weight', [wrong])).toBe(own)
  expect(namingField('This field does not exist: mood.', 'mood', [right])).toBe(
    'This field does not exist: mood.',
  )
})

it('[P8] a number of a drug is asked for in the unit of that drug', () => {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const [section = {}] = protocol['sections'] as JsonObject[]
  const [drug = {}] = section['drugs'] as JsonObject[]
  const drugs = [
    { ...drug, concentration: 0, dosage: 0 },
    { ...drug, controlled: false, concentration: 0, dosage: 0, amount_unit: 'units' },
  ]
  const wrongUnits = create('sheets', {
    ...whole,
    anesthesia_protocol: { ...protocol, sections: [{ ...section, drugs }] },
  })
  expect(faultyFields([wrongUnits])?.map(({ unit }) => unit)).toEqual([
    'mg/ml',
    'mg/kg',
    'units/ml',
    'units/kg',
  ])
})

/** A sheet with these in the place of its first section, and of the first drug in that. */
function sheetWith(section: JsonObject, drug: JsonObject = {}, more: JsonObject = {}): OpOf<'create'> {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const [first = {}] = protocol['sections'] as JsonObject[]
  const [given = {}] = first['drugs'] as JsonObject[]
  const sections = [{ ...first, drugs: [{ ...given, ...drug }], ...section }]
  return create('sheets', { ...whole, ...more, anesthesia_protocol: { ...protocol, sections } })
}
function balanceWith(row: JsonObject, more: JsonObject = {}): OpOf<'create'> {
  const whole = balance('K-1')
  const [[first] = []] = whole['pages'] as JsonObject[][]
  return create('balances', { ...whole, ...more, pages: [[{ ...first, ...row }]] })
}
const without = (content: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([field]) => field !== name))
/** What is asked for, and what comes of it as it stands in the form, or with what is typed. */
function mended(op: OpOf<'create'>, typed?: string[]) {
  const fields = faultyFields([op]) ?? []
  const made = withTyped([op], fields, typed ?? fields.map((field) => field.typed))
  return {
    asked: fields.map((field) => [field.label.split(' · ').at(-1), field.typed, field.values?.length ?? 0]),
    made: 'ops' in made ? made.ops[0] : made,
  }
}

it('[P8] a list that is missing is recorded without entries, and one entry is a list of one', () => {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const bare = without(protocol, 'fluids')
  for (const [came, typed] of [
    [bare, ''],
    [{ ...bare, fluids: null }, ''],
    [{ ...bare, fluids: 'LRS' }, 'LRS'],
  ] as const) {
    const op = create('sheets', { ...whole, anesthesia_protocol: came })
    expect(mended(op)).toEqual({ asked: [['Fluids', typed, 0]], made: create('sheets', whole) })
  }
  const vaccine = create('sheets', { ...whole, injections: 'Rabies' })
  expect(mended(vaccine).made).toEqual(create('sheets', { ...whole, injections: ['Rabies'] }))
})

it('[P8] a yes or no of another type is chosen, read as far as it can be; one that is missing is a no', () => {
  for (const [came, typed, becomes] of [
    ['yes', 'Yes', true],
    [' TRUE', 'Yes', true],
    [0, 'No', false],
    [null, 'Not recorded', undefined],
  ] as const) {
    const made = sheetWith({}, {}, becomes === undefined ? {} : { estimated: becomes })
    expect(mended(sheetWith({}, {}, { estimated: came }))).toEqual({
      asked: [['Weight is estimated', typed, 3]],
      made,
    })
  }
  const strange = sheetWith({}, {}, { estimated: 'perhaps' })
  expect(mended(strange).made).toEqual({ field: 0, message: 'Please choose one.' })
  expect(mended(strange, ['Not recorded']).made).toEqual(sheetWith({}))
  const { content } = balanceWith({})
  const bare = create('balances', without(content, 'combined'))
  expect(mended(bare)).toEqual({ asked: [['Combined', 'No', 2]], made: balanceWith({}) })
  const several = { combined_ids: [testId(1, 2)] }
  const made = mended(create('balances', { ...bare.content, ...several }))
  expect(made.made).toEqual(balanceWith({}, { ...several, combined: true }))
  const [[row] = []] = content['pages'] as JsonObject[][]
  const open = create('balances', { ...content, pages: [[without(row ?? {}, 'empty')]] })
  expect(mended(open)).toEqual({ asked: [['Empty', 'No', 2]], made: balanceWith({}) })
  // Only said where it is so.
  const measured = create('draws', draw({ enter_measured_volume: 'no' }))
  expect(mended(measured).made).toEqual(create('draws', draw()))
})

it('[P8] what a section or a row refers to is not typed: it is read another way, or goes', () => {
  expect(mended(sheetWith({ key: '5' })).made).toEqual(sheetWith({ key: 5 }))
  for (const key of ['abc', 1.5, true, '']) expect(mended(sheetWith({ key })).made).toEqual(sheetWith({}))
  const upper = 'ABCDEF12-0000-7000-8000-00000000000A'
  expect(mended(balanceWith({ draw_id: upper })).made).toEqual(balanceWith({ draw_id: upper.toLowerCase() }))
  expect(mended(balanceWith({ draw_id: 'K-1' }))).toEqual({
    asked: [['Draw', 'K-1', 0]],
    made: balanceWith({}),
  })
})

it('[P8] a draw stays with its sheet: by its id in lower case, or by being told which it is', () => {
  const upper = 'ABCDEF12-0000-7000-8000-00000000000A'
  const of = (sheet_id: string) => create('draws', draw({ sheet_id }))
  expect(mended(of(upper)).made).toEqual(of(upper.toLowerCase()))
  const ops = [{ ...create('sheets', sheet('Rex')), _id: testId(1, 9) }, of('Rex')]
  const fields = faultyFields(ops) ?? []
  expect(fields[0]?.values).toEqual(['No sheet: a single draw', 'The sheet of Rex'])
  expect(withTyped(ops, fields, ['The sheet of Rex'])).toEqual({ ops: [ops[0], of(testId(1, 9))] })
})

it('[P8] a dose check that does not say what it found asks for that, and keeps its reason', () => {
  const guard = { level: 'red', reason: 'Shock' }
  for (const found of [{ kinds: [] }, {}, { kinds: '' }]) {
    const op = sheetWith({}, { guard: { ...guard, ...found } })
    expect(mended(op, ['not recorded'])).toEqual({
      asked: [['What was found', '', 0]],
      made: sheetWith({}, { guard: { ...guard, kinds: ['not recorded'] } }),
    })
  }
})

it('[P8] a volume of a balance sheet that is too fine is typed anew, and a cell that may be empty can be left so', () => {
  const [field] = faultyFields([balanceWith({ balance: 1.234 })]) ?? []
  expect(field).toMatchObject({ isNumber: true, typed: '1.234' })
  expect(mended(balanceWith({ balance: 1.234 }), ['1.23']).made).toEqual(balanceWith({ balance: 1.23 }))
  expect(mended(balanceWith({ balance: 1.234 }), ['1.234']).made).toMatchObject({ field: 0 })
  expect(mended(balanceWith({ used: 'some' }), [' ']).made).toEqual(balanceWith({ used: null }))
  expect(mended(sheetWith({}, { dosage: -1 }), ['']).made).toMatchObject({
    content: {
      anesthesia_protocol: { sections: [{ drugs: [expect.not.objectContaining({ dosage: 0.5 })] }] },
    },
  })
})

it('[P8] the species of a row is chosen, or that it is of no patient', () => {
  const { asked: label, made } = mended(balanceWith({ species: 7 }), ['No patient'])
  expect([label, made]).toEqual([[['Species', '7', 4]], balanceWith({ species: '' })])
  expect(mended(balanceWith({ species: 'dog' }), ['Canine']).made).toEqual(balanceWith({ species: 0 }))
})

it('[P8] what is wrong in two ways is asked for once', () => {
  const reason = ' '.repeat(130)
  const guard = { level: 'red', kinds: ['over'], reason }
  expect(mended(sheetWith({}, { guard })).asked).toEqual([['Reason', reason, 0]])
})

it('[P8] what shows only once the rest is right is asked for then, and what was typed is kept', () => {
  const op = sheetWith({}, { amount_unit: 'units', volume: 'some' })
  const fields = faultyFields([op]) ?? []
  const made = withTyped([op], fields, ['0.5'])
  if (!('more' in made) || made.more === undefined) throw new Error('Nothing more is asked.')
  expect(made.more.map(({ label, values }) => [label.split(' · ').at(-1), values?.length])).toEqual([
    ['Measured in', 4],
  ])
  expect(withTyped(made.ops, made.more, ['units'])).toEqual({
    field: 0,
    message: 'A controlled drug must be measured in mg.',
  })
  expect(withTyped(made.ops, made.more, ['Not recorded'])).toEqual({ ops: [sheetWith({})] })
})

it('[P8] of a procedure with notes the name is asked for, and the notes stay', () => {
  const procedure = (name: string) => sheetWith({}, {}, { procedure: { name, notes: 'Left side' } })
  expect(mended(procedure(''), ['']).made).toMatchObject({ field: 0 })
  expect(mended(procedure(''), ['Spay']).made).toEqual(procedure('Spay'))
})

describe('a code event that names no code', () => {
  const tap = (content: JsonObject, k = 1): OpOf<'create'> => ({
    op: 'create',
    collection: 'code_events',
    _id: testId(5, k),
    content: { what: 'shock', at: '2026-11-20T10:00:00.000Z', ...content },
  })
  const codesOf = (...ops: Op[]) => {
    const fields = faultyFields(ops) ?? []
    const typed = fields.map((field) => field.typed)
    const made = withTyped(ops, fields, typed)
    if (!('ops' in made)) throw new Error(made.message)
    const contents = made.ops.flatMap((op) => ('content' in op ? [op.content] : []))
    expect(contents.every((content) => contentFault('code_events', content) === null)).toBe(true)
    return contents.map((content) => content['code_id'])
  }

  it('[P8] is of the code of its sheet', () => {
    expect(codesOf(tap({ sheet_id: testId(2, 1) }), tap({ code_id: 7, sheet_id: testId(3, 1) }, 2))).toEqual([
      codeIdOf(testId(2, 1)),
      codeIdOf(testId(3, 1)),
    ])
    const [field] = faultyFields([tap({ code_id: 'CPR', sheet_id: testId(2, 1) })]) ?? []
    expect(field).toMatchObject({
      label: 'Code event · Code',
      typed: 'CPR',
      becomes: { said: 'It will be recorded in the code of its sheet.' },
    })
  })

  it('[P8] is else of one of its own, with those that named the same, on every tablet', () => {
    const ops = [tap({ code_id: 'x\0' }), tap({}, 2), tap({ code_id: 'x\0' }, 3), tap({ code_id: null }, 4)]
    const codes = codesOf(...ops)
    expect(codes).toEqual([codes[0], codes[1], codes[0], codes[3]])
    expect(new Set(codes).size).toBe(3)
    expect(codesOf(...ops)).toEqual(codes)
    const [field] = faultyFields([tap({ code_id: 5 })]) ?? []
    expect(field?.becomes?.said).toBe('It will be recorded as a code of its own.')
    expect(codesOf(tap({ code_id: testId(6, 1).toUpperCase() }))).toEqual([testId(6, 1)])
  })

  it('[P8] loses nothing that stands beside it', () => {
    const fields = faultyFields([tap({ code_id: 7, what: 'danced' })]) ?? []
    expect(fields.map(({ path }) => path[0])).toEqual(['code_id', 'what'])
  })
})
