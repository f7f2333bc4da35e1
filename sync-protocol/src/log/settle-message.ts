import { asKnown } from '../records/known.ts'
import { kinds } from '../records/kinds.ts'
import { attentionContent } from '../records/attention.ts'
import { conflictContent, type ConflictContent } from '../records/conflict.ts'
import type { JsonObject } from '../records/json.ts'
import { opsIn, type Mutation, type Op, type OpOf } from '../records/mutation.ts'
import { parkedOps } from '../rules/legible-ops.ts'
import { changes } from './changes.ts'
import type { LogLook } from './log-look.ts'
import { ATTENTION, CHOSEN, logText, SETTLED } from './log-text.ts'
import { fullName } from './names.ts'

/** Whoever says a concentration without a unit means mg, whatever stands beside it. */
function merged(conflict: ConflictContent, side: 'theirs' | 'mine'): JsonObject {
  const values = Object.assign({}, ...conflict.groups.map((group) => group[side])) as JsonObject
  return /* @rule logged-side */ 'concentration' in values ? { amount_unit: null, ...values } : values
}

/** What the choice changed, or what it turned down. */
function choiceWords(conflict: ConflictContent, takes: boolean, look: LogLook, typed: JsonObject): string {
  const { collection, _id } = conflict.record
  const before = look.before(collection, _id)
  const after = look.after(collection, _id)?.content
  if (before && after) return changes(collection, before, after, look.sectionTitle)
  if (conflict.kind === 'delete_of_changed' || !before) return ''
  const aside = { ...before, ...merged(conflict, 'mine'), ...typed }
  const stands = { ...before, ...merged(conflict, 'theirs') }
  const words = changes(collection, stands, aside, look.sectionTitle)
  return words === '' || takes ? words : logText.not(words)
}

/** "Decided between two versions of drug 'Ketamine' 100 mg/ml: kept the current version (not concentration 100 to 50 mg/ml)". */
export function settledConflict(op: OpOf<'settle'>, look: LogLook): string {
  const conflict = asKnown(conflictContent, look.before('conflicts', op._id))
  if (conflict === null) return logText.decided('', CHOSEN[op.choice])
  const { collection, _id } = conflict.record
  const name = fullName(collection, look.before(collection, _id))
  const takes = op.choice !== 'theirs' && op.choice !== 'dismiss'
  const choice = op.choice === 'edited' ? CHOSEN.edited : SETTLED[conflict.kind][takes ? 1 : 0]
  const words = choiceWords(conflict, takes, look, op.set ?? {})
  const decided = logText.decided(logText.versionsOf(kinds[collection].nouns[0], name), choice)
  return words === '' ? decided : logText.within(decided, words)
}

/** "Approved a refused change by Tom Technician: Saved anesthesia sheet 'Rex' …". */
export function settledAttention(
  mutation: Mutation,
  op: OpOf<'settle'>,
  look: LogLook,
  messageOf: (mutation: Mutation) => string | null,
): string {
  const approves = op.choice === 'mine' || op.choice === 'edited'
  const done = ATTENTION[mutation.action] ?? (approves ? 'Approved' : 'Discarded')
  const head = logText.attention(done, look.authorOf('attention', op._id) ?? '')
  const refused = asKnown(attentionContent, look.before('attention', op._id))
  if (refused === null) return head
  const { mutation: inner, message } = refused
  // What stands now has moved on since: what was asked for is what the refused change itself says.
  const words = messageOf({ ...inner, ops: completedOps(op) ?? parkedOps(refused) })
  const why = approves || message === '' ? '' : logText.because(message)
  return words === null ? `${head}${why}` : `${head}${why}: ${words}`
}

/** What a parked change was completed to. */
const completedOps = ({ choice, set }: OpOf<'settle'>): Op[] | undefined =>
  choice === 'edited' ? opsIn(set) : undefined

/** The same look for a change that was refused: nothing of it was done, and each update names what it was made from. */
export const beforeRefusal = (look: LogLook): LogLook => ({ ...look, after: () => undefined })
