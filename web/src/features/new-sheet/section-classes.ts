import { useLiveQuery } from 'dexie-react-hooks'
import type { DrugClass } from 'sync-protocol/records/fields'
import { sectionContent } from 'sync-protocol/records/section'
import { allRecords } from '../../data/records.ts'

const NONE: ReadonlyMap<number, DrugClass> = new Map()

async function sectionClasses(): Promise<ReadonlyMap<number, DrugClass>> {
  const sections = await allRecords('sections')
  return new Map(
    sections.flatMap(({ content }) => {
      const section = sectionContent.safeParse(content)
      return section.success && section.data.drug_class !== undefined
        ? [[section.data.key, section.data.drug_class] as const]
        : []
    }),
  )
}

/** The drug class of each of the clinic's sections, by key; a section without a class is not in it. */
export const useSectionClasses = (): ReadonlyMap<number, DrugClass> => useLiveQuery(sectionClasses, [], NONE)
