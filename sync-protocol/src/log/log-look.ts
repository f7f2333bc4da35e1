import { unitOf } from '../records/amount-unit.ts'
import type { Collection, SyncRecord } from '../records/envelope.ts'
import type { Json, JsonObject } from '../records/json.ts'
import type { OpOf } from '../records/mutation.ts'
import type { Status } from '../records/outcome.ts'
import type { SectionTitle } from './facts.ts'

/** What the log looks at to name records and say what became of them. */
export interface LogLook {
  /** The content before the mutation, of a deleted record its last one; undefined for one that nobody knows. */
  before(collection: Collection, id: string): JsonObject | undefined
  /** The record as the mutation left it; undefined where it changed nothing or is not known to have. */
  after(collection: Collection, id: string): SyncRecord | undefined
  /** Who made the record, where that is known. */
  authorOf(collection: Collection, id: string): string | undefined
  sectionTitle: SectionTitle
}

/** What became of a mutation; a tablet that has not sent it yet does not know. */
export interface LogOutcome {
  status: Status | 'unsent'
  message?: string | undefined
  /** Who sent it for its author. */
  sent_by?: string | undefined
}

/** The content with the values of an update set: `dosage.0` is half of a pair, null removes a field. */
function withPaths(content: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  const next: JsonObject = { ...content }
  for (const [path, value] of Object.entries(values)) {
    const [field = '', half] = path.split('.')
    if (half !== undefined) {
      const pair = next[field]
      const copy = Array.isArray(pair) ? [...pair] : [null, null]
      copy[Number(half)] = value
      next[field] = copy
    } else if (value === null) delete next[field]
    else next[field] = value
  }
  return next
}

/** What the person saw of the record, and what they wanted it to be. */
export function asSent(op: OpOf<'update'>, look: LogLook): { saw: JsonObject; wanted: JsonObject } {
  const saw = withPaths(look.before(op.collection, op._id) ?? {}, op.was)
  return { saw, wanted: withPaths(saw, op.set) }
}

/**
 * The fields of an update that did not become what was sent, as the content would have been with them. In another unit than what
 * stands it is what its person saw, with them: no number of one goes under the unit of the other.
 */
export function asideOf(op: OpOf<'update'>, look: LogLook): { stands: JsonObject; wanted: JsonObject } {
  const stands = look.after(op.collection, op._id)?.content ?? look.before(op.collection, op._id) ?? {}
  const { wanted } = asSent(op, look)
  return {
    stands,
    wanted: /* @rule logged-aside */ unitOf(wanted) === unitOf(stands) ? withPaths(stands, op.set) : wanted,
  }
}
