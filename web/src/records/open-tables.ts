import { entriesOf, readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'
import type { Json } from 'sync-protocol/records/json'
import { currentSaver } from '../data/outbox/save.ts'
import { currentClinic, currentUser } from '../data/database/signed-in.ts'
import { keepTable, saveTable, watchTables, type TableDraft } from '../data/drafts/table-drafts.ts'

/** A table that somebody began and nobody saved. */
export interface OpenTableOffer {
  id: string
  table: Json
  substance: NonNullable<OpenTable['substance']>
  last: OpenTable['last']
  begun: string
  entries: number
}

/** The tables for which a substance was chosen, and that this version of the app can read. */
export const offersOf = (drafts: readonly TableDraft[]): OpenTableOffer[] =>
  drafts.flatMap(({ _id, content }) => {
    const { table } = content
    const open = readOpenTable(table)
    if (open === null || open.substance === null) return []
    const { substance, last, begun } = open
    return [{ id: _id, table, substance, last, begun, entries: entriesOf(open) }]
  })

/** Follows the open tables of the clinic. */
export const watchOpenTables = (onOffers: (offers: readonly OpenTableOffer[]) => void): (() => void) =>
  watchTables(currentClinic(), currentUser()._id, ({ drafts }) => onOffers(offersOf(drafts)))

/** Ends a table as it was offered; what somebody made of it meanwhile stays. */
export const deleteOpenTable = ({ id, table }: OpenTableOffer): Promise<void> =>
  saveTable(currentClinic(), currentSaver(), { id, table })

/** Brings a deleted table back as it was. */
export async function restoreOpenTable({ id, table }: OpenTableOffer): Promise<void> {
  await keepTable(currentClinic(), currentSaver(), { id, table }, table)
}
