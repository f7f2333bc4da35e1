import { expect, test } from 'vitest'
import { sectionChoices, userSections } from './section-choices.ts'

const section = (key: number, title_p: string) => ({ key, title_s: title_p.slice(0, -1), title_p })
const opioids = section(1000, 'Opioids')
const sedatives = section(999, 'Sedatives')
const titles = (sections: readonly { title_p: string }[]) => sections.map(({ title_p }) => title_p)

test('[DRUG-02] the two special sections come first, then the own ones by key', () => {
  expect(titles(userSections([opioids, sedatives]))).toEqual([
    'Emergency Medications',
    'Unset Medications',
    'Sedatives',
    'Opioids',
  ])
})

test('[APROT-11] index 0 is skipped and index 1 comes last', () => {
  const sections = userSections([opioids, sedatives])
  expect(titles(sectionChoices(sections, []))).toEqual(['Sedatives', 'Opioids', 'Unset Medications'])
  expect(titles(sectionChoices(userSections([]), []))).toEqual(['Unset Medications'])
  expect(sectionChoices([], [])).toEqual([])
})

test('[Q-108] a section that the protocol has is not offered again', () => {
  const sections = userSections([opioids, sedatives])
  expect(titles(sectionChoices(sections, [sedatives]))).toEqual(['Opioids', 'Unset Medications'])
  expect(titles(sectionChoices(sections, sections))).toEqual([])
})
