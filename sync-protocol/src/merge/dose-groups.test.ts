import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentSchemaKeys } from '../testing/schema-keys.ts'
import { COLLECTIONS } from '../records/envelope.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import type { Json, JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import type { Op } from '../records/mutation.ts'
import { ketamine, testId } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { groupValues } from './three-way.ts'

const ADRENALINE: JsonObject = {
  ...ketamine(),
  name: 'Adrenaline',
  concentration: 1,
  dosage: [-1, -1],
  dosage_from: [0.01, 0.01],
  dosage_to: [0.1, 0.1],
  section_key: EMERGENCY_SECTION,
}
const start = (content = ketamine()) => {
  const clinic = new Clinic()
  clinic.do(actorOf(1), { op: 'create', collection: 'drugs', _id: DRUG, content })
  return { clinic, base: clinic.drug(), content }
}
const dose = (content: JsonObject | null | undefined) => groupValues(kinds.drugs, 'dose', content ?? {})
const blind = (base: number, set: Record<string, Json>, was: Record<string, Json> = {}): Op => ({
  op: 'update',
  collection: 'drugs',
  _id: DRUG,
  base,
  set,
  was,
})
const REFUSED = { status: 'rejected', code: 'invalid', field: 'section_key', changes: [] }

test('[M1] every field of an editable record is in exactly one group', () => {
  for (const collection of COLLECTIONS) {
    const { sort, groups, content } = kinds[collection]
    if (sort !== 'library' && sort !== 'draft') continue
    const grouped = Object.values(groups).flat().sort()
    expect([collection, [...new Set(grouped)]]).toEqual([collection, grouped])
    expect([collection, grouped]).toEqual([collection, contentSchemaKeys(content)])
  }
})

describe('two people at one dose', () => {
  test('[M3] a species changed by one and a dosage by the other never meet in one record', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), clinic.edit(base, { ...content, species: [0], dosage: [5, -1] }))
    const other = clinic.do(actorOf(2), clinic.edit(base, { ...content, dosage: [5, 3] }))
    expect(other.status).toBe('conflict')
    expect(dose(clinic.drug()?.content)).toEqual(dose({ ...content, species: [0], dosage: [5, -1] }))
    expect(clinic.conflicts()[0]?.content?.['groups']).toMatchObject([
      { mine: { species: [0, 1], dosage: [5, 3] } },
    ])
  })

  test('[M3] an edit that says half of its group is never completed with another person’s numbers', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), clinic.edit(base, { ...content, concentration: 50 }))
    const half = clinic.do(actorOf(2), blind(1, { dosage: [7, 7] }, { dosage: [5, 4] }))
    expect(half.status).toBe('conflict')
    const [conflict] = clinic.conflicts()
    expect(conflict?.content?.['groups']).toEqual([
      {
        group: 'dose',
        base: { dosage: [5, 4] },
        theirs: dose(clinic.drug()?.content),
        mine: { dosage: [7, 7] },
      },
    ])
    const settle = { op: 'settle', collection: 'conflicts', _id: conflict?._id ?? '', base: 1 } as const
    expect(clinic.do(actorOf(2), { ...settle, choice: 'mine' })).toMatchObject({ status: 'rejected' })
    expect(dose(clinic.drug()?.content)).toEqual(dose({ ...content, concentration: 50 }))
  })

  test('[M3] [M5] what brings a deleted drug back holds no numbers that its sender did not see', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), clinic.edit(base, { ...content, concentration: 50 }))
    clinic.do(actorOf(1), { op: 'delete', collection: 'drugs', _id: DRUG, base: 2 })
    const mine = { ...content, dosage: [7, 7] }
    clinic.do(actorOf(2), clinic.edit(base, mine))
    const [conflict] = clinic.conflicts()
    expect(conflict?.content).toMatchObject({ kind: 'update_of_deleted', full: mine })
    const restore = { op: 'settle', collection: 'conflicts', _id: conflict?._id ?? '', base: 1 } as const
    expect(clinic.do(actorOf(1), { ...restore, choice: 'restore' }).status).toBe('applied')
    expect(clinic.drug()?.content).toEqual(mine)
  })

  test('[M3] nor does an edit that leaves out what it saw of a drug deleted since', () => {
    fc.assert(
      fc.property(fc.boolean(), (changedBefore) => {
        const { clinic, base, content } = start()
        if (changedBefore) clinic.do(actorOf(1), clinic.edit(base, { ...content, concentration: 50 }))
        const version = clinic.drug()?.version ?? 0
        clinic.do(actorOf(1), { op: 'delete', collection: 'drugs', _id: DRUG, base: version })
        clinic.do(actorOf(2), blind(1, { dosage: [7, 7] }))
        // What was left out counts as seen while nothing but the deletion came between.
        const seen = changedBefore ? {} : dose(content)
        expect(clinic.conflicts()[0]?.content?.['groups']).toMatchObject([
          { base: seen, mine: { ...seen, dosage: [7, 7] } },
        ])
      }),
    )
  })
})

