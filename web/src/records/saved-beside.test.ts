import { beginningOf } from 'sync-protocol/records/sheet-id'
import { expect, test } from 'vitest'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import type { OpenCorrection } from '../data/view/recent-sheets.ts'
import { sampleSheet } from '../exports/testing/sheet-sample.ts'
import { savedOtherwise } from './row-weighing.ts'
import { besideSaved } from './saved-beside.ts'

const meta = {} as ViewRecord<'sheets'>['meta']
const of = (_id: string, weight: number) => ({
  _id,
  meta,
  content: { ...sampleSheet, name: 'Jule', weight, weight_units: 'kg' as const },
})
const [OPEN, FIRST, TWIN] = ['000000000000', 'f12345678901', 'f12345678902'].map(
  (end) => `0193cccc-0000-7000-8000-0aa${end.slice(1)}${end[0]}`,
) as [string, string, string]
const CORRECTION = '0193dddd-0000-7000-8111-0bb000000000'
const AGAIN = '0193dddd-0000-7000-8111-0bb123456789'
const LATER = '0193eeee-0000-7000-8222-0cc000000000'
const correction = (over: Partial<OpenCorrection> = {}): OpenCorrection => ({
  id: CORRECTION,
  savedAs: FIRST,
  name: 'Jule',
  weight: '15',
  units: 'kg',
  ...over,
})
const NONE = new Map<string, string>()

test('a saved sheet that somebody corrects has the corrected weight beside it, once it is whole', () => {
  expect(OPEN.slice(0, 24)).toBe(FIRST.slice(0, 24))
  const saved = [of(FIRST, 12)]
  expect(besideSaved(FIRST, saved, [], NONE)).toBe(undefined)
  expect(besideSaved(FIRST, saved, [correction({ savedAs: AGAIN })], NONE)).toBe(undefined)
  expect(besideSaved(FIRST, saved, [correction()], NONE)).toEqual({
    name: 'Jule',
    weight: '15',
    units: 'kg',
    isOpen: true,
  })
})

test('a guess is said as one, open or saved', () => {
  const saved = [of(FIRST, 12)]
  expect(besideSaved(FIRST, saved, [correction({ estimated: true })], NONE)).toMatchObject({
    estimated: true,
  })
  const guess = of(AGAIN, 15)
  const known = new Map([[beginningOf(AGAIN), FIRST]])
  const both = [...saved, { ...guess, content: { ...guess.content, estimated: true } }]
  expect(besideSaved(FIRST, both, [], known)).toMatchObject({ weight: '15', estimated: true })
})

test('what was saved later that day under the same name or ID is said, as what may be another patient’s', () => {
  const at = (date_created: string) => ({ date_created }) as ViewRecord<'sheets'>['meta']
  const { content } = of(FIRST, 12)
  const first = { _id: FIRST, meta: at('2026-11-30T08:00:00.000Z'), content: { ...content, patient_id: '' } }
  const later = (over: object, date = '2026-11-30T09:00:00.000Z') => ({
    _id: AGAIN,
    meta: at(date),
    content: { ...first.content, weight: 15, ...over },
  })
  const beside = (over: object, date?: string) => besideSaved(FIRST, [first, later(over, date)], [], NONE)
  expect(beside({ name: ' JULE' })).toMatchObject({ weight: '15', isNamesake: true })
  expect(beside({ name: 'Max' })).toBe(undefined)
  expect(beside({ species: 1 - first.content.species })).toBe(undefined)
  expect(beside({ day: '2026-11-29' })).toBe(undefined)
  expect(beside({}, '2026-11-30T07:00:00.000Z')).toBe(undefined)
  expect(beside({ day_row: OPEN })).toMatchObject({ isNamesake: true })
  // Of a litter that was listed one by one.
  const listed = { ...first, content: { ...first.content, day_row: CORRECTION } }
  expect(besideSaved(FIRST, [listed, later({ day_row: OPEN })], [], NONE)).toBe(undefined)
  // An ID tells more than a name, where both have one.
  const known = { ...first, content: { ...first.content, patient_id: 'E-1' } }
  const ofId = (over: object) => besideSaved(FIRST, [known, later(over)], [], NONE)
  expect(ofId({ name: 'Jules', patient_id: 'e-1' })).toMatchObject({ isNamesake: true })
  expect(ofId({ patient_id: 'E-2' })).toBe(undefined)
  const sheet = { species: 0, name: 'Jule', patient_id: '', weight: '12', weight_units: 'kg' } as const
  expect(savedOtherwise(beside({}), sheet)).toMatchObject({
    title: 'Jule was saved once more later, with 15 kg',
    here: 'This sheet still has 12 kg.',
    isDoubtful: true,
  })
})

test('while its weight is typed anew it is said that it is being corrected', () => {
  const saved = [of(FIRST, 12)]
  for (const over of [{ weight: '' }, { units: '-' as const }]) {
    const beside = besideSaved(FIRST, saved, [correction(over)], NONE)
    expect(beside).toMatchObject({ weight: '', isOpen: true })
    const sheet = { species: 0, name: 'Jule', patient_id: '', weight: '12', weight_units: 'kg' } as const
    expect(savedOtherwise(beside, sheet)).toMatchObject({ title: 'Being corrected on another tablet' })
  }
})

