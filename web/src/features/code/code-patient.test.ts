import { expect, it } from 'vitest'
import { codePatient } from 'sync-protocol/records/code-event'
import {
  besideOf,
  besideSays,
  codePatientOf,
  isOtherPatient,
  nameOfPatient,
  saidOfSheet,
  sheetSays,
  startedAgainFor,
  type CodeFor,
} from './code-patient.ts'

const milo: CodeFor = { sheetId: null, name: ' Milo ', species: 1, weight: '4.10', units: 'kg' }

it('says whom a code is for', () => {
  expect(codePatientOf(milo)).toEqual({ species: 1, name: 'Milo', weight: 4.1, weight_units: 'kg' })
  expect(nameOfPatient(codePatientOf(milo))).toBe('Milo')
})

it('says what can be stored, whatever was typed', () => {
  for (const [name, weight] of [
    ['', ''],
    ['  ', '0'],
    ['x'.repeat(80), '-4'],
    [`${'x'.repeat(49)}🐈`, '4'],
    ['Milo', '100001'],
    ['Milo', 'heavy'],
  ] as const) {
    const said = codePatientOf({ ...milo, name, weight })
    expect(codePatient.safeParse(said).error).toBeUndefined()
  }
  expect(codePatientOf({ ...milo, weight: '0' })).not.toHaveProperty('weight')
  expect(nameOfPatient(codePatientOf({ ...milo, name: ' ' }))).toBe('Cat')
})

it('says what the sheet says by now, where the doses of the code are for something else', () => {
  const code = codePatientOf(milo)
  const now = (patient: Partial<CodeFor>) => sheetSays(code, codePatientOf({ ...milo, ...patient }))
  expect(now({ name: 'MILO', weight: '4.1' })).toBe(null)
  expect(now({ weight: '5' })).toBe('The sheet says 5 kg now. The doses here are for 4.1 kg.')
  expect(now({ units: 'lb' })).toBe('The sheet says 4.1 lb now. The doses here are for 4.1 kg.')
  expect(now({ estimated: true })).toBe('The sheet says about 4.1 kg now. The doses here are for 4.1 kg.')
  expect(sheetSays({ species: 1, name: 'Milo' }, code)).toBe(
    'The sheet says 4.1 kg now. There are no doses here.',
  )
  expect(now({ name: 'Zed' })).toBe('The sheet is of another patient now: Zed, 4.1 kg.')
  expect(now({ species: 0, name: '' })).toBe('The sheet is of another patient now: Dog, 4.1 kg.')
})

it('knows another patient by the species, and by the name where both have one', () => {
  const code = codePatientOf(milo)
  expect(isOtherPatient(code, { species: 1 })).toBe(false)
  expect(isOtherPatient(code, { species: 1, name: 'milo' })).toBe(false)
  expect(isOtherPatient(code, { species: 1, name: 'Zed' })).toBe(true)
  expect(isOtherPatient(code, { species: 0, name: 'Milo' })).toBe(true)
})

it('starts again with the weight of now, and never with that of another patient', () => {
  const code = codePatientOf(milo)
  const again = (patient: Partial<CodeFor>) => startedAgainFor(code, codePatientOf({ ...milo, ...patient }))
  expect(again({ weight: '5' })).toMatchObject({ name: 'Milo', weight: 5, weight_units: 'kg' })
  expect(again({ units: 'lb', estimated: true })).toMatchObject({ weight_units: 'lb', estimated: true })
  expect(again({ weight: '' })).toBe(code)
  expect(again({ weight: '5', name: 'Zed' })).toBe(code)
  expect(again({ weight: '5', species: 0 })).toBe(code)
  expect(startedAgainFor(code, null)).toBe(code)
  expect(startedAgainFor({ species: 1, name: 'Milo' }, code)).toBe(code)
})

it('says what the patient weighs beside the sheet, unless the doses go by that already', () => {
  const code = codePatientOf(milo)
  const beside = { name: 'Milo', weight: '5', units: 'kg' } as const
  expect(besideSays(code, beside)).toBe('Saved on another tablet with 5 kg. The doses here are for 4.1 kg.')
  expect(besideSays(code, { ...beside, isOpen: true })).toMatch(/^Corrected on another tablet: 5 kg\./)
  expect(besideSays({ ...code, weight: 5 }, beside)).toBe(null)
  expect(besideSays({ species: 1 }, beside)).toMatch(/There are no doses here\.$/)
})

it('goes by the sheet where that says the same, and where it is another patient’s', () => {
  const code = codePatientOf(milo)
  const heavy = { ...code, weight: 5 }
  const beside = { name: 'Milo', weight: '5', units: 'kg' } as const
  expect(besideOf(code, code, beside)).toBe(beside)
  // Saved elsewhere as it stands here: START CPR AGAIN takes it.
  expect(besideOf(code, heavy, beside)).toBe(null)
  expect(besideOf(code, { ...code, species: 0 }, beside)).toBe(null)
  expect(besideOf(code, code, undefined)).toBe(null)
})

it('says that its sheet was reset or deleted, and first of all what it was corrected to', () => {
  const code = codePatientOf(milo)
  const isNow = { ...code, weight: 5 }
  const beside = { name: 'Milo', weight: '6', units: 'kg' } as const
  expect(saidOfSheet(code, { isNow: code, isEnded: false, beside: null, other: null })).toBe(null)
  expect(saidOfSheet(code, { isNow, isEnded: false, beside: null, other: null })).toMatch(
    /^The sheet says 5 kg now\./,
  )
  expect(saidOfSheet(code, { isNow, isEnded: true, beside: null, other: null })).toBe(
    'The sheet was reset or deleted. The doses here are for 4.1 kg.',
  )
  expect(saidOfSheet(code, { isNow: null, isEnded: true, beside, other: null })).toMatch(
    /^Saved on another tablet with 6 kg\./,
  )
})

it('says what two tablets entered at once, and what the scale said, before all else', () => {
  const code = codePatientOf(milo)
  const other = {
    scale: null,
    title: 'Two weights were entered: 4.1 kg and 5 kg',
    here: 'One of them must be chosen on the sheet.',
    short: 'Two weights',
  }
  const known = { isEnded: false, beside: null, other }
  const said = 'Two weights were entered: 4.1 kg and 5 kg. One of them must be chosen on the sheet.'
  expect(saidOfSheet(code, { isNow: code, ...known })).toBe(said)
  expect(saidOfSheet(code, { isNow: { ...code, weight: 5 }, ...known })).toBe(
    `${said} The sheet says 5 kg now. The doses here are for 4.1 kg.`,
  )
})
