import { settledIn } from '../records/conflict.ts'
import { sameJson } from '../records/json.ts'
import { kinds, SUBJECTS } from '../records/kinds.ts'
import { conflictOf } from '../records/mutation-hash.ts'
import { liftedOp } from '../records/lift.ts'
import type { LookedAtContent } from '../records/looked-at.ts'
import { WITHDRAWN, type Mutation, type Op, type OpOf } from '../records/mutation.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { changes } from './changes.ts'
import { asideOf, type LogLook, type LogOutcome } from './log-look.ts'
import { ACTIONS, DONE, logText, VERBS } from './log-text.ts'
import { combinedBalances, didTo, movedDrugs } from './ops-message.ts'
import { readable } from './readable.ts'
import { beforeRefusal, settledAttention, settledConflict } from './settle-message.ts'

/** An entry of a table; a name such as `constructor` is none. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const FAILED = '_failed'

/** "Created drug 'A'; deleted drug 'B'": runs of operations of one kind on one collection, in their order. */
function eachKind(ops: readonly Op[], look: LogLook): string {
  const runs = new Map<string, Op[]>()
  for (const op of ops) {
    const key = `${op.op} ${op.collection}`
    runs.set(key, [...(runs.get(key) ?? []), op])
  }
  return [...runs.values()].map((run) => didTo(DONE[run[0]?.op ?? 'update'], run, [], look)).join('; ')
}

/** An action without records: an export, a failure, a sign-in without a network. */
function aboutNothing(action: string): string {
  const known = own(ACTIONS, action)
  if (known !== undefined) return known
  const [subject = '', verb = ''] = action.split('.')
  const collection = SUBJECTS.get(subject)
  const failed = verb.endsWith(FAILED)
  const verbs = own(VERBS, failed ? verb.slice(0, -FAILED.length) : verb)
  if (collection === undefined || verbs === undefined) return logText.unknown(action)
  const noun = kinds[collection].nouns[0]
  return failed ? logText.failed(verbs.todo, noun) : `${verbs.done} ${noun}`
}

/** An action on records, said by its name where its operations are what the name says, else each by itself. */
function aboutRecords(action: string, ops: readonly Op[], look: LogLook): string {
  const [subject = '', verb = ''] = action.split('.')
  const collection = SUBJECTS.get(subject)
  const verbs = own(VERBS, verb)
  const about = ops.filter((op) => op.collection === collection)
  const companions = ops.filter((op) => op.collection !== collection)
  const [first] = about
  if (collection === undefined || verbs === undefined || !first) {
    return logText.records(action, eachKind(ops, look))
  }
  const combined = verb === 'combine' ? combinedBalances(about, look) : null
  if (combined !== null) return combined
  const alike = about.every((op) => op.op === first.op && verbs.ops.includes(op.op))
  const drawsOnly = collection === 'sheets' && companions.every((op) => op.collection === 'draws')
  // Saving the sections writes all that was changed in their editor at once.
  const whole = verb === 'save' && collection === 'sections'
  if (!alike || whole || !(companions.length === 0 || drawsOnly)) {
    return `${verbs.done} ${kinds[collection].nouns[1]}: ${eachKind(ops, look)}`
  }
  const moved = verb === 'move' ? movedDrugs(verbs.done, about, look) : null
  return moved ?? didTo(verbs.done, about, companions, look)
}

const isSettling = (op: Op): op is OpOf<'settle'> => op.op === 'settle'

function whatWasDone(mutation: Mutation, look: LogLook): string {
  const { action, ops } = mutation
  // A draft is what somebody was typing; its end is part of what was saved from it.
  const others = ops.filter((op) => op.collection !== 'drafts' && !isSettling(op))
  // So is the row of the patient on the day's list: the sheet says who it was.
  const apart = others.filter((op) => op.collection !== 'day_rows')
  const records = apart.length > 0 ? apart : others
  // A refused change that is sent once more settles the refusal too: what counts is the change.
  if (records.length > 0) return aboutRecords(action, records, look)
  const settling = ops.find(isSettling)
  if (fieldsOf<LookedAtContent>(settling?.set).sheets !== undefined)
    return action === 'sheet.look' ? logText.lookedAtTwice : logText.lookedAt
  if (settling?.collection === 'attention') {
    return settledAttention(mutation, settling, look, (inner) => messageOf(inner, beforeRefusal(look)))
  }
  return settling ? settledConflict(settling, look) : aboutNothing(action)
}

function messageOf(sent: Mutation, look: LogLook): string | null {
  const { action, detail, schema } = sent
  if (action === WITHDRAWN || action.startsWith('draft.')) return null
  const mutation = { ...sent, ops: sent.ops.map((op) => liftedOp(op, schema)) }
  const words = whatWasDone(mutation, look)
  return detail === null || detail === words ? words : `${words}: ${detail}`
}

