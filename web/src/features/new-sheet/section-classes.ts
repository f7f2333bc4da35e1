import { useLiveQuery } from 'dexie-react-hooks'
import type { DrugClass } from 'sync-protocol/records/fields'
import { sectionClasses } from '../../data/view/library-sections.ts'

/** The drug class of each of the clinic's sections, by key; a section without a class is not in it. Undefined until it is read. */
export const useSectionClasses = (): ReadonlyMap<number, DrugClass> | undefined =>
  useLiveQuery(sectionClasses)
