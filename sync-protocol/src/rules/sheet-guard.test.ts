import { describe, expect, it } from 'vitest'
import { explainedDose } from '../records/dose-reason.ts'
import { sheetDraft, type SheetDraft } from '../records/draft.ts'
import { sheetContent } from '../records/sheet.ts'
import { lookupIn } from './library-lookup.ts'
import { asDrawn, doseRows, isExplained, NO_LIBRARY, unexplained, withReason } from './sheet-guard.ts'
import { changeSpecies, emptySheetDraft, resetSheet, sheetOfDraft } from './sheet.ts'

const copied = {
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
} as const
const hydromorphone = {
  ...copied,
  name: 'Hydromorphone',
  concentration: 2,
  dosage: 1,
  usual: 0.1,
  limits: { min: 0.05, max: 0.15 },
}
const acepromazine = {
  ...copied,
  name: 'Acepromazine',
  concentration: 10,
  dosage: 0.05,
  usual: 0.05,
  limits: { min: 0.01, max: 0.1, cap_mg: 3 },
}
const epinephrine = {
  ...copied,
  name: 'Epinephrine',
  concentration: 1,
  dosage: -1,
  dosage_from: 0.1,
  dosage_to: 1,
  limits: { min: 0.01, max: 0.1 },
} as const

/** A complete sheet for a cat of 4 kg, or another patient, with these drugs. */
const sheetWith = (
  drugs: NonNullable<SheetDraft['anesthesia_protocol']>['content']['sections'][number]['drugs'],
  change: Partial<SheetDraft> = {},
): SheetDraft => ({
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 1,
  name: 'Luna',
  weight: '4',
  weight_units: 'kg',
  procedure: { content: { name: 'Spay' } },
  anesthesia_protocol: {
    content: {
      species: 1,
      name: 'Routine',
      sections: [{ key: 7, title_s: 'Premedication', title_p: 'Premedications', drugs }],
    },
  },
  ...change,
})

const kindsOf = (draft: SheetDraft, lookup = NO_LIBRARY) =>
  doseRows(draft, lookup).map(({ guard }) => guard.findings.map(({ kind }) => kind))
const [row] = doseRows(sheetWith([hydromorphone]), NO_LIBRARY)
if (row === undefined) throw new Error('There is no row.')

