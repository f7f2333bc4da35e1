import { asKnown } from 'sync-protocol/records/known'
import type { DrugClass } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import { sectionContent, type SectionContent } from 'sync-protocol/records/section'
import { allRecords } from './records.ts'

/** A drug section of the organization that lives. */
export interface LiveSection extends SectionContent {
  _id: string
  version: number
  /** As it is stored: what a change of it is compared with. */
  content: JsonObject
}

const byKey = (a: LiveSection, b: LiveSection) => a.key - b.key || (a._id < b._id ? -1 : 1)

/** The organization's own drug sections as they stand on this tablet, by key; for a query that stays live. */
export async function librarySections(): Promise<LiveSection[]> {
  const records = await allRecords('sections')
  return records
    .flatMap(({ _id, version, content }): LiveSection[] => {
      const read = asKnown(sectionContent, content)
      return read !== null && content !== null ? [{ ...read, _id, version, content }] : []
    })
    .sort(byKey)
}

/** The drug class of each of the organization's sections, by key; a section without a class is not in it. */
export async function sectionClasses(): Promise<ReadonlyMap<number, DrugClass>> {
  const sections = await librarySections()
  return new Map(
    sections.flatMap(({ key, drug_class }) => (drug_class === undefined ? [] : [[key, drug_class]])),
  )
}