test('what a sheet was corrected to stays said when the sheet, or one in between, is deleted', () => {
  const corrections = new Map([
    [beginningOf(CORRECTION), FIRST],
    [beginningOf(LATER), AGAIN],
  ])
  expect(besideSaved(FIRST, [of(AGAIN, 15)], [], corrections)).toMatchObject({ weight: '15' })
  expect(besideSaved(FIRST, [of(FIRST, 12), of(LATER, 18)], [], corrections)).toMatchObject({ weight: '18' })
  // By the id of the open sheet too, from which it was saved.
  expect(besideSaved(OPEN, [of(AGAIN, 15)], [], corrections)).toMatchObject({ weight: '15' })
})

test('a correction that was saved stays beside it, and so does what that is corrected to', () => {
  const corrections = new Map([
    [beginningOf(CORRECTION), FIRST],
    [beginningOf(LATER), AGAIN],
  ])
  const saved = [of(FIRST, 12), of(AGAIN, 15)]
  expect(besideSaved(FIRST, saved, [], corrections)).toEqual({
    name: 'Jule',
    weight: '15',
    units: 'kg',
    isCorrection: true,
  })
  expect(besideSaved(AGAIN, saved, [], corrections)).toBe(undefined)
  const open = [correction({ id: LATER, savedAs: AGAIN, weight: '17' })]
  expect(besideSaved(FIRST, saved, open, corrections)).toMatchObject({ weight: '17', isOpen: true })
})

test('what is being typed hides nothing that was saved', () => {
  const corrections = new Map([
    [beginningOf(AGAIN), FIRST],
    [beginningOf(LATER), AGAIN],
  ])
  const { content } = of(AGAIN, 12)
  const other = { ...content.anesthesia_protocol, sections: [] }
  const drugs = [of(FIRST, 12), { ...of(AGAIN, 12), content: { ...content, anesthesia_protocol: other } }]
  const typing = (over: Partial<OpenCorrection>) => [correction({ id: LATER, savedAs: AGAIN, ...over })]
  for (const open of [typing({ weight: '12' }), typing({ weight: '' })])
    expect(besideSaved(FIRST, drugs, open, corrections)).toMatchObject({
      isCorrection: true,
      otherDrugs: true,
    })
  const weighed = [of(FIRST, 12), of(AGAIN, 15)]
  expect(besideSaved(FIRST, weighed, typing({ weight: '' }), corrections)).toMatchObject({ weight: '15' })
  // The same weight and drugs: what is being typed says more.
  const same = [of(FIRST, 12), of(AGAIN, 12)]
  expect(besideSaved(FIRST, same, typing({ weight: '' }), corrections)).toMatchObject({ isOpen: true })
})

test('two sheets that were saved from one open sheet stand beside each other', () => {
  const saved = [of(FIRST, 12), of(TWIN, 15), of(AGAIN, 40)]
  expect(besideSaved(FIRST, saved, [], NONE)).toMatchObject({ weight: '15' })
  expect(besideSaved(TWIN, saved, [], NONE)).toMatchObject({ weight: '12' })
  expect(besideSaved(AGAIN, saved, [], NONE)).toBe(undefined)
})

test('two sheets for one patient of the day’s list stand beside each other, unless one corrects the other', () => {
  const sheets = [of(FIRST, 12), of(AGAIN, 15), of(LATER, 18)] as const
  const [first, again, later] = sheets.map((one, nth) => ({
    ...one,
    content: { ...one.content, name: `Jule ${nth}`, patient_id: '', day_row: CORRECTION },
    meta: { date_created: `2026-11-30T0${nth}:00:00.000Z` } as ViewRecord<'sheets'>['meta'],
  })) as [(typeof sheets)[number], (typeof sheets)[number], (typeof sheets)[number]]
  expect(besideSaved(FIRST, [first, again], [], NONE)).toEqual({
    name: 'Jule 1',
    weight: '15',
    units: 'kg',
  })
  expect(besideSaved(AGAIN, [first, again], [], NONE)).toMatchObject({ weight: '12' })
  const other = { ...again, content: { ...again.content, day_row: OPEN } }
  expect(besideSaved(FIRST, [first, other], [], NONE)).toBe(undefined)
  // The last one corrects the second: that is no other one's.
  const corrections = new Map([[beginningOf(LATER), AGAIN]])
  const all = [first, again, later]
  expect(besideSaved(FIRST, all, [], corrections)).toMatchObject({ weight: '18' })
  expect(besideSaved(AGAIN, all, [], corrections)).toMatchObject({ weight: '18', isCorrection: true })
  expect(besideSaved(LATER, all, [], corrections)).toMatchObject({ weight: '12' })
  expect(besideSaved(LATER, [again, later], [], corrections)).toBe(undefined)
})

