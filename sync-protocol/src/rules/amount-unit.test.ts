import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { changes, listed } from '../log/changes.ts'
import type { LogLook } from '../log/log-look.ts'
import { logMessage } from '../log/log-message.ts'
import { fullName } from '../log/names.ts'
import { AMOUNT_UNITS, CAP_IN_MG, CONTROLLED_IN_MG, perKg, perMl, unitFor } from '../records/amount-unit.ts'
import { drugContent, type DrugContent } from '../records/drug.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { updateOp } from '../merge/update-op.ts'
import { ketamine, mutationOf, testId, vasopressin } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { anesthesiaProtocolOf, copyOfDrug, typedAnesthesiaProtocol } from './anesthesia-protocol-form.ts'
import { arithmetic, drugVolume } from './dose.ts'
import { emptyDrugForm, formOfDrug } from './drug-form.ts'
import { checkDrugForm, drugOfForm } from './drug-form-check.ts'
import {
  copyOfEmergencyDrug,
  emergencyProtocolOf,
  typedEmergencyProtocol,
} from './emergency-protocol-form.ts'
import { differsFromLibrary } from './library-difference.ts'
import { emergencyProtocolOfSheet, protocolOfSheet } from './sheet-protocols.ts'

const noTitles = () => undefined
const drug = (over: JsonObject = {}) => vasopressin(over) as unknown as DrugContent
const emergency = drug({
  section_key: EMERGENCY_SECTION,
  dosage: [-1, -1],
  dosage_from: [0.4, 0.4],
  dosage_to: [0.8, 0.8],
})
const { limits: _, ...emergencyDrug } = emergency
const ID = testId(7, 1)
const WEIGHT = { weight: '20', units: 'kg' } as const

function copied<T>(copy: T | null): T {
  if (copy === null) throw new Error('this drug is not offered')
  return copy
}
const protocol = anesthesiaProtocolOf({
  species: 0,
  name: 'Shock',
  sections: [
    { key: 999, title_s: 'Pressor', title_p: 'Pressors', drugs: [copied(copyOfDrug(drug(), ID, 0))] },
  ],
  fluids: null,
})
const crash = emergencyProtocolOf({
  species: 0,
  name: 'Crash',
  drugs: [copied(copyOfEmergencyDrug(emergencyDrug, ID, 0))],
})

describe('in what a drug is measured', () => {
  test.each([
    [{}, 'mg/ml', 'mg/kg'],
    [{ amount_unit: null }, 'mg/ml', 'mg/kg'],
    [{ amount_unit: 'mg' }, 'mg/ml', 'mg/kg'],
    [{ amount_unit: 'units' }, 'units/ml', 'units/kg'],
    [{ amount_unit: 'mEq' }, 'mEq/ml', 'mEq/kg'],
    // Of a later release: it is not taken for mg.
    [{ amount_unit: 'mcg' }, 'mcg/ml', 'mcg/kg'],
  ])('%j is said as %s and %s', (of, ml, kg) => {
    expect([perMl(of), perKg(of)]).toEqual([ml, kg])
    expect(['ml/kg', 'ml', 'months'].map((unit) => unitFor(of, unit))).toEqual(['ml/kg', 'ml', 'months'])
  })

  it('stands in the arithmetic, and changes no volume', () => {
    const dose = { ...WEIGHT, dosage: 0.8, concentration: 20 }
    expect(arithmetic({ ...dose, amount_unit: 'units' })).toBe('20 kg x 0.8 units/kg / 20 units/ml = 0.8 ml')
    for (const unit of AMOUNT_UNITS) {
      expect(drugVolume({ ...dose, amount_unit: unit })).toEqual(drugVolume(dose))
    }
    const bicarbonate = { ...WEIGHT, dosage: 1, concentration: 1, amount_unit: 'mEq' } as const
    expect(arithmetic(bicarbonate)).toBe('20 kg x 1 mEq/kg / 1 mEq/ml = 20 ml')
  })
})

