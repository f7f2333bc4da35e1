import { useLiveQuery } from 'dexie-react-hooks'
import { getRecords } from '../../data/view/records.ts'
import type { DayRow } from '../../data/view/day-rows.ts'

type Names = ReadonlyMap<string, string>
const NONE: Names = new Map()

/** What the protocols of these rows are called, by id, live; one that is not in the library is not among them. */
export function usePlanNames(rows: readonly DayRow[]): Names {
  const idsOf = (field: 'anesthesia_protocol_id' | 'emergency_protocol_id') =>
    [...new Set(rows.flatMap(({ content }) => content[field] ?? []))].sort()
  const [anesthesia, emergency] = [idsOf('anesthesia_protocol_id'), idsOf('emergency_protocol_id')]
  return useLiveQuery(
    async () => {
      const found = [
        ...(await getRecords('anesthesia_protocols', anesthesia)),
        ...(await getRecords('emergency_protocols', emergency)),
      ]
      return new Map(
        found.flatMap(({ _id, content }) => (content === null ? [] : [[_id, content.name] as const])),
      )
    },
    [anesthesia.join(), emergency.join()],
    NONE,
  )
}
