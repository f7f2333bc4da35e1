import { EMERGENCY_SECTION, UNSET_SECTION } from '../records/fields.ts'

export interface SectionTitles {
  key: number
  title_s: string
  title_p: string
}

/** The two sections that every organization has (`spec 1 §3`). */
export const EMERGENCY_MEDICATIONS: SectionTitles = {
  key: EMERGENCY_SECTION,
  title_s: 'Emergency Medication',
  title_p: 'Emergency Medications',
}
export const UNSET_MEDICATIONS: SectionTitles = {
  key: UNSET_SECTION,
  title_s: 'Unset Medication',
  title_p: 'Unset Medications',
}

/** The documented list of sections: the two that always exist, then the organization's own by key (`spec 2 §3`). */
export function userSections<T extends SectionTitles>(own: readonly T[]): (SectionTitles | T)[] {
  return [EMERGENCY_MEDICATIONS, UNSET_MEDICATIONS, ...[...own].sort((a, b) => a.key - b.key)]
}

/**
 * What 'add a section' of an anesthesia protocol offers of `userSections`: the entry at index 1 (unset) comes last, index 0
 * (emergency) is left out (`spec 2 §3`), and a section that the protocol has is not offered again.
 */
export function sectionChoices<T extends SectionTitles>(
  sections: readonly T[],
  used: readonly { key: number }[],
): T[] {
  const [, unset, ...own] = sections
  const taken = new Set(used.map(({ key }) => key))
  return [...own, ...(unset === undefined ? [] : [unset])].filter(({ key }) => !taken.has(key))
}
