import { isTable } from 'sync-protocol/records/is-table'
import type { Json } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { decideOver, dismissOps } from '../../data/attention/attention.ts'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import {
  balanceMade,
  isBeginningOf,
  makes,
  originOf,
  tableTyped,
} from '../../data/attention/entered-tables.ts'
import { newId } from '../../data/database/ids.ts'
import { allRecords } from '../../data/view/records.ts'
import { NotReopenedError } from './not-reopened.ts'

/** Whether a refused change is a balance table, or what became of one. */
export const reopensTable = ({ mutation }: RefusedEntry): boolean =>
  balanceMade(mutation) !== undefined || tableTyped(mutation) !== undefined

/** An open table that lives. */
interface Living {
  _id: string
  version: number
  table: Json
}

async function livingTables(): Promise<Living[]> {
  const drafts = await allRecords('drafts')
  return drafts.flatMap(({ _id, version, content }) =>
    isTable(content) ? [{ _id, version, table: content.table }] : [],
  )
}

/**
 * Opens a refused balance table again with all its entries: what was typed of it, or the draft that lives when its end was
 * refused. One that makes exactly the refused sheet comes first. Gives the draft's id.
 */
export async function reopenTable(entry: RefusedEntry): Promise<string> {
  const content = balanceMade(entry.mutation)
  const ended = entry.mutation.ops.find((op) => op.collection === 'drafts')?._id
  const typed = [entry, ...entry.beside.toReversed()].flatMap(({ mutation }) => tableTyped(mutation) ?? [])
  const origin = typed.map(originOf).find((each) => each !== undefined)
  const living = (await livingTables()).filter(
    ({ _id, table }) =>
      _id === ended ||
      (origin !== undefined && originOf(table) === origin) ||
      (content !== undefined && makes(table, content)),
  )
  const tables = [...typed, ...living.map(({ table }) => table)]
  const table = (content && tables.find((each) => makes(each, content))) ?? tables[0]
  if (table === undefined) throw new NotReopenedError('nobody knows its entries any more')

  const present = living.find((each) => each.table === table)
  const draftId = present?._id ?? newId()
  const open: Op[] =
    present === undefined
      ? [{ op: 'create', collection: 'drafts', _id: draftId, content: { kind: 'balance', table } }]
      : []
  // An earlier state of it is ended; one that somebody else went on with is not.
  const end = living
    .filter((each) => each !== present && isBeginningOf(each.table, table))
    .map(({ _id, version }): Op => ({ op: 'delete', collection: 'drafts', _id, base: version }))
  await decideOver(entry, { action: 'attention.reopen', ops: [...open, ...end, ...dismissOps(entry)] })
  return draftId
}
