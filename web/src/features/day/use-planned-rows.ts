import { useLiveQuery } from 'dexie-react-hooks'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import { knownContent } from 'sync-protocol/records/known-content'
import { getRecords } from '../../data/view/records.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { plannedRows, type PlannedRows } from './planned-rows.ts'

type Protocols = ReadonlyMap<string, AnesthesiaProtocolContent>

/** The patients still to be drawn with their protocols as the library has them, live; undefined while these are read. */
export function usePlannedRows(
  rows: readonly DayRow[],
  contested: ReadonlySet<string>,
): PlannedRows | undefined {
  const ids = [...new Set(rows.flatMap(({ content }) => content.anesthesia_protocol_id ?? []))].sort()
  const wanted = ids.join()
  const found = useLiveQuery(async () => {
    const records = await getRecords('anesthesia_protocols', ids)
    const protocols: Protocols = new Map(
      records.flatMap(({ _id, content }) => {
        const known = knownContent('anesthesia_protocols', content)
        return known === null ? [] : [[_id, known] as const]
      }),
    )
    return { wanted, protocols }
  }, [wanted])
  // Never those of other rows.
  return found?.wanted === wanted ? plannedRows(rows, found.protocols, contested) : undefined
}