describe('Emergency Medications', () => {
  test('[M3] [DRUG-30] no drug moves into or out of it, whatever numbers lie in the record', () => {
    for (const content of [
      ketamine({ dosage_from: [1, 1], dosage_to: [2, 2] }),
      { ...ADRENALINE, dosage: [1, 1] },
    ]) {
      const { clinic, base } = start(content)
      const to = content['section_key'] === EMERGENCY_SECTION ? 999 : EMERGENCY_SECTION
      expect(clinic.do(actorOf(2), clinic.edit(base, { ...content, section_key: to }))).toMatchObject(REFUSED)
      expect(clinic.do(actorOf(2), blind(1, { section_key: to }))).toMatchObject(REFUSED)
      const whole = { ...content, section_key: to, dosage: [3, 3], dosage_from: [1, 1], dosage_to: [2, 2] }
      expect(clinic.do(actorOf(2), clinic.edit(base, whole))).toMatchObject(REFUSED)
      expect(clinic.drug()).toEqual(base)
    }
  })

  test('[M3] a dose edited by one while an old client moves the drug there: the edit stands, the move is refused', () => {
    const { clinic, base, content } = start(ketamine({ dosage_from: [1, 1], dosage_to: [2, 2] }))
    const move = blind(1, { section_key: EMERGENCY_SECTION }, { section_key: 999 })
    clinic.do(actorOf(1), clinic.edit(base, { ...content, dosage: [6, 6] }))
    expect(clinic.do(actorOf(2), move)).toMatchObject(REFUSED)
    expect(clinic.drug()?.content).toEqual({ ...content, dosage: [6, 6] })
  })

  test('[M3] nor by restoring it elsewhere, nor by settling', () => {
    const { clinic, base, content } = start()
    const elsewhere = { ...content, section_key: EMERGENCY_SECTION, dosage_from: [1, 1], dosage_to: [2, 2] }
    clinic.do(actorOf(1), { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 })
    const restore: Op = { op: 'restore', collection: 'drugs', _id: DRUG, base: 2, content: elsewhere }
    expect(clinic.do(actorOf(1), restore)).toMatchObject(REFUSED)
    clinic.do(actorOf(2), clinic.edit(base, { ...content, section_key: 1000 }))
    const settle: Op = {
      op: 'settle',
      collection: 'conflicts',
      _id: clinic.conflicts()[0]?._id ?? '',
      base: 1,
      choice: 'edited',
      set: { section_key: EMERGENCY_SECTION },
    }
    expect(clinic.do(actorOf(2), settle)).toMatchObject({ status: 'rejected', code: 'invalid' })
    expect(clinic.drug()?.deleted).toBe(true)
  })

  test('[M1] other moves stand beside a dose edit', () => {
    for (const content of [ketamine(), ketamine({ section_key: -1 })]) {
      const { clinic, base } = start(content)
      clinic.do(actorOf(1), clinic.edit(base, { ...content, section_key: 1000 }))
      expect(clinic.do(actorOf(2), clinic.edit(base, { ...content, dosage: [6, 6] })).status).toBe('merged')
      expect(clinic.drug()?.content).toEqual({ ...content, section_key: 1000, dosage: [6, 6] })
    }
  })
})

