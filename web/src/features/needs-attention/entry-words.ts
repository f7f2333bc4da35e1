import { UNREADABLE } from 'sync-protocol/merge/legible'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { patientIn } from 'sync-protocol/records/draw'
import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { contentIn, kinds, type AnyContent, type ContentOf } from 'sync-protocol/records/kinds'
import { liftedOp } from 'sync-protocol/records/lift'
import type { Choice, Mutation, Op, OpOf } from 'sync-protocol/records/mutation'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { attentionText as text } from './attention-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { recordLines, type FieldLine, type NamesOf } from './field-lines.ts'

/** What a record is called in a title, at most so long: the whole of it stands below. */
const NAME_MAX = 80

export const named = (content: JsonObject | undefined): string => {
  const { name: own, drug_name, title_p } = fieldsOf<AnyContent>(content)
  const name = own ?? drug_name ?? title_p
  if (typeof name !== 'string') return ''
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name
}

/** 'Ketamine, 0.5 ml, Rex': several draws of one drug wait beside each other, and each is another matter. */
function drawn(content: JsonObject | undefined): string {
  const { drug_volume: volume } = fieldsOf<ContentOf<'draws'>>(content)
  const more = [
    typeof volume === 'number' ? `${formatNumber(volume)} ml` : '',
    textIn(patientIn(content).patient_name),
  ]
  return [named(content), ...more].filter((word) => word !== '').join(', ')
}

/** Records by `keyOf`, for changes that only name them: deletions. */
export type KnownRecords = ReadonlyMap<string, JsonObject>
const NONE: KnownRecords = new Map()

function contentOf(op: Op, known: KnownRecords): JsonObject | undefined {
  if (op.op === 'create' || op.op === 'restore') return op.content
  return op.op === 'update' ? { ...known.get(keyOf(op)), ...op.was, ...op.set } : known.get(keyOf(op))
}

/** The op that the intent is about: the ends of drafts and the settling of earlier entries only go with it. */
const isMain = (op: Op) => op.op !== 'settle' && !(op.collection === 'drafts' && op.op === 'delete')
export const mainOps = (mutation: Mutation): Op[] => {
  const main = mutation.ops.filter(isMain)
  return main.length > 0 ? main : mutation.ops
}

/** The edits of library records that a change consists of; empty when it does anything else too. */
export function editsIn(mutation: Mutation): OpOf<'update'>[] {
  const ops = mainOps(mutation)
  const edits = ops.filter((op) => op.op === 'update')
  return edits.length === ops.length && edits.every(({ collection }) => kinds[collection].sort === 'library')
    ? edits
    : []
}

/** An open balance table is a draft too; one that is edited sends nothing but its table. */
const nounOf = (op: Op): string => {
  const content = contentOf(op, NONE)
  return op.collection === 'drafts' && content !== undefined && 'table' in content
    ? text.openTable
    : text.noun(op.collection)
}

/** What was decided over: the record of a conflict, or the change that was not accepted. */
function decidedName(op: Op, known: KnownRecords): string {
  const content = known.get(keyOf(op)) ?? {}
  if (op.collection === 'conflicts') return nameInConflict(contentIn('conflicts', content))
  const refused = contentIn('attention', content)
  return 'mutation' in refused ? titleOf(refused.mutation) : ''
}

/** Of a choice's own values: the collection of the record that was decided over, as far as the conflict is known. */
function decidedCollection(op: Op, known: KnownRecords): Collection {
  const { record }: Partial<ConflictContent> = contentIn('conflicts', known.get(keyOf(op)) ?? {})
  return record?.collection ?? op.collection
}

/** What the record of a conflict is called as far as the conflict itself says. */
const nameInConflict = ({ full, groups = [] }: Partial<ConflictContent>): string =>
  named(groups.reduce<JsonObject>((all, { theirs, mine }) => ({ ...all, ...theirs, ...mine }), { ...full }))

const ABOUT = new Map<unknown, 'deletion' | 'deleted'>([
  ['delete_of_changed', 'deletion'],
  ['update_of_deleted', 'deleted'],
] satisfies [ConflictContent['kind'], 'deletion' | 'deleted'][])

/** What a choice did, or was to do, by the conflict that it was about; of a change that was not accepted there is none. */
export const choiceWords = (
  words: typeof text.choices,
  choice: Choice,
  decidedOver: { kind?: unknown } | undefined,
): string => words[ABOUT.get(decidedOver?.kind) ?? 'values'][choice] ?? words.values[choice]

/** 'Drug: Ketamine', by what is known of its record, else as far as the conflict itself tells. */
export function titleOfConflict(conflict: ConflictContent, known: JsonObject | undefined): string {
  const name = known ? named(known) : nameInConflict(conflict)
  return `${text.noun(conflict.record.collection)}${name === '' ? '' : `: ${name}`}`
}

/** 'Anesthesia sheet, new: Bella', with how many more go with it. */
export function titleOf(mutation: Mutation, known = NONE): string {
  const [first, ...rest] = mainOps(mutation)
  if (first === undefined)
    return mutation.detail ?? (mutation.action === UNREADABLE ? text.unreadable : mutation.action)
  const content = contentOf(first, known)
  const name =
    first.op === 'settle'
      ? decidedName(first, known)
      : first.collection === 'draws'
        ? drawn(content)
        : named(content)
  const decision = first.op === 'settle' ? text.decisions[first.collection] : undefined
  const what = decision ?? `${nounOf(first)}, ${text.verbs[first.op]}`
  return `${what}${name === '' ? '' : `: ${name}`}${rest.length === 0 ? '' : ` (and ${rest.length} more)`}`
}

/** What was entered, op by op; of a deletion, what it deletes. */
export function enteredLines(mutation: Mutation, names: NamesOf = {}, known = NONE): FieldLine[] {
  const ops = mainOps(mutation)
  return ops.flatMap((op) => {
    const alike = ops.filter(({ collection }) => collection === op.collection)
    const place = alike.length > 1 ? ` ${alike.indexOf(op) + 1}` : ''
    const heading = ops.length > 1 ? [`${text.noun(op.collection)}${place}`] : []
    const linesOf = (content: JsonObject, within?: JsonObject) =>
      recordLines(op.collection, content, { ...names, heading, within })
    if (op.op === 'create' || op.op === 'restore') return linesOf(op.content)
    if (op.op === 'update') return linesOf(op.set, contentOf(liftedOp(op, mutation.schema), known))
    if (op.op === 'settle')
      return op.set === undefined
        ? [{ label: text.chosen, value: choiceWords(text.wanted, op.choice, known.get(keyOf(op))) }]
        : recordLines(decidedCollection(op, known), op.set, { ...names, heading })
    const content = known.get(keyOf(op))
    const what = content === undefined ? [] : linesOf(content)
    if (op.op === 'void')
      return [{ label: [...heading, text.reason].join(' · '), value: op.reason || text.empty }, ...what]
    return [{ label: text.noun(op.collection), value: text.verbs[op.op] }, ...what]
  })
}

/** What COPY puts on the clipboard; `by` says who entered it, and when. */
export const copyOf = (title: string, by: string, lines: readonly FieldLine[]): string =>
  [title, by, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n')
