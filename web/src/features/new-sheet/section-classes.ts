import { useLiveQuery } from 'dexie-react-hooks'
import type { DrugClass } from 'sync-protocol/records/fields'
import { librarySections } from '../../data/library-sections.ts'

const NONE: ReadonlyMap<number, DrugClass> = new Map()

async function sectionClasses(): Promise<ReadonlyMap<number, DrugClass>> {
  const sections = await librarySections()
  return new Map(
    sections.flatMap(({ key, drug_class }) => (drug_class === undefined ? [] : [[key, drug_class]])),
  )
}

/** The drug class of each of the clinic's sections, by key; a section without a class is not in it. */
export const useSectionClasses = (): ReadonlyMap<number, DrugClass> => useLiveQuery(sectionClasses, [], NONE)
