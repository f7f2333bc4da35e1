import { expect, test } from 'vitest'
import { changeOf, hereOf, NOBODY, type Followed } from './changed-patient.ts'
import type { Patient } from './patient.ts'

const sheet = { name: 'Jule', patient_id: '', saved_as: null, given: [], emergency: null }
const jule: Patient = { species: 0, weight: '12', units: 'kg', sheet }

test('what another tablet made of the patient is said, and whose the doses were', () => {
  expect(changeOf(jule, { ...jule, sheet: { ...sheet, name: 'jule ', patient_id: 'A-1' } })).toBe(null)
  expect(changeOf(jule, { ...jule, weight: '12.0' })).toBe(null)
  expect(changeOf(jule, { ...jule, weight: '15' })).toMatchObject({
    level: 'red',
    words: 'The weight was changed on another tablet: it was 12 kg.',
  })
  for (const change of [{ units: 'lb' }, { estimated: true }] as const)
    expect(changeOf(jule, { ...jule, ...change })?.words).toMatch(/it was 12 kg\.$/)
  const max = { ...jule, weight: '30', sheet: { ...sheet, name: 'Max' } }
  expect(changeOf(jule, max)?.words).toBe('This is another patient now. It was Jule, 12 kg.')
  const unnamed = { ...jule, sheet: { ...sheet, name: '' } }
  expect(changeOf(unnamed, jule)).toBe(null)
  expect(changeOf(unnamed, max)?.words).toMatch(/^The weight was changed/)
  expect(changeOf(jule, unnamed)?.words).toBe('This is another patient now. It was Jule, 12 kg.')
})

test('the same name with another ID, or of another species, is another patient', () => {
  const of = (patient: Partial<typeof sheet>) => ({ ...jule, sheet: { ...sheet, ...patient } })
  const first = of({ patient_id: 'A-1' })
  expect(changeOf(first, of({ patient_id: 'a-1 ' }))).toBe(null)
  expect(changeOf(first, of({ patient_id: '' }))).toBe(null)
  expect(changeOf(first, of({ patient_id: 'B-2' }))?.words).toBe(
    'This is another patient now. It was Jule, A-1, 12 kg.',
  )
  expect(changeOf(of({ name: '', patient_id: 'A-1' }), of({ patient_id: 'B-2' }))?.words).toMatch(
    /It was A-1, 12 kg\.$/,
  )
  expect(changeOf(jule, { ...jule, species: 1 })?.words).toMatch(/It was Jule, Canine, 12 kg\.$/)
  expect(changeOf(of({ name: '' }), { ...of({}), species: 1 })?.words).toMatch(/It was Canine, 12 kg\.$/)
})

test('the doses stay while the sheet says nothing, and what it says then is compared with who stood here first', () => {
  let seen = NOBODY
  const shows = (now: Followed) => {
    const here = hereOf(seen, now)
    ;({ seen } = here)
    return [here.patient, here.change?.words ?? null]
  }
  const still = 'This sheet is being changed on another tablet. What you see is still for Jule, 12 kg.'
  const max = { ...jule, weight: '30', sheet: { ...sheet, name: 'Max' } }
  // A sheet without a weight shows nothing until it has one.
  expect(shows('changing')).toEqual([null, null])
  expect(shows(jule)).toEqual([jule, null])
  expect(shows('changing')).toEqual([jule, still])
  expect(shows(max)).toEqual([max, 'This is another patient now. It was Jule, 12 kg.'])
  expect(shows('changing')[0]).toBe(max)
  const [three, thirty] = [
    { ...jule, weight: '3' },
    { ...jule, weight: '30' },
  ]
  expect(shows(three)[1]).toMatch(/it was 12 kg\.$/)
  expect(shows(thirty)[1]).toMatch(/it was 12 kg\.$/)
  // What was corrected last stays, once the sheet is not open any more.
  expect(shows('ended')).toEqual([
    thirty,
    'The weight was changed on another tablet: it was 12 kg. This sheet was reset or deleted. What you see is for Jule, 30 kg.',
  ])
  seen = NOBODY
  expect(shows(thirty)).toEqual([thirty, null])
  expect(shows(null)).toEqual([null, null])
})