describe('a drug’s copies', () => {
  it('carry the unit of their numbers into a protocol, a sheet, and back into the forms', () => {
    const sheet = protocolOfSheet(protocol, WEIGHT).sections[0]?.drugs
    const sheetEmergency = emergencyProtocolOfSheet(crash, WEIGHT).drugs
    const typed = typedAnesthesiaProtocol(protocol).sections[0]?.drugs
    const copies = [
      protocol.sections[0]?.drugs,
      typed,
      crash.drugs,
      typedEmergencyProtocol(crash).drugs,
      sheet,
      sheetEmergency,
    ]
    for (const each of copies) expect(each).toMatchObject([{ amount_unit: 'units' }])
    expect(sheet).toMatchObject([{ dosage: 0.8, concentration: 20, volume: 0.8 }])
    expect(kinds.anesthesia_protocols.content.safeParse(protocol).success).toBe(true)
    expect(kinds.emergency_protocols.content.safeParse(crash).success).toBe(true)
  })

  it('of a drug in mg say nothing of it, as they always have', () => {
    for (const plain of [drug({ amount_unit: 'mg' }), ketamine() as unknown as DrugContent]) {
      const copy = copied(copyOfDrug(plain, ID, 0))
      expect(copy).not.toHaveProperty('amount_unit')
      expect(drugOfForm(formOfDrug({ ...plain, limits: [null, null] }))).not.toHaveProperty('amount_unit')
    }
  })

  it('[Q-13] in another unit than the library differ from it, though the numbers are the same', () => {
    const copy = { concentration: '20', dosage: '0.8', controlled: false }
    expect(differsFromLibrary({ ...copy, amount_unit: 'units' }, drug(), 0)).toEqual([])
    const differences = [
      { field: 'concentration', library: 20 },
      { field: 'dosage', library: 0.8 },
    ]
    expect(differsFromLibrary(copy, drug(), 0)).toEqual(differences)
    expect(differsFromLibrary({ ...copy, concentration: '' }, drug(), 0)).toEqual(differences)
    expect(differsFromLibrary({ ...copy, amount_unit: 'mEq' }, drug(), 0)).toEqual(differences)
  })
})

describe('what is refused', () => {
  const issueOf = (content: JsonObject) => {
    const [issue] = drugContent.safeParse(content).error?.issues ?? []
    return issue && [issue.path.join('.'), issue.message]
  }

  it('is a highest amount in mg of a drug that is not measured in mg', () => {
    const limits = [null, { min: 0.4, cap_mg: 3 }]
    expect(issueOf(vasopressin({ limits }))).toEqual(['limits.1.cap_mg', CAP_IN_MG])
    expect(issueOf(vasopressin({ limits, amount_unit: 'mg' }))).toBeUndefined()
    expect(issueOf(vasopressin({ limits: [{ min: 0.4, max: 0.8, never: 'MDR1' }, null] }))).toBeUndefined()
  })

  it('is one in the form, at its field', () => {
    const form = formOfDrug(drug())
    const capped = { ...form, range: [{ ...form.range[0], cap: '3' }, form.range[1]] } as typeof form
    expect(checkDrugForm(form)).toBeNull()
    expect(checkDrugForm(capped)).toEqual({ field: 'range_cap.0', message: CAP_IN_MG })
    expect(checkDrugForm({ ...capped, amount_unit: 'mg' })).toBeNull()
    // What the form does not show of another species is not saved either.
    expect(checkDrugForm({ ...capped, species: [1] })).toBeNull()
  })

  it('is a controlled drug in another unit, wherever it stands', () => {
    const controlled = { ...formOfDrug(drug()), controlled: true }
    expect(checkDrugForm(controlled)).toEqual({ field: 'amount_unit', message: CONTROLLED_IN_MG })
    expect(checkDrugForm({ ...controlled, amount_unit: 'mg' })).toBeNull()
    expect(issueOf(vasopressin({ controlled: true }))).toEqual(['amount_unit', CONTROLLED_IN_MG])
    const given = protocolOfSheet(protocol, WEIGHT)
    const section = given.sections[0]
    const sheet = {
      species: 0,
      procedure: 'Spay',
      name: 'Rex',
      weight: 20,
      weight_units: 'kg',
      outcome: 'N/A',
      injections: [],
      day: '2026-11-20',
    }
    const whole = [
      [
        'anesthesia_protocols',
        protocol,
        {
          sections: [
            { ...protocol.sections[0], drugs: [{ ...protocol.sections[0]?.drugs[0], controlled: true }] },
          ],
        },
      ],
      ['emergency_protocols', crash, { drugs: [{ ...crash.drugs[0], controlled: true }] }],
      [
        'sheets',
        { ...sheet, anesthesia_protocol: given },
        {
          anesthesia_protocol: {
            ...given,
            sections: [{ ...section, drugs: [{ ...section?.drugs[0], controlled: true }] }],
          },
        },
      ],
    ] as const
    for (const [collection, content, over] of whole) {
      const { content: schema } = kinds[collection]
      expect([collection, schema.safeParse(content).success]).toEqual([collection, true])
      const refused = schema.safeParse({ ...content, ...over }).error?.issues[0]
      expect([collection, refused?.path.at(-1), refused?.message]).toEqual([
        collection,
        'amount_unit',
        CONTROLLED_IN_MG,
      ])
    }
  })

  it('is a unit that nobody knows', () => {
    expect(drugContent.safeParse(vasopressin({ amount_unit: 'drops' })).success).toBe(false)
    expect(emptyDrugForm(0, 999).amount_unit).toBe('mg')
  })
})