describe('sections', () => {
  const section = (k: number, key: number, title = 'Opioid'): Op => ({
    op: 'create',
    collection: 'sections',
    _id: testId(8, k),
    content: { key, title_s: title, title_p: `${title}s` },
  })
  const KEY = { status: 'rejected', code: 'invalid', field: 'key', changes: [] }

  test('[P7] [SECT-05] no two sections have one key, not even a removed one’s; a retry of the same is no second', () => {
    const { clinic } = start()
    expect(clinic.do(actorOf(1), section(1, 1000)).status).toBe('applied')
    expect(clinic.do(actorOf(2), section(2, 1000))).toMatchObject({
      ...KEY,
      message: 'Another section has this key.',
    })
    expect(clinic.do(actorOf(2), section(2, 1001), section(3, 1001))).toMatchObject(KEY)
    expect(clinic.do(actorOf(1), section(1, 1000))).toMatchObject({ status: 'applied', changes: [] })
    clinic.do(actorOf(1), { op: 'delete', collection: 'sections', _id: testId(8, 1), base: 1 })
    expect(clinic.do(actorOf(2), section(2, 1000))).toMatchObject(KEY)
    expect(clinic.do(actorOf(2), section(4, 1_000_000_001))).toMatchObject(KEY)
  })

  test('[P7] the key of a section never changes', () => {
    const { clinic } = start()
    clinic.do(actorOf(1), section(1, 1000))
    const stands = clinic.record('sections', testId(8, 1))
    expect(clinic.do(actorOf(1), clinic.edit(stands, { ...stands?.content, key: 1001 }))).toMatchObject(KEY)
    clinic.do(actorOf(1), { op: 'delete', collection: 'sections', _id: testId(8, 1), base: 1 })
    const content = { key: 1001, title_s: 'Opioid', title_p: 'Opioids' }
    const restore: Op = { op: 'restore', collection: 'sections', _id: testId(8, 1), base: 2, content }
    expect(clinic.do(actorOf(1), restore)).toMatchObject(KEY)
  })

  test('[M1] a section removed while another tablet adds a drug to it touches no drug', () => {
    const { clinic } = start()
    clinic.do(actorOf(1), section(1, 1000))
    clinic.do(actorOf(1), { op: 'delete', collection: 'sections', _id: testId(8, 1), base: 1 })
    const drug: Op = {
      op: 'create',
      collection: 'drugs',
      _id: testId(1, 5),
      content: ketamine({ section_key: 1000 }),
    }
    expect(clinic.do(actorOf(2), drug).status).toBe('applied')
    expect(clinic.record('drugs', testId(1, 5))?.content).toEqual(ketamine({ section_key: 1000 }))
    expect(clinic.conflicts()).toEqual([])
  })

  test('[M5] [M6] renamed by one and removed by the other is a conflict, whoever is first', () => {
    const rename = (clinic: Clinic) => {
      const stands = clinic.record('sections', testId(8, 1))
      return clinic.edit(stands, { ...stands?.content, title_p: 'Pain' })
    }
    const remove: Op = { op: 'delete', collection: 'sections', _id: testId(8, 1), base: 1 }
    for (const removedFirst of [true, false]) {
      const { clinic } = start()
      clinic.do(actorOf(1), section(1, 1000))
      const renaming = rename(clinic)
      const [first, second] = removedFirst ? [remove, renaming] : [renaming, remove]
      clinic.do(actorOf(1), first)
      expect(clinic.do(actorOf(2), second).status).toBe('conflict')
      expect(clinic.record('sections', testId(8, 1))?.deleted).toBe(removedFirst)
    }
  })
})

describe('protocols', () => {
  const drug = (name: string): JsonObject => ({
    name,
    concentration: 10,
    dosage: 1,
    dosage_from: -1,
    dosage_to: -1,
    route: 'IM',
    form: 'INJECTION',
    controlled: false,
  })
  const sections = (count: number, of: string): JsonObject[] =>
    Array.from({ length: count }, (_, k) => ({
      key: k,
      title_s: of,
      title_p: of,
      drugs: [drug(`${of}${k}`)],
    }))
  const fluids = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, k) => ({ name: `Fluid ${k}`, rate: 5 }))

  test('[M4] two edits within the limits never make a protocol beyond them, nor one of both', () => {
    const side = fc.record({
      sections: fc.integer({ min: 1, max: 10 }),
      fluids: fc.nat(5),
      renamed: fc.boolean(),
    })
    fc.assert(
      fc.property(side, side, (a, b) => {
        const clinic = new Clinic()
        const _id = testId(1, 80)
        const content: JsonObject = { species: 0, name: 'Healthy', sections: sections(1, 'Start') }
        clinic.do(actorOf(1), { op: 'create', collection: 'anesthesia_protocols', _id, content })
        const seen = clinic.record('anesthesia_protocols', _id)
        const wanted = [a, b].map((each, k): JsonObject => ({
          species: 0,
          name: each.renamed ? `Name ${k}` : 'Healthy',
          sections: sections(each.fluids > 0 ? Math.min(9, each.sections) : each.sections, `By ${k}`),
          ...(each.fluids > 0 ? { fluids: fluids(each.fluids) } : {}),
        }))
        for (const [k, next] of wanted.entries()) clinic.do(actorOf(k + 1), clinic.edit(seen, next))
        const stands = clinic.record('anesthesia_protocols', _id)?.content
        expect(kinds.anesthesia_protocols.content.safeParse(stands).success).toBe(true)
        const drugs = (of: JsonObject | null | undefined) =>
          groupValues(kinds.anesthesia_protocols, 'drugs', of ?? {})
        expect(drugs(stands)).toEqual(drugs(wanted[0]))
        expect(clinic.conflicts()[0]?.content?.['groups']).toContainEqual(
          expect.objectContaining({ group: 'drugs', mine: drugs(wanted[1]) }),
        )
      }),
      { numRuns: 50 },
    )
  })
})
