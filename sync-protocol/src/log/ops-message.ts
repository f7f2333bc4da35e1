import type { Collection } from '../records/envelope.ts'
import { sameJson, type JsonObject } from '../records/json.ts'
import { kinds, type ContentOf } from '../records/kinds.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { fieldsOf, listIn } from '../records/unchecked.ts'
import { changes, listed } from './changes.ts'
import { sectionName } from './facts.ts'
import { asSent, type LogLook } from './log-look.ts'
import { logText } from './log-text.ts'
import { fullName, shortName } from './names.ts'

const NAMES_SHOWN = 20

/** What an operation is about: what it brings, or what stood before it as far as that is known. */
function contentOf(op: Op, look: LogLook): JsonObject | undefined {
  if ('content' in op) return op.content
  return look.before(op.collection, op._id) ?? (op.op === 'update' ? asSent(op, look).saw : undefined)
}

function few(all: readonly string[]): string {
  const known = all.filter((name) => name !== '')
  const shown = known.slice(0, NAMES_SHOWN)
  if (known.length > shown.length) shown.push(logText.more(known.length - shown.length))
  return shown.join(', ')
}

/** "concentration 100 to 50 mg/ml": what an update did, or what it asked for where nobody knows what it did. */
function updateWords(op: OpOf<'update'>, look: LogLook): string {
  const after = look.after(op.collection, op._id)?.content
  const before = look.before(op.collection, op._id)
  if (after && before) return changes(op.collection, before, after, look.sectionTitle)
  const { saw, wanted } = asSent(op, look)
  return changes(op.collection, saw, wanted, look.sectionTitle)
}

/** One record with what was done to it. */
function withDetails(op: Op, look: LogLook): string {
  const content = contentOf(op, look)
  if (op.op === 'update') {
    const words = updateWords(op, look)
    const name = shortName(op.collection, content)
    return words === '' ? name : logText.within(name, words)
  }
  if (content === undefined) return ''
  const detailed = op.op === 'create' || op.collection === 'sheets' || op.collection === 'draws'
  const words = detailed ? listed(op.collection, content, look.sectionTitle) : ''
  const name = op.op === 'create' ? shortName(op.collection, content) : fullName(op.collection, content)
  return words === '' ? name : logText.within(name, words)
}

function names(ops: readonly Op[], look: LogLook): string {
  const [first] = ops
  if (first && ops.length === 1) return withDetails(first, look)
  if (first?.op === 'update') return few(ops.map((op) => withDetails(op, look)))
  return few(ops.map((op) => fullName(op.collection, contentOf(op, look))))
}

const nounOf = (collection: Collection, count: number) =>
  count === 1 ? kinds[collection].nouns[0] : `${count} ${kinds[collection].nouns[1]}`

const reasonOf = (ops: readonly Op[]) => {
  const reason = ops.find((op) => op.op === 'void')?.reason ?? ''
  return reason === '' ? '' : logText.reason(reason)
}

/**
 * "Deleted 2 fluids 'Saline', 'Dextrose'": what was done to records of one collection by operations of one kind. The draws
 * that go with a sheet are said with it.
 */
export function didTo(done: string, ops: readonly Op[], draws: readonly Op[], look: LogLook): string {
  const [first] = ops
  if (!first) return done
  const named = names(ops, look)
  const drawn = few(draws.map((op) => fullName('draws', contentOf(op, look))))
  return (
    `${done} ${nounOf(first.collection, ops.length)}${named === '' ? '' : ` ${named}`}` +
    `${draws.length === 0 ? '' : logText.withDraws(draws.length, drawn)}${reasonOf(ops)}`
  )
}

const sectionIn = (values: JsonObject | undefined) => fieldsOf<ContentOf<'drugs'>>(values).section_key
const sectionsOf = (op: OpOf<'update'>, look: LogLook) => ({
  from: sectionIn(look.before(op.collection, op._id)) ?? sectionIn(op.was) ?? null,
  to: sectionIn(op.set) ?? null,
})

/** "Moved drug 'Ketamine' 100 mg/ml from section 'Opioids' to section 'Sedatives'"; null when that is not all of it. */
export function movedDrugs(done: string, ops: readonly Op[], look: LogLook): string | null {
  const moves = ops.flatMap((op) =>
    op.op === 'update' && op.collection === 'drugs' && sameJson(Object.keys(op.set), ['section_key'])
      ? [{ op, ...sectionsOf(op, look) }]
      : [],
  )
  const [first] = moves
  if (!first || moves.length < ops.length || moves.some(({ to }) => to !== first.to)) return null
  const named = few(moves.map(({ op }) => fullName('drugs', contentOf(op, look))))
  const alike = moves.every(({ from }) => from === first.from)
  return (
    `${done} ${nounOf('drugs', moves.length)}${named === '' ? '' : ` ${named}`}` +
    (alike ? logText.fromSection(sectionName(first.from, look.sectionTitle)) : '') +
    logText.toSection(sectionName(first.to, look.sectionTitle))
  )
}

/** "Combined 3 balance sheets of 'Ketamine' 100 mg/ml into one (…)", or null when nothing was combined. */
export function combinedBalances(ops: readonly Op[], look: LogLook): string | null {
  const made = ops.find((op) => op.op === 'create' && op.collection === 'balances')
  if (made?.op !== 'create') return null
  const { length: count } = listIn(fieldsOf<ContentOf<'balances'>>(made.content).combined_ids)
  const words = listed('balances', made.content, look.sectionTitle)
  return logText.within(logText.combined(count, fullName('balances', made.content)), words)
}