describe('the action log', () => {
  it('says a drug’s numbers in its unit, and a change of the unit at each of them', () => {
    expect(listed('drugs', vasopressin(), noTitles)).toContain(
      'concentration 20 units/ml, canine dosage 0.8 units/kg, feline dosage 0.8 units/kg, canine limits 0.4 to 0.8 units/kg',
    )
    expect(fullName('drugs', vasopressin())).toBe("'Vasopressin' 20 units/ml")
    const before = vasopressin()
    delete before['amount_unit']
    expect(changes('drugs', before, vasopressin(), noTitles)).toBe(
      'concentration 20 mg/ml to 20 units/ml, canine dosage 0.8 mg/kg to 0.8 units/kg, feline dosage 0.8 mg/kg to 0.8 units/kg, canine limits 0.4 to 0.8 mg/kg to 0.4 to 0.8 units/kg',
    )
    expect(
      listed('anesthesia_protocols', JSON.parse(JSON.stringify(protocol)) as JsonObject, noTitles),
    ).toContain("'Vasopressin' in Pressors (concentration 20 units/ml, dosage 0.8 units/kg")
    expect(
      listed('emergency_protocols', JSON.parse(JSON.stringify(crash)) as JsonObject, noTitles),
    ).toContain('concentration 20 units/ml, low dosage 0.4 units/kg, high dosage 0.8 units/kg')
  })

  it('never says mg of a drug that is measured in anything else', () => {
    const number = fc.integer({ min: 1, max: 100_000 }).map((digits) => digits / 1000)
    const both = fc.tuple(number, number)
    const limits = fc.option(fc.record({ min: number, max: number }, { requiredKeys: [] }))
    fc.assert(
      fc.property(
        fc.constantFrom('units', 'mEq'),
        fc.record({
          concentration: number,
          dosage: both,
          dosage_from: both,
          dosage_to: both,
          limits: fc.tuple(limits, limits),
        }),
        fc.record({ concentration: number, dosage: both }, { requiredKeys: [] }),
        fc.boolean(),
        (unit, numbers, edit, isEmergency) => {
          const of = vasopressin({
            ...numbers,
            amount_unit: unit,
            section_key: isEmergency ? EMERGENCY_SECTION : 999,
          })
          const content = of as unknown as DrugContent
          const items = isEmergency
            ? { drugs: [copied(copyOfEmergencyDrug(content, ID, 1))] }
            : { sections: [{ title_p: 'Pressors', drugs: [copied(copyOfDrug(content, ID, 1))] }] }
          const said = [
            listed('drugs', of, noTitles),
            changes('drugs', of, { ...of, ...edit }, noTitles),
            fullName('drugs', of),
            listed(isEmergency ? 'emergency_protocols' : 'anesthesia_protocols', items, noTitles),
          ].join()
          expect(said).toContain(`${unit}/ml`)
          expect(said).not.toMatch(/\bmg\b/)
        },
      ),
    )
  })
})

