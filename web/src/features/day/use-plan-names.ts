import type { DayRow } from '../../data/view/day-rows.ts'
import { protocolIdsIn, useProtocolNames } from '../../records/use-protocol-names.ts'

/** What the protocols of these rows are called, by id, live; one that is not in the library is not among them. */
export const usePlanNames = (rows: readonly DayRow[]): ReadonlyMap<string, string> =>
  useProtocolNames(protocolIdsIn(rows.map(({ content }) => content)))
