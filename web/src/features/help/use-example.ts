import { useLiveQuery } from 'dexie-react-hooks'
import { drugContent } from 'sync-protocol/records/drug'
import { asKnown } from 'sync-protocol/records/known'
import { sectionClasses } from '../../data/view/library-sections.ts'
import { allRecords } from '../../data/view/records.ts'
import { exampleOf, type DrugExample } from './example-drug.ts'

/** Undefined until the library is read. */
export const useExample = (): DrugExample | undefined =>
  useLiveQuery(async () => {
    const [records, classes] = await Promise.all([allRecords('drugs'), sectionClasses()])
    const drugs = records.flatMap(({ content }) => {
      const drug = asKnown(drugContent, content)
      return drug === null ? [] : [drug]
    })
    return exampleOf(drugs, classes)
  })
