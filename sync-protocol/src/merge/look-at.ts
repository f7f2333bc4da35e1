import { asKnown } from '../records/known.ts'
import type { SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { lookedAtContent, lookedAtId, lookedAtWhat, type LookedAtContent } from '../records/looked-at.ts'
import type { OpOf } from '../records/mutation.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { PERMISSION } from '../rules/permissions.ts'
import { Refusing } from './merge-state.ts'
import { sealed } from './settle-attention.ts'
import type { WorkingSet } from './working-set.ts'

/** A settling that names balance sheets is no decision over a refused change, but a look at what is pointed out. */
export const isLook = (op: OpOf<'settle'>): boolean =>
  op.collection === 'attention' && fieldsOf<LookedAtContent>(op.set).sheets !== undefined

export const isLookedAt = (record: SyncRecord | undefined): boolean =>
  fieldsOf<LookedAtContent>(record?.content).kind === 'looked_at'

/**
 * Somebody looked at what is pointed out about balance sheets (sync contract M8): any holder of 1, since their name and the
 * time stand with it. Of two who looked at the same the first stands; who saw more is the one who looked from then on.
 */
export function lookAt(work: WorkingSet, op: OpOf<'settle'>): void {
  if (work.deciding && !work.actor.perms.includes(PERMISSION.records))
    throw new Refusing('forbidden', "You don't have permission to decide this.")
  const what = lookedAtWhat.safeParse(op.set)
  if (!what.success || op.choice !== 'dismiss' || op._id !== lookedAtId(what.data.sheets))
    throw new Refusing('invalid', 'This is not what was checked.', 'set')
  const record = work.find('attention', op._id)
  const before = asKnown(lookedAtContent, record?.content)
  if (record && before === null) throw new Refusing('invalid', 'This is something else.', '_id')
  const { sheets } = what.data
  const seen = before?.found ?? []
  const found = [...new Set([...seen, ...what.data.found])]
  if (found.length === seen.length) return
  const content: JsonObject = { kind: 'looked_at', sheets, found, settled: sealed(work, op.choice) }
  if (record) return work.change(record, content)
  work.put({
    collection: 'attention',
    _id: op._id,
    schema: kinds.attention.schema,
    version: 0,
    seq: 0,
    deleted: false,
    meta: {
      author_id: work.actor.user_id,
      author_name: work.actor.user_name,
      date_created: work.at,
    },
    content,
  })
}
