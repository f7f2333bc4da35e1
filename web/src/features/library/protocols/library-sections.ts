import { useLiveQuery } from 'dexie-react-hooks'
import { EMERGENCY_SECTION, UNSET_SECTION } from 'sync-protocol/records/fields'
import type { SectionContent } from 'sync-protocol/records/section'
import { librarySections } from '../../../data/view/library-sections.ts'

export type LibrarySections = readonly SectionContent[]
const NONE: LibrarySections = []

/** The organization's own sections, by key; live. */
export const useLibrarySections = (): LibrarySections => useLiveQuery(librarySections, [], NONE)

/** True for a drug that a section lists. Unset Medications has also those whose section lives no more (decision Q-106). */
export function inLibrarySection(
  { section_key: own }: { section_key?: number },
  key: number,
  sections: LibrarySections,
): boolean {
  if (own === key) return true
  if (key !== UNSET_SECTION || own === EMERGENCY_SECTION) return false
  return !sections.some((section) => section.key === own)
}
