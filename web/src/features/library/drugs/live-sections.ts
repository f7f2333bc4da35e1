import { useLiveQuery } from 'dexie-react-hooks'
import type { JsonObject } from 'sync-protocol/records/json'
import { sectionContent, type SectionContent } from 'sync-protocol/records/section'
import { allRecords } from '../../../data/records.ts'

/** A drug section of the clinic that lives. */
export interface LiveSection extends SectionContent {
  _id: string
  version: number
  /** As it is stored: what a change of it is compared with. */
  content: JsonObject
}

const byKey = (a: LiveSection, b: LiveSection) => a.key - b.key || (a._id < b._id ? -1 : 1)

async function readSections(): Promise<LiveSection[]> {
  const records = await allRecords('sections')
  const sections = records.flatMap(({ _id, version, content }): LiveSection[] => {
    const read = sectionContent.safeParse(content)
    if (!read.success || content === null) return []
    return [{ ...read.data, _id, version, content }]
  })
  return sections.sort(byKey)
}

/** The clinic's own sections in the order of their keys; undefined until they are read. */
export const useSections = (): readonly LiveSection[] | undefined => useLiveQuery(readSections, [])
