import { sectionContent, type SectionContent } from 'sync-protocol/records/section'
import { allRecords } from './records.ts'

/** The organization's own drug sections as they stand on this tablet, by key; for a query that stays live. */
export async function librarySections(): Promise<SectionContent[]> {
  const records = await allRecords('sections')
  return records
    .flatMap(({ content }) => {
      const section = sectionContent.safeParse(content)
      return section.success ? [section.data] : []
    })
    .sort((a, b) => a.key - b.key)
}
