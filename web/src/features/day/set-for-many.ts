import { updateOp } from 'sync-protocol/merge/update-op'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { Op } from 'sync-protocol/records/mutation'
import { currentOf } from '../../data/view/records.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { saveRows } from './day-actions.ts'
import { isToPlan, type PlanField } from './many.ts'

/** The rows as they stand now, of those that are still to be planned. */
async function stillToPlan(ids: readonly string[]): Promise<DayRow[]> {
  const found = await currentOf('day_rows', ids)
  return [...found.values()]
    .flatMap(({ _id, version, deleted, content }): DayRow[] =>
      deleted || content === null ? [] : [{ _id, version, order: content.order, content }],
    )
    .filter(isToPlan)
}

function planned({ content }: DayRow, field: PlanField, value: string | undefined): DayRowContent {
  const { [field]: _before, ...rest } = content
  return value === undefined ? rest : { ...rest, [field]: value }
}

async function changeAll(
  rows: readonly DayRow[],
  wanted: (row: DayRow) => DayRowContent,
): Promise<ReadonlySet<string>> {
  const changed = rows.flatMap((row): [DayRow, Op][] => {
    const op = updateOp('day_rows', row, wanted(row))
    return op === null ? [] : [[row, op]]
  })
  const names = changed.map(([{ content }]) => content.name).join(', ')
  await saveRows(
    'update',
    names,
    changed.map(([, op]) => op),
  )
  return new Set(changed.map(([{ _id }]) => _id))
}

export interface SetForMany {
  /** How many have it now that had it not before. */
  set: number
  /** How many were changed or deleted meanwhile, and stay as they are. */
  left: number
  /** Gives each what it had; leaves whom somebody planned or drew otherwise since, and gives how many it left. */
  takeBack: () => Promise<number>
}

/** Sets one thing for all of `rows`, in one change. A row that no longer has what was seen of it stays as it is. */
export async function setForMany(
  rows: readonly DayRow[],
  field: PlanField,
  value: string,
): Promise<SetForMany> {
  const before = new Map(rows.map(({ _id, content }) => [_id, content]))
  const unchanged = (await stillToPlan([...before.keys()])).filter(({ _id, content }) => {
    const was = before.get(_id)
    return /* @rule plan-as-seen */ was?.[field] === content[field] && was?.species === content.species
  })
  const set = await changeAll(unchanged, (row) => planned(row, field, value))
  const takeBack = async () => {
    const ours = (await stillToPlan([...set])).filter(({ content }) => content[field] === value)
    await changeAll(ours, (row) => planned(row, field, before.get(row._id)?.[field]))
    return set.size - ours.length
  }
  return { set: set.size, left: rows.length - unchanged.length, takeBack }
}