describe('the action log of two people at one drug', () => {
  const { amount_unit: ___, ...inMg } = vasopressin()
  const record = { collection: 'drugs', _id: DRUG } as const
  const stands = vasopressin({ dosage: [0.5, 0.5] })
  const look = (after?: JsonObject): LogLook => ({
    before: (collection) => (collection === 'conflicts' ? conflict : stands),
    after: () => after && ({ content: after } as unknown as SyncRecord),
    authorOf: () => undefined,
    sectionTitle: noTitles,
  })
  const conflict = {
    record,
    kind: 'update',
    groups: [{ group: 'dose', base: inMg, theirs: stands, mine: { ...inMg, concentration: 10 } }],
    version: 2,
    mutation_id: testId(9, 1),
    lane: testId(9, 2),
    device: testId(9, 3),
    at: '2026-11-20T10:00:00.000Z',
  } as unknown as JsonObject
  const said =
    'concentration 20 units/ml to 10 mg/ml, canine dosage 0.5 units/kg to 0.8 mg/kg, feline dosage 0.5 units/kg to 0.8 mg/kg, canine limits 0.4 to 0.8 units/kg to 0.4 to 0.8 mg/kg'

  test('[M3] what was set aside is said in the unit that its person saw', () => {
    const edit = updateOp(
      'drugs',
      { _id: DRUG, version: 1, content: inMg },
      { ...inMg, concentration: 10, section_key: 1000 },
    )
    if (edit === null) throw new Error('nothing is edited')
    const { amount_unit: ____, ...was } = edit.was
    for (const [edition, op] of [
      [2, edit],
      [1, { ...edit, was }],
    ] as const) {
      const mutation = mutationOf(1, testId(9, 1), 'drug.update', [op], { schema: edition })
      expect(logMessage(mutation, look(), { status: 'conflict' })).toBe(
        "Set aside until someone decides: Edited drug 'Vasopressin' (concentration 20 to 10 mg/ml)",
      )
      const after = { ...stands, section_key: 1000 }
      expect(logMessage(mutation, look(after), { status: 'conflict' })).toContain(
        `set aside until someone decides: ${said}`,
      )
    }
  })

  test('[M3] so is what a decision turned down', () => {
    const settle = {
      op: 'settle',
      collection: 'conflicts',
      _id: testId(9, 4),
      base: 1,
      choice: 'theirs',
    } as const
    const mutation = mutationOf(1, testId(9, 5), 'conflict.settle', [settle])
    expect(logMessage(mutation, look(), { status: 'applied' })).toBe(
      `Decided between two versions of drug 'Vasopressin' 20 units/ml: kept the current version (not ${said})`,
    )
  })
})

describe('two people at one drug', () => {
  const start = (content: JsonObject) => {
    const clinic = new Clinic()
    clinic.do(actorOf(1), { op: 'create', collection: 'drugs', _id: DRUG, content })
    return { clinic, base: clinic.drug() }
  }
  const { amount_unit: __, ...inMg } = vasopressin()

  test('[M3] the unit of one is never combined with a number of the other', () => {
    for (const edit of [{ concentration: 10 }, { dosage: [1, 1] }, { limits: [{ max: 1 }, null] }]) {
      for (const unitFirst of [true, false]) {
        const { clinic, base } = start(inMg)
        const both = [vasopressin(), { ...inMg, ...edit }]
        const [first = {}, second = {}] = unitFirst ? both : both.toReversed()
        expect(clinic.do(actorOf(1), clinic.edit(base, first)).status).toBe('applied')
        expect(clinic.do(actorOf(2), clinic.edit(base, second)).status).toBe('conflict')
        expect(clinic.drug()?.content).toEqual(first)
      }
    }
  })

  test('[P7] [M3] an edit of edition 1 was made over mg: it merges with what is in mg, and clashes with another unit', () => {
    // As edition 1 said a dose: without the unit, which it did not know.
    const edited = (edition: number, version: number) => {
      const op = updateOp('drugs', { _id: DRUG, version, content: inMg }, { ...inMg, concentration: 10 })
      if (op === null) throw new Error('nothing is edited')
      const { amount_unit: ___, ...was } = op.was
      return mutationOf(9, testId(9, 9), 'drug.update', [{ ...op, was }], { schema: edition })
    }
    const moved = start(inMg)
    moved.clinic.do(actorOf(1), moved.clinic.edit(moved.base, { ...inMg, section_key: 1000 }))
    expect(moved.clinic.take(actorOf(2), edited(1, 1)).status).toBe('merged')
    expect(moved.clinic.drug()?.content).toEqual({ ...inMg, concentration: 10, section_key: 1000 })

    const units = start(inMg)
    units.clinic.do(actorOf(1), units.clinic.edit(units.base, vasopressin()))
    for (const version of [1, 2]) {
      const { clinic } = units
      expect(clinic.take(actorOf(2), edited(1, version)).status).toBe('conflict')
      expect(clinic.drug()?.content).toEqual(vasopressin())
    }
    expect(units.clinic.conflicts()[0]?.content?.['groups']).toMatchObject([
      { theirs: { amount_unit: 'units', concentration: 20 }, mine: { concentration: 10 } },
    ])
  })
})
