import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { WITHDRAWN, type Mutation, type Op } from 'sync-protocol/records/mutation'
import type { Status } from 'sync-protocol/records/outcome'
import { CHOSEN, FAILURES, logText, NOUNS, SUBJECTS, VERBS } from './log-text.ts'

const NAMES_SHOWN = 5
const MESSAGE_MAX = 500

/** The content of a record, as it stands or stood; undefined for one that nobody knows. */
export type ContentOf = (collection: Collection, id: string) => JsonObject | undefined

/** An entry of a table; a name such as `constructor` is none. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const textOf = (content: JsonObject | undefined, field: string): string => {
  const value = content?.[field]
  return typeof value === 'string' ? value : ''
}

function nameOf(collection: Collection, content: JsonObject | undefined): string {
  if (collection === 'sections') return textOf(content, 'title_p')
  if (collection === 'balances') return textOf(content, 'drug_name')
  if (collection !== 'draws') return textOf(content, 'name')
  const about = content?.['sheet_data']
  const patient =
    typeof about === 'object' && about !== null && !Array.isArray(about) ? textOf(about, 'patient_name') : ''
  const volume = content?.['drug_volume']
  return logText.draw(
    typeof volume === 'number' ? String(volume) : '?',
    textOf(content, 'drug_name'),
    patient,
  )
}

function named(collection: Collection, ops: readonly Op[], contentOf: ContentOf): string {
  const names = ops.flatMap((op) => {
    const name = nameOf(collection, 'content' in op ? op.content : contentOf(collection, op._id))
    return name === '' ? [] : [collection === 'draws' ? name : logText.quoted(name)]
  })
  const shown = names.slice(0, NAMES_SHOWN)
  if (names.length > shown.length) shown.push(logText.more(names.length - shown.length))
  return shown.join(', ')
}

const fieldsOf = (op: Op) =>
  op.op === 'update' ? [...new Set(Object.keys(op.set).map((path) => path.split('.')[0] ?? path))] : []

/** "Edited drug 'Ketamine' (concentration, dosage)", or undefined when the operations are not what the action says. */
function aboutRecords({ action, detail, ops }: Mutation, contentOf: ContentOf): string | undefined {
  const [subject = '', verb = ''] = action.split('.')
  const collection = own(SUBJECTS, subject)
  const done = own(VERBS, verb)
  if (collection === undefined || done === undefined) return undefined
  const about = ops.filter((op) => op.collection === collection)
  const [first] = about
  const extra = detail === null ? '' : `: ${detail}`
  if (!first) return ops.length === 0 ? `${done} ${NOUNS[collection][0]}${extra}` : undefined
  const noun = about.length === 1 ? NOUNS[collection][0] : `${about.length} ${NOUNS[collection][1]}`
  const names = named(collection, about, contentOf)
  const fields = about.length === 1 ? fieldsOf(first) : []
  const reason = first.op === 'void' ? `: ${first.reason}` : extra
  const draws = collection === 'sheets' ? ops.filter((op) => op.collection === 'draws').length : 0
  return (
    `${done} ${noun}${names === '' ? '' : ` ${names}`}` +
    `${fields.length === 0 ? '' : ` (${fields.join(', ')})`}${draws === 0 ? '' : logText.withDraws(draws)}${reason}`
  )
}

function aboutSettling({ ops }: Mutation, contentOf: ContentOf): string | undefined {
  const op = ops.find((each) => each.op === 'settle')
  if (!op) return undefined
  const content = contentOf(op.collection, op._id)
  if (op.collection === 'attention') {
    const what = NOUNS.attention[0]
    const message = textOf(content, 'message')
    if (op.choice === 'mine') return logText.approved(message)
    return logText.settled(message === '' ? what : `${what} (${message})`, CHOSEN[op.choice])
  }
  const target = content?.['record'] as { collection: Collection; _id: string } | undefined
  const name = target ? nameOf(target.collection, contentOf(target.collection, target._id)) : ''
  const over = target
    ? ` over ${NOUNS[target.collection][0]}${name === '' ? '' : ` ${logText.quoted(name)}`}`
    : ''
  return logText.settled(`${NOUNS.conflicts[0]}${over}`, CHOSEN[op.choice])
}

const fate = (status: Status, why: string): string =>
  status === 'rejected'
    ? logText.refused(why)
    : status === 'parked'
      ? logText.parked(why)
      : status === 'conflict'
        ? logText.conflict
        : ''

/**
 * The action log's text for a mutation, composed from its action, operations and detail (sync contract, section 2); null for
 * what is not logged: typing in drafts, and what was withdrawn.
 */
export function logMessage(
  mutation: Mutation,
  contentOf: ContentOf,
  outcome: { status: Status; message?: string | undefined } = { status: 'applied' },
): string | null {
  const { action, detail } = mutation
  if (action === WITHDRAWN || action.startsWith('draft.')) return null
  const failure = own(FAILURES, action)
  const message =
    failure !== undefined
      ? `${failure}${detail === null ? '' : `: ${detail}`}`
      : action === 'unreadable'
        ? logText.unreadable
        : (aboutSettling(mutation, contentOf) ??
          aboutRecords(mutation, contentOf) ??
          logText.unknown(action, detail))
  return storable(message + fate(outcome.status, outcome.message ?? ''))
}

/** A text that the log's table takes, whatever a refused change held. */
export function storable(text: string): string {
  const clean = text.replaceAll('\u0000', '\uFFFD')
  return clean.length > MESSAGE_MAX ? `${clean.slice(0, MESSAGE_MAX - 1)}…` : clean
}
