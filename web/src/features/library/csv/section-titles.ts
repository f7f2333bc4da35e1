import {
  EMERGENCY_MEDICATIONS,
  UNSET_MEDICATIONS,
  type SectionTitles,
} from 'sync-protocol/rules/section-choices'
import type { LiveSection } from '../../../data/view/library-sections.ts'

const all = (sections: readonly LiveSection[]): readonly SectionTitles[] => [
  ...sections,
  EMERGENCY_MEDICATIONS,
  UNSET_MEDICATIONS,
]

/** Where a drug of this key is listed: one whose section lives no more is unset. */
export const listedSection = (sections: readonly LiveSection[], key: number): SectionTitles =>
  all(sections).find((section) => section.key === key) ?? UNSET_MEDICATIONS

export const titleOf = (sections: readonly LiveSection[], key: number): string =>
  listedSection(sections, key).title_p

const folded = (title: string) => title.trim().normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')

/** The keys of the sections of this title, plural or singular: two sections may have the same. */
export const sectionsTitled = (sections: readonly LiveSection[], title: string): number[] =>
  all(sections)
    .filter(({ title_p, title_s }) => [title_p, title_s].some((one) => folded(one) === folded(title)))
    .map(({ key }) => key)

export const sectionTitles = (sections: readonly LiveSection[]): string[] => [
  ...new Set(all(sections).map(({ title_p }) => title_p)),
]