/** What of a change was set aside as conflicts, what was done, and the deletes that were set aside and are taken back with it. */
interface Parts {
  done: Op[]
  aside: Op[]
  undone: Op[]
}

/** Null where all of it is told as one: nothing was left out, or nothing done. */
function partsOf({ id, ops }: Mutation, look: LogLook): Parts | null {
  const isDone = (op: Op) => look.after(op.collection, op._id) !== undefined
  const took = (op: Op) =>
    op.op === 'restore' && op.undoes !== undefined && look.after('conflicts', op.undoes) !== undefined
  const undone = ops.filter((op) => !isDone(op) && took(op))
  // Most changes are one operation: a conflict's id is dear.
  if (ops.length === 1 && undone.length === 0) return null
  const aside = ops.filter((_, index) => look.after('conflicts', conflictOf(id, index)) !== undefined)
  if (undone.length === 0 && aside.length === 0) return null
  const done = ops.filter((op) => isDone(op) || !(aside.includes(op) || undone.includes(op)))
  return done.some((op) => op.collection !== 'drafts') || undone.length > 0 ? { done, aside, undone } : null
}

/** Each part by itself: who reads of many records learns which of them were changed. */
function tellParts(mutation: Mutation, { done, aside, undone }: Parts, look: LogLook): string | null {
  const of = (ops: Op[]) => (ops.length === 0 ? null : messageOf({ ...mutation, ops }, look))
  const asked = aside.filter((op) => !done.includes(op))
  const did = of(done)
  const back = undone.length === 0 ? null : eachKind(undone.map(asDelete), look)
  const told = back === null ? did : did === null ? logText.tookBack(back) : logText.alsoTookBack(did, back)
  return told === null || aside.length === 0 ? told : logText.clashed(told, of(asked) ?? '')
}

/** What its undo takes back. */
const asDelete = ({ collection, _id }: Op): Op => ({ op: 'delete', collection, _id, base: 0 })

/** What of a single edit was set aside as a conflict; null when all of it was. */
function setAside(mutation: Mutation, look: LogLook): string | null {
  const { ops } = mutation
  const changed = ops.some((op) => look.after(op.collection, op._id) !== undefined)
  if (!changed) return null
  const [op] = ops
  if (op?.op !== 'update' || ops.length > 1) return ''
  const { stands, wanted } = asideOf(liftedOp(op, mutation.schema), look)
  return sameJson(stands, wanted) ? '' : changes(op.collection, stands, wanted, look.sectionTitle)
}

/**
 * The action log's text for a mutation, composed from its action, operations and detail (sync contract, section 2): one line
 * that says who did what to which record, with the values that changed. Null for what is not logged: typing in drafts, and
 * what was withdrawn. Volumes are in ml, concentrations in mg/ml and dosages in mg/kg (or in the drug's own unit), rates in ml/kg.
 */
export function logMessage(mutation: Mutation, look: LogLook, outcome: LogOutcome): string | null {
  const message = messageWithOutcome(mutation, look, outcome)
  if (message === null || outcome.sent_by === undefined) return message
  return readable(logText.sentBy(message, outcome.sent_by))
}

const TAKE_OVER = 'sheet.take_over'

/** Somebody had settled it, or taken it over, before: the whole mutation is without effect (sync contract M9). */
const isTooLate = ({ action, ops }: Mutation, look: LogLook): boolean =>
  (action === TAKE_OVER ||
    ops.some((op) => isSettling(op) && settledIn(look.before(op.collection, op._id)) !== undefined)) &&
  ops.every((op) => look.after(op.collection, op._id) === undefined)

function messageWithOutcome(mutation: Mutation, look: LogLook, outcome: LogOutcome): string | null {
  const { status, message: why = '' } = outcome
  const refused = status === 'rejected' || status === 'parked'
  const late = isTooLate(mutation, look)
  const message = messageOf(mutation, refused || late ? beforeRefusal(look) : look)
  if (message === null) return null
  if (status === 'rejected') return readable(logText.refused(why, message))
  if (status === 'parked') return readable(logText.parked(why, message))
  if (late)
    return readable(mutation.action === TAKE_OVER ? logText.tookNothing(message) : logText.tooLate(message))
  const settles = mutation.ops.some(isSettling)
  const parts = settles || status === 'unsent' ? null : partsOf(mutation, look)
  const inParts = parts && tellParts(mutation, parts, look)
  if (inParts) return readable(inParts)
  if (status !== 'conflict') return readable(message)
  if (settles) return readable(logText.renewed(message))
  const aside = setAside(mutation, look)
  return readable(aside === null ? logText.clash(message) : logText.clashed(message, aside))
}
