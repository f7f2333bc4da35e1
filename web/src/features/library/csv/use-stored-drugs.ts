import { useLiveQuery } from 'dexie-react-hooks'
import { drugContent } from 'sync-protocol/records/drug'
import { asKnown } from 'sync-protocol/records/known'
import { formOfDrug } from 'sync-protocol/rules/drug-form'
import { mayChange } from 'sync-protocol/rules/permissions'
import { librarySections, type LiveSection } from '../../../data/view/library-sections.ts'
import { allRecords } from '../../../data/view/records.ts'
import { usePerson } from '../../../records/use-person.ts'
import type { StoredDrug } from './read-import.ts'

interface Library {
  drugs: readonly StoredDrug[]
  sections: readonly LiveSection[]
}

/** The drugs and their sections as they stand; undefined until they are read. */
export function useStoredDrugs(): Library | undefined {
  const { _id, org_perms } = usePerson()
  return useLiveQuery(async () => {
    const [records, sections] = await Promise.all([allRecords('drugs'), librarySections()])
    const actor = { user_id: _id, perms: org_perms }
    const drugs = records.flatMap((record): StoredDrug[] => {
      const drug = asKnown(drugContent, record.content)
      if (drug === null || record.content === null) return []
      const may = mayChange(actor, { collection: 'drugs', content: null, meta: record.meta })
      const { version, content, meta } = record
      return [
        {
          _id: record._id,
          version,
          content,
          drug,
          form: formOfDrug(drug),
          ...(!may && { notYours: meta.author_name }),
        },
      ]
    })
    return { drugs, sections }
  }, [_id, org_perms])
}
