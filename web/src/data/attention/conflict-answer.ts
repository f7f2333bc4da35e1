import { groupOf } from 'sync-protocol/merge/field-paths'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { sameJson, type Json } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import type { OpOf } from 'sync-protocol/records/mutation'
import type { ViewRecord } from '../database/clinic-rows.ts'
import type { Intent } from '../outbox/save.ts'

type Values = Readonly<Record<string, Json>>
type Settle = Pick<OpOf<'settle'>, 'choice' | 'set'>

/** The whole of each group that clashed as the form has it now; null for a field that is absent. */
function answered({ record, groups }: ConflictContent, op: OpOf<'update'>): Record<string, Json> {
  const kind = kinds[record.collection]
  const touched = new Set(Object.keys(op.set).map((path) => groupOf(kind, path)))
  return Object.fromEntries(
    groups.flatMap(({ group, theirs }) =>
      (kind.groups[group] ?? []).map((field) => {
        const seen = touched.has(group) ? op.was[field] : theirs[field]
        return [field, (Object.hasOwn(op.set, field) ? op.set[field] : seen) ?? null] as const
      }),
    ),
  )
}

const allOf = (groups: ConflictContent['groups'], side: 'theirs' | 'mine'): Values =>
  Object.assign({}, ...groups.map((group) => group[side])) as Values

const same = (values: Values, side: Values) =>
  Object.keys({ ...values, ...side }).every((field) => sameJson(values[field] ?? null, side[field] ?? null))

function settleOf(conflict: ConflictContent, values: Values): Settle {
  if (same(values, allOf(conflict.groups, 'theirs'))) return { choice: 'theirs' }
  if (same(values, allOf(conflict.groups, 'mine'))) return { choice: 'mine' }
  return { choice: 'edited', set: { ...values } }
}

/** The part of an update that touches none of these groups; null when nothing is left. */
function besides(op: OpOf<'update'>, groups: ReadonlySet<string>): OpOf<'update'> | null {
  const outside = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).filter(([path]) => !groups.has(groupOf(kinds[op.collection], path) ?? '')),
    )
  const set = outside(op.set)
  return Object.keys(set).length === 0 ? null : { ...op, set: { ...set }, was: { ...outside(op.was) } }
}

/**
 * What settles a conflict as its form was left: the parts that clashed are decided by the settling, each as a whole, and what
 * else was changed in the form is an edit like any other. `intent` is null where the form leaves the record as it stands, and a
 * form that `restores` brings back the deleted record as its sender wanted it, with what was changed since over it.
 */
export function answerTo(
  { record, conflict }: { record: ViewRecord; conflict: ConflictContent },
  intent: Intent | null,
  restores = false,
): Intent[] {
  const ops = intent?.ops ?? []
  const update = ops.find((op) => op.op === 'update' && op._id === conflict.record._id) as
    OpOf<'update'> | undefined
  const settle = restores
    ? { choice: 'restore' as const }
    : update === undefined
      ? { choice: 'theirs' as const }
      : settleOf(conflict, answered(conflict, update))
  const settling: Intent = {
    action: 'conflict.settle',
    ops: [{ op: 'settle', collection: 'conflicts', _id: record._id, base: record.version, ...settle }],
  }
  // What was typed over the restored record is an edit of it.
  if (intent === null || restores) return [settling, ...(intent === null ? [] : [intent])]
  const rest = update && besides(update, new Set(conflict.groups.map(({ group }) => group)))
  const left = ops.flatMap((op) => (op === update ? (rest ?? []) : op))
  return [settling, ...(left.length === 0 ? [] : [{ ...intent, ops: left }])]
}