describe('the doses of an open sheet', () => {
  it('[Q-15] are judged anew at another weight, by another library and for another species', () => {
    const draft = sheetWith([{ ...copied, name: 'Acepromazine', concentration: 10, dosage: 0.05 }])
    const library = {
      _id: 'a',
      ...acepromazine,
      dosage: [0.05, 0.005] as [number, number],
      dosage_from: [-1, -1] as [number, number],
      dosage_to: [-1, -1] as [number, number],
      limits: [acepromazine.limits, null] as [typeof acepromazine.limits, null],
      section_key: 7,
      species: [0, 1],
    }
    const [dogs, cats] = [lookupIn([library], 0), lookupIn([library], 1)]
    const at = (weight: string) => ({ ...draft, species: 0 as const, weight })
    expect(kindsOf(at('10'), dogs)).toEqual([[]])
    expect(kindsOf(at('100'), dogs)).toEqual([['cap']])
    expect(kindsOf(at('10'), dogs)).toEqual([[]])
    expect(kindsOf(at('10'), NO_LIBRARY)).toEqual([['no-limits']])
    expect(kindsOf({ ...at('10'), species: 1 }, cats)).toEqual([['ten-times', 'no-limits']])
    // The same look-up, and only the species is another.
    expect(kindsOf({ ...at('10'), species: 1 }, dogs)).toEqual([['ten-times', 'no-limits']])
    expect(kindsOf(at('10'), dogs)).toEqual([[]])
  })

  it('say from when the library’s drug is to be looked at again', () => {
    const drug = {
      ...hydromorphone,
      _id: 'one',
      species: [1],
      section_key: 7,
      dosage: [-1, 0.1] as [number, number],
      dosage_from: [-1, -1] as [number, number],
      dosage_to: [-1, -1] as [number, number],
      limits: null as never,
      review_due: '2026-03-05',
    }
    const rows = doseRows(sheetWith([hydromorphone, acepromazine]), lookupIn([drug], 1))
    expect(rows.map(({ reviewDue }) => reviewDue)).toEqual(['2026-03-05', undefined])
  })

  it('are judged by what their copies carry, at its weight', () => {
    expect(row.guard.level).toBe('red')
    expect(kindsOf(sheetWith([hydromorphone]))).toEqual([['ten-times', 'over']])
    const dog = { species: 0 as const, weight: '70' }
    expect(kindsOf(sheetWith([acepromazine], dog))).toEqual([['cap']])
    expect(kindsOf(sheetWith([acepromazine], { ...dog, weight: '120', weight_units: 'lb' }))).toEqual([[]])
    // Without its unit it is no weight.
    expect(kindsOf(sheetWith([acepromazine], { ...dog, weight_units: '-' }))).toEqual([[]])
  })

  it('are not judged before there is a species', () => {
    expect(doseRows(sheetWith([hydromorphone], { species: -1 }), NO_LIBRARY)).toEqual([])
  })

  it('of copies that carry nothing are judged by the library, which also has other strengths', () => {
    const { usual: _usual, limits: _limits, ...old } = hydromorphone
    expect(kindsOf(sheetWith([old]))).toEqual([['no-limits']])
    const library = { ...hydromorphone, species: [1], section_key: 7, dosage: [-1, 0.1] } as const
    const pair = { dosage_from: [-1, -1], dosage_to: [-1, -1], limits: [null, hydromorphone.limits] } as const
    const drugs = [2, 10].map((concentration, index) => ({
      ...library,
      dosage: [-1, 0.1] as [number, number],
      dosage_from: [...pair.dosage_from] as [number, number],
      dosage_to: [...pair.dosage_to] as [number, number],
      limits: [null, { ...hydromorphone.limits }] as [null, { min: number; max: number }],
      concentration,
      _id: `${index}`,
      species: [1],
    }))
    expect(kindsOf(sheetWith([old]), lookupIn(drugs, 1))).toEqual([['ten-times', 'over', 'strength']])
  })

  it('are kept with what they were judged by: the sheet says the same whatever becomes of the library', () => {
    const { usual, limits, ...old } = hydromorphone
    const drug = {
      ...old,
      _id: 'one',
      species: [1],
      section_key: 7,
      dosage: [-1, usual] as [number, number],
      dosage_from: [-1, -1] as [number, number],
      dosage_to: [-1, -1] as [number, number],
      limits: [null, { ...limits, later: 'unknown here' }] as unknown as [null, typeof limits],
    }
    const keptOf = (copy: typeof old, library = [drug]) =>
      sheetOfDraft(sheetWith([copy]), '2026-11-20', lookupIn(library, 1)).anesthesia_protocol.sections[0]
        ?.drugs[0]
    expect(keptOf(old)).toMatchObject({ usual, limits })
    expect(keptOf(old)?.limits).not.toHaveProperty('later')
    expect(keptOf(Object.assign({ usual: 0.2, limits: { max: 1 } }, old))).toMatchObject({
      usual: 0.2,
      limits: { max: 1 },
    })
    const elsewhere = keptOf(old, [{ ...drug, dosage: [0.1, -1], limits: [limits, null] as never }])
    expect(elsewhere).not.toHaveProperty('usual')
    expect(elsewhere).not.toHaveProperty('limits')
    expect(keptOf(old, [])).not.toHaveProperty('usual')
  })

  it('include the emergency drugs, each by both of its dosages', () => {
    const emergency_protocol = {
      content: { species: 1 as const, name: 'Arrest', drugs: [epinephrine] },
    }
    expect(kindsOf(sheetWith([], { emergency_protocol }))).toEqual([['over']])
  })
})