test('two corrections of one sheet, and a sheet beside the correction of its twin, know of each other', () => {
  const fork = new Map([
    [beginningOf(CORRECTION), FIRST],
    [beginningOf(LATER), FIRST],
  ])
  const unlike = (_id: string, weight: number, name: string) => {
    const one = of(_id, weight)
    return { ...one, content: { ...one.content, name, patient_id: '' } }
  }
  const [again, later] = [unlike(AGAIN, 13, 'Jule A'), unlike(LATER, 14, 'Jule B')]
  // The corrected one may be deleted by then.
  for (const saved of [
    [of(FIRST, 12), again, later],
    [again, later],
  ]) {
    expect(besideSaved(AGAIN, saved, [], fork)).toEqual({ name: 'Jule B', weight: '14', units: 'kg' })
    expect(besideSaved(LATER, saved, [], fork)).toEqual({ name: 'Jule A', weight: '13', units: 'kg' })
  }
  const one = new Map([[beginningOf(CORRECTION), FIRST]])
  const twin = unlike(TWIN, 20, 'Jule C')
  for (const saved of [
    [of(FIRST, 12), twin, again],
    [twin, again],
  ]) {
    expect(besideSaved(TWIN, saved, [], one)).toEqual({ name: 'Jule A', weight: '13', units: 'kg' })
    expect(besideSaved(AGAIN, saved, [], one)).toEqual({ name: 'Jule C', weight: '20', units: 'kg' })
    expect(besideSaved(FIRST, saved, [], one)).toMatchObject({ weight: '13', isCorrection: true })
  }
})

test('what a sheet was corrected to is said as its correction', () => {
  const corrections = new Map([[beginningOf(CORRECTION), FIRST]])
  const beside = besideSaved(FIRST, [of(FIRST, 12), of(AGAIN, 15)], [], corrections)
  const sheet = { species: 0, name: 'Jule', patient_id: '', weight: '12', weight_units: 'kg' } as const
  expect(savedOtherwise(beside, sheet)).toMatchObject({
    title: 'Corrected later: 15 kg',
    here: 'This sheet still has 12 kg.',
    short: 'Corrected: 15 kg',
  })
})

test('sheets that are each the other’s correction end in one of them', () => {
  const saved = [of(FIRST, 12), of(AGAIN, 15)]
  const corrections = new Map([
    [beginningOf(CORRECTION), FIRST],
    [beginningOf(OPEN), AGAIN],
  ])
  expect(besideSaved(FIRST, saved, [], corrections)).toMatchObject({ weight: '15' })
  expect(besideSaved(FIRST, saved, [], new Map([[beginningOf(OPEN), FIRST]]))).toBe(undefined)
})

test('the next patient, typed over a correction on another tablet, corrects nothing', () => {
  const corrections = new Map([[beginningOf(AGAIN), FIRST]])
  const corrected = { ...of(AGAIN, 13), content: { ...of(AGAIN, 13).content, corrects: FIRST } }
  const next = {
    _id: `${beginningOf(AGAIN)}ffffffffffff`,
    meta,
    content: { ...of(AGAIN, 20).content, name: 'Zeppelin' },
  }
  expect(beginningOf(next._id)).toBe(beginningOf(AGAIN))
  expect(besideSaved(FIRST, [of(FIRST, 12), corrected, next], [], corrections)).toEqual({
    name: 'Jule',
    weight: '13',
    units: 'kg',
    isCorrection: true,
  })
})

test('a correction with the same weight and another protocol says that its drugs are others', () => {
  const corrections = new Map([[beginningOf(AGAIN), FIRST]])
  const first = of(FIRST, 12)
  const again = (over: Partial<typeof sampleSheet>) => ({
    _id: AGAIN,
    meta,
    content: { ...first.content, corrects: FIRST, ...over },
  })
  const said = (over: Partial<typeof sampleSheet>) => {
    const beside = besideSaved(FIRST, [first, again(over)], [], corrections)
    const sheet = { species: 0, name: 'Jule', patient_id: '', weight: '12', weight_units: 'kg' } as const
    return savedOtherwise(beside, sheet)?.short
  }
  const { anesthesia_protocol } = sampleSheet
  const [section, ...sections] = anesthesia_protocol.sections
  const [drug, ...drugs] = section?.drugs ?? []
  if (section === undefined || drug === undefined) throw new Error('The sample has no drug.')
  const withDrug = (over: Partial<typeof drug>) => ({
    ...anesthesia_protocol,
    sections: [{ ...section, drugs: [{ ...drug, ...over }, ...drugs] }, ...sections],
  })
  expect(said({})).toBe(undefined)
  expect(said({ anesthesia_protocol: withDrug({ name: 'Propofol' }) })).toBe('Corrected: other drugs')
  expect(said({ anesthesia_protocol: withDrug({ dosage: 77 }) })).toBe('Corrected: other drugs')
  // Written otherwise, not given otherwise.
  expect(said({ anesthesia_protocol: withDrug({ volume: 77 }) })).toBe(undefined)
})
