import { asKnown } from 'sync-protocol/records/known'
import { useLiveQuery } from 'dexie-react-hooks'
import { drugContent, type DrugContent } from 'sync-protocol/records/drug'
import { currentOf } from '../../../data/view/records.ts'

/** The library's drug that a protocol's drug was copied from; undefined while unknown. */
export type LibraryDrug = DrugContent | 'deleted' | undefined
export type LibraryDrugs = ReadonlyMap<string, Exclude<LibraryDrug, undefined>>

const NONE: LibraryDrugs = new Map()

async function read(ids: readonly string[]): Promise<LibraryDrugs> {
  const found: [string, Exclude<LibraryDrug, undefined>][] = []
  for (const [id, record] of await currentOf('drugs', ids)) {
    const content = asKnown(drugContent, record.content)
    if (record.deleted) found.push([id, 'deleted'])
    else if (content !== null) found.push([id, content])
  }
  return new Map(found)
}

/** The library's drugs that these were copied from, as they stand now; live. */
export function useLibraryDrugs(drugs: readonly { source_id?: string | undefined }[]): LibraryDrugs {
  const ids = [...new Set(drugs.flatMap(({ source_id }) => source_id ?? []))].sort()
  return useLiveQuery(() => read(ids), [ids.join()], NONE)
}