test('a name that came without a weight is not the name of the weight', () => {
  let seen = NOBODY
  const shows = (now: Followed) => {
    const here = hereOf(seen, now)
    ;({ seen } = here)
    return [here.patient, here.change?.words ?? null]
  }
  const named = (name: string, weight: string): Patient => ({ ...jule, weight, sheet: { ...sheet, name } })
  const [zed, heavy] = [named('Zed', '12'), named('Zed', '44')]
  const isJules = 'This is another patient now. The weight is still that of Jule, 12 kg.'
  expect(shows(jule)).toEqual([jule, null])
  expect(shows(zed)).toEqual([zed, isJules])
  // What else comes of the sheet does not make it Zed's.
  expect(shows({ ...zed, estimated: false })[1]).toBe(isJules)
  expect(shows('changing')).toEqual([
    jule,
    'This sheet is being changed on another tablet. What you see is still for Jule, 12 kg.',
  ])
  expect(shows(heavy)).toEqual([heavy, 'This is another patient now. It was Jule, 12 kg.'])
  // Corrected back, all is as it was.
  expect(shows(zed)[1]).toBe('This is another patient now. It was Jule, 12 kg.')
  expect(shows(jule)).toEqual([jule, null])
  // The same number, entered anew for another patient, is theirs.
  seen = NOBODY
  shows(jule)
  shows('changing')
  expect(shows(zed)).toEqual([zed, 'This is another patient now. It was Jule, 12 kg.'])
  expect(shows(heavy)[1]).toBe('This is another patient now. It was Jule, 12 kg.')
})

test('doses of a sheet that is over are as it was saved, or as they were, which is said', () => {
  const seen = { first: jule, weighed: jule, isAnew: false }
  expect(hereOf(seen, 'ended')).toMatchObject({
    patient: jule,
    change: { words: 'This sheet was reset or deleted. What you see is for Jule, 12 kg.' },
  })
  expect(hereOf(NOBODY, 'ended').patient).toBe(null)
})

test('a sheet that had no name yet: it is named, and the next name is another patient’s', () => {
  let seen = NOBODY
  const shows = (now: Followed) => {
    const here = hereOf(seen, now)
    ;({ seen } = here)
    return here.change?.words ?? null
  }
  const named = (name: string, weight = '12'): Patient => ({ ...jule, weight, sheet: { ...sheet, name } })
  expect(shows(named(''))).toBe(null)
  // As it is typed.
  expect(shows(named('Be'))).toBe(null)
  expect(shows(named('Bella'))).toBe(null)
  expect(shows(named('Max'))).toBe('This is another patient now. The weight is still that of Bella, 12 kg.')
  expect(shows(named('Max', '30'))).toBe('This is another patient now. It was Bella, 12 kg.')
  // A slip that is mended while it is typed is no other patient.
  seen = NOBODY
  for (const name of ['', 'Bells', 'Bell', 'Bella', 'Bello']) expect(shows(named(name))).toBe(null)
  expect(shows(named(''))).toMatch(/It was Bello|that of Bello/)
  expect(shows(named('Max'))).toMatch(/that of Bello/)
  // Who had a name from the start is nobody else by a longer one.
  seen = NOBODY
  shows(named('Bo'))
  expect(shows(named('Bobby'))).toMatch(/^This is another patient now/)
})

test('what was entered beside it is not said any more once the sheet says nothing', () => {
  const set_aside = { weight: { weight: '15', weight_units: 'kg' } } as const
  const saved_with = { name: 'Jule', weight: '15', units: 'kg' } as const
  const two = { ...jule, sheet: { ...sheet, set_aside, saved_with } }
  const { seen } = hereOf(NOBODY, two)
  for (const now of ['changing', 'ended'] as const) expect(hereOf(seen, now).patient).toEqual(jule)
})

test('a sheet that was put away elsewhere while it stands here says so', () => {
  const { seen } = hereOf(NOBODY, { ...jule, weight: '11' })
  const over = { ...jule, sheet: { ...sheet, put_away: true } }
  expect(hereOf(seen, over)).toMatchObject({
    patient: over,
    change: {
      words:
        'The weight was changed on another tablet: it was 11 kg. This sheet was reset or deleted. What you see is for Jule, 12 kg.',
    },
  })
})
