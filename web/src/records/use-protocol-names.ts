import { useLiveQuery } from 'dexie-react-hooks'
import { isObject } from 'sync-protocol/records/json'
import { getRecords } from '../data/view/records.ts'

type Names = ReadonlyMap<string, string>
/** Until the library is read: nothing is said of a name then. */
export const NOT_READ: Names = new Map()

/** Where a patient of the day list names a protocol by its id. */
export const PROTOCOL_FIELDS = ['anesthesia_protocol_id', 'emergency_protocol_id'] as const

/** The ids of all protocols that are named anywhere in these values. */
export const protocolIdsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(protocolIdsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([field, each]) =>
    PROTOCOL_FIELDS.some((one) => one === field) && typeof each === 'string' ? [each] : protocolIdsIn(each),
  )
}

/** What protocols of these ids are called, live; one that is not in the library is not among them. */
export function useProtocolNames(ids: readonly string[]): Names {
  const wanted = [...new Set(ids)].sort()
  return useLiveQuery(
    async () => {
      const found = [
        ...(await getRecords('anesthesia_protocols', wanted)),
        ...(await getRecords('emergency_protocols', wanted)),
      ]
      return new Map(
        found.flatMap(({ _id, content }) => (content === null ? [] : [[_id, content.name] as const])),
      )
    },
    [wanted.join()],
    NOT_READ,
  )
}