describe('a reason', () => {
  const given = withReason(sheetWith([hydromorphone]), row, ' Vet’s order ', 'Ana')

  it('is kept on the open sheet, and on the one that is saved, where nothing is left to explain', () => {
    expect(sheetDraft.parse(given)).toEqual(given)
    expect(given.explained).toMatchObject([{ reason: 'Vet’s order', by: 'Ana' }])
    expect(unexplained(doseRows(given, NO_LIBRARY))).toEqual([])
    const saved = sheetOfDraft(given, '2026-11-20')
    expect(sheetContent.parse(saved)).toEqual(saved)
    const guard = { level: 'red', kinds: ['ten-times', 'over'], reason: 'Vet’s order', by: 'Ana' }
    expect(saved.anesthesia_protocol.sections[0]?.drugs).toMatchObject([{ guard }])
    expect(isExplained(saved)).toBe(true)
    expect(JSON.stringify(asDrawn(saved.anesthesia_protocol))).not.toMatch(/Ana|usual|limits/)
  })

  it('is missing where nobody gave one: the saved sheet says so', () => {
    const open = sheetWith([hydromorphone])
    expect(unexplained(doseRows(open, NO_LIBRARY))).toHaveLength(1)
    expect(isExplained(sheetOfDraft(open, '2026-11-20'))).toBe(false)
    // Of an app that knew no guards.
    const old = sheetOfDraft(open, '2026-11-20')
    for (const { drugs } of old.anesthesia_protocol.sections) for (const drug of drugs) delete drug.guard
    expect(isExplained(old)).toBe(false)
    expect(isExplained(sheetOfDraft(sheetWith([{ ...hydromorphone, dosage: 0.1 }]), '2026-11-20'))).toBe(true)
  })

  const drugsOf = (change: Partial<typeof hydromorphone>) =>
    sheetWith([{ ...hydromorphone, ...change }]).anesthesia_protocol
  it.each([
    ['the name', { anesthesia_protocol: drugsOf({ name: 'Morphine' }) }],
    ['the dosage', { anesthesia_protocol: drugsOf({ dosage: 1.1 }) }],
    [
      'what is red',
      { anesthesia_protocol: drugsOf({ limits: { min: 0.05, max: 0.15, cap_mg: 2 } as never }) },
    ],
  ])('counts no more once %s is another', (_, change) => {
    expect(unexplained(doseRows({ ...given, ...change }, NO_LIBRARY))).toHaveLength(1)
  })

  it('counts also where the weight makes it less', () => {
    expect(unexplained(doseRows({ ...given, weight: '3' }, NO_LIBRARY))).toEqual([])
  })

  it('for a dose above its cap counts no more for a heavier patient, whatever the unit', () => {
    const open = sheetWith([acepromazine], { species: 0, weight: '70' })
    const [above] = doseRows(open, NO_LIBRARY)
    if (above === undefined) throw new Error('There is no row.')
    const explained = withReason(open, above, 'To effect', 'Ana')
    const left = (change: Partial<SheetDraft>) =>
      unexplained(doseRows({ ...explained, ...change }, NO_LIBRARY)).length
    expect(left({})).toBe(0)
    expect(left({ weight: '69' })).toBe(0)
    expect(left({ weight: '70.1' })).toBe(1)
    expect(left({ weight: '154', weight_units: 'lb' })).toBe(0)
    expect(left({ weight: '155', weight_units: 'lb' })).toBe(1)
    expect(sheetDraft.parse(explained)).toEqual(explained)
  })

  it('is kept where the weight is no number', () => {
    for (const weight of ['', 'x'.repeat(300), `1${'0'.repeat(60)}`]) {
      const open = sheetWith([hydromorphone], { weight })
      const [one] = doseRows(open, NO_LIBRARY)
      if (one === undefined) throw new Error('There is no row.')
      const explained = withReason(open, one, 'To effect', 'Ana')
      expect(sheetDraft.parse(explained)).toEqual(explained)
      expect(unexplained(doseRows(explained, NO_LIBRARY))).toEqual([])
    }
  })

  it('is replaced, and taken away by an empty one', () => {
    const other = withReason(given, row, 'To effect', 'Ben')
    expect(other.explained).toMatchObject([{ reason: 'To effect', by: 'Ben' }])
    expect(withReason(other, row, ' ', 'Ben')).toEqual(sheetWith([hydromorphone]))
  })

  it('is for one patient', () => {
    for (const next of [resetSheet(given), changeSpecies(given)]) expect(next).not.toHaveProperty('explained')
  })

  it.each(['  ', 'ab', 'x'.repeat(121)])('%j is none', (reason) => {
    const [one] = given.explained ?? []
    expect(explainedDose.safeParse({ ...one, reason }).success).toBe(false)
  })
})
