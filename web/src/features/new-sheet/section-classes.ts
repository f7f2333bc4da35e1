import { useLiveQuery } from 'dexie-react-hooks'
import type { DrugClass } from 'sync-protocol/records/fields'
import { sectionClasses } from '../../data/view/library-sections.ts'

const NONE: ReadonlyMap<number, DrugClass> = new Map()

/** The drug class of each of the clinic's sections, by key; a section without a class is not in it. */
export const useSectionClasses = (): ReadonlyMap<number, DrugClass> => useLiveQuery(sectionClasses, [], NONE)
