import { updateOp } from 'sync-protocol/merge/update-op'
import type { DayRowContent, DayStatus } from 'sync-protocol/records/day-row'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import { conflictOf } from 'sync-protocol/records/mutation-hash'
import { sameInKg } from 'sync-protocol/rules/double-check'
import { numberText } from 'sync-protocol/rules/number-input'
import { statusOnceWeighed } from 'sync-protocol/rules/day-status'
import { keysAfter, moving } from 'sync-protocol/rules/order-key'
import { viewOf } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { tellingOfFailure } from '../../data/outbox/failure-log.ts'
import { save, type Saved } from '../../data/outbox/save.ts'
import { currentOf } from '../../data/view/records.ts'
import type { DayRow } from '../../data/view/day-rows.ts'

/** A patient as it is added; the list gives the place. */
export type NewRow = Omit<DayRowContent, 'order'>

export async function saveRows(verb: string, names: string, ops: Op[]): Promise<Saved | null> {
  if (ops.length === 0) return null
  return tellingOfFailure(`day_row.${verb}_failed`, names, () => save({ action: `day_row.${verb}`, ops }))
}

/**
 * Adds them all at the end of the list, in one change; gives what takes them off again. That leaves alone what somebody did since,
 * such as a weight, and gives how many it left.
 */
export async function addRows(
  rows: readonly DayRow[],
  added: readonly NewRow[],
): Promise<() => Promise<number>> {
  const keys = keysAfter(rows.at(-1)?.order ?? '', added.length)
  const made = new Map(added.map((content, at) => [newId(), { ...content, order: keys[at] ?? '' }]))
  const ops = [...made].map(([_id, content]): Op => ({ op: 'create', collection: 'day_rows', _id, content }))
  await saveRows('create', added.map(({ name }) => name).join(', '), ops)
  return async () => {
    const stand = [...(await currentOf('day_rows', [...made.keys()])).values()].filter(
      ({ deleted }) => !deleted,
    )
    const untouched = stand.filter(({ _id, content }) => sameJson(content, made.get(_id)))
    const names = untouched.map(({ content }) => content?.name ?? '').join(', ')
    await saveRows(
      'delete',
      names,
      untouched.map(({ _id, version }): Op => {
        const was = made.get(_id)
        return { op: 'delete', collection: 'day_rows', _id, base: version, ...(was && { was }) }
      }),
    )
    return stand.length - untouched.length
  }
}

/** Makes the row what is wanted, as seen; what others changed meanwhile in other groups stays. */
export async function changeRow(row: DayRow, wanted: DayRowContent): Promise<void> {
  const op = updateOp('day_rows', row, wanted)
  if (op) await saveRows('update', row.content.name, [op])
}

export const setStatus = (row: DayRow, status: DayStatus): Promise<void> =>
  changeRow(row, { ...row.content, status })

export interface Weighing {
  weight: number
  units: WeightUnit
  /** Nobody weighed the patient: it stays among those to be weighed. */
  estimated: boolean
}

export function weighed(content: DayRowContent, { weight, units, estimated }: Weighing): DayRowContent {
  const { estimated: _estimated, ...rest } = content
  return {
    ...rest,
    weight,
    weight_units: units,
    weighed_at: new Date(now()).toISOString(),
    ...(estimated ? { estimated } : { status: statusOnceWeighed(content.status) }),
  }
}

const WEIGHT = kinds.day_rows.groups['weight'] ?? []

/** The weight, the unit and all that belongs to them, as one. */
const weightIn = (content: DayRowContent): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([field]) => WEIGHT.includes(field)))

/**
 * Stores what the scale said. Gives what takes it back: the patient has what was there before, unless somebody weighed again,
 * went on to the next step or drew the drugs since; then all stays, and it gives false.
 */
export async function weighRow(row: DayRow, weighing: Weighing): Promise<() => Promise<boolean>> {
  const wanted = weighed(row.content, weighing)
  await changeRow(row, wanted)
  return async () => {
    const stands = (await currentOf('day_rows', [row._id])).get(row._id)
    if (!stands || stands.deleted || stands.content === null) return false
    const { content } = stands
    const isOurs = /* @rule weight-as-set */ sameJson(weightIn(content), weightIn(wanted))
    if (!isOurs || content.status !== wanted.status || content.sheet_id !== wanted.sheet_id) return false
    const others = Object.entries(content).filter(([field]) => !WEIGHT.includes(field))
    await changeRow(
      { _id: row._id, version: stands.version, order: content.order, content },
      {
        ...(Object.fromEntries(others) as DayRowContent),
        ...weightIn(row.content),
        status: row.content.status,
      },
    )
    return true
  }
}

/** Whether an open sheet of the patient, whoever's, has a weight that was taken back: it does not follow the list. */
export async function isOnSheet(rowId: string, { weight, units }: Weighing): Promise<boolean> {
  const drafts = await viewOf(currentClinic(), 'drafts')
    .filter(({ deleted, content }) => !deleted && content?.kind === 'sheet' && content.day_row === rowId)
    .toArray()
  return drafts.some(
    ({ content }) =>
      content?.kind === 'sheet' &&
      content.weight_units !== '-' &&
      sameInKg(
        { weight: content.weight, units: content.weight_units },
        { weight: numberText(weight), units },
      ),
  )
}

/** Brings a row to a place of the list, 0 first; false where it stands there. */
export async function moveRow(rows: readonly DayRow[], id: string, to: number): Promise<boolean> {
  const moves = moving(rows, id, to)
  const ops = moves.flatMap(({ row, order }) => updateOp('day_rows', row, { ...row.content, order }) ?? [])
  await saveRows('move', moves.map(({ row }) => row.content.name).join(', '), ops)
  return ops.length > 0
}

/** Deletes the row; gives what brings it back as it stood. */
export async function deleteRow({ _id, version, content }: DayRow): Promise<() => Promise<void>> {
  const done = await saveRows('delete', content.name, [
    { op: 'delete', collection: 'day_rows', _id, base: version, was: content },
  ])
  return async () => {
    const stands = (await currentOf('day_rows', [_id])).get(_id)
    await saveRows('restore', content.name, [
      {
        op: 'restore',
        collection: 'day_rows',
        _id,
        base: stands?.version ?? 0,
        content,
        undoes: conflictOf(done?.mutation_id ?? '', 0),
      },
    ])
  }
}
