import { expect, test } from 'vitest'
import { sectionContent } from '../records/section.ts'
import { checkSections, formOfSection, sectionOfForm, type SectionForm } from './section-form.ts'

const opioids: SectionForm = { title_s: 'Opioid', title_p: 'Opioids', drug_class: 'opioid' }
const MISSING = 'Please make sure all sections have singular and plural titles.'

test('[SECT-07] a title missing anywhere comes before one that is too long', () => {
  const long = { ...opioids, title_s: 'n'.repeat(51) }
  expect(checkSections([long, { ...opioids, title_p: ' ' }])).toEqual({
    index: 1,
    field: 'title_p',
    message: MISSING,
  })
  expect(checkSections([{ ...opioids, title_s: '' }, long])).toEqual({
    index: 0,
    field: 'title_s',
    message: MISSING,
  })
})

test('[Q-123] titles have at most 50 characters', () => {
  expect(checkSections([opioids, { ...opioids, title_s: 'n'.repeat(51) }])).toEqual({
    index: 1,
    field: 'title_s',
    message: 'Singular title is too long.',
  })
  expect(checkSections([{ ...opioids, title_p: 'n'.repeat(51) }])?.message).toBe('Plural title is too long.')
  expect(checkSections([{ ...opioids, title_p: '\u0000' }])?.message).toBe('Plural title is invalid.')
  expect(checkSections([{ ...opioids, title_p: 'n'.repeat(50) }])).toBeNull()
  expect(checkSections([])).toBeNull()
})

test('a section is saved trimmed, with its class or without one, and opens as it was', () => {
  const saved = sectionOfForm({ ...opioids, title_p: '  Opioids ' }, 1000)
  expect(saved).toEqual({ key: 1000, title_s: 'Opioid', title_p: 'Opioids', drug_class: 'opioid' })
  expect(sectionContent.parse(saved)).toEqual(saved)
  expect(formOfSection(saved)).toEqual(opioids)
  const plain = sectionOfForm({ ...opioids, drug_class: null }, 1001)
  expect(sectionContent.parse(plain)).toEqual({ key: 1001, title_s: 'Opioid', title_p: 'Opioids' })
  expect(formOfSection(plain).drug_class).toBeNull()
})
