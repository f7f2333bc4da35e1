import type { Json, JsonObject } from 'sync-protocol/records/json'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { attentionText as text } from './attention-text.ts'
import { doseLines, type FieldLine } from './dose-words.ts'

const word = (key: string) =>
  key.replaceAll('_', ' ').replace(/\.(\d)$/, (_, half: string) => (half === '0' ? ' canine' : ' feline'))
const plain = (value: null | boolean | number | string) =>
  value === null || value === ''
    ? text.empty
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : String(value)

/** Every value of a content, by its path in words; nothing that was typed is left out. */
export function fieldLines(value: Json, path: readonly string[] = [], field = ''): FieldLine[] {
  const dose = doseLines(value, path, field)
  if (dose !== null) return dose
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object'))
      return [
        {
          label: path.join(' · '),
          value: value.map((item) => plain(item as string)).join(', ') || text.empty,
        },
      ]
    return value.flatMap((item, index) =>
      fieldLines(item, [...path.slice(0, -1), `${path.at(-1) ?? ''} ${index + 1}`.trim()]),
    )
  }
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => fieldLines(inner, [...path, word(key)], key))
  return [{ label: path.join(' · '), value: plain(value) }]
}

const named = (content: JsonObject | undefined): string => {
  const name = content?.['name'] ?? content?.['drug_name'] ?? content?.['title_p']
  return typeof name === 'string' ? name : ''
}

function contentOf(op: Op): JsonObject | undefined {
  if (op.op === 'create' || op.op === 'restore') return op.content
  return op.op === 'update' ? { ...op.was, ...op.set } : undefined
}

/** The op that the intent is about: the ends of drafts and the settling of earlier entries only go with it. */
const isMain = (op: Op) => op.op !== 'settle' && !(op.collection === 'drafts' && op.op === 'delete')
const mainOps = (mutation: Mutation): Op[] => {
  const main = mutation.ops.filter(isMain)
  return main.length > 0 ? main : mutation.ops
}

/** An open balance table is a draft too; one that is edited sends nothing but its table. */
const nounOf = (op: Op): string => {
  const content = contentOf(op)
  return op.collection === 'drafts' && content !== undefined && 'table' in content
    ? text.openTable
    : text.nouns[op.collection]
}

/** 'Anesthesia sheet, new: Bella', with how many more go with it. */
export function titleOf(mutation: Mutation): string {
  const [first, ...rest] = mainOps(mutation)
  if (first === undefined) return mutation.detail ?? mutation.action
  const name = named(contentOf(first))
  const what = `${nounOf(first)}, ${text.verbs[first.op]}`
  return `${what}${name === '' ? '' : `: ${name}`}${rest.length === 0 ? '' : ` (and ${rest.length} more)`}`
}

/** What was entered, op by op. */
export function enteredLines(mutation: Mutation): FieldLine[] {
  const ops = mainOps(mutation)
  return ops.flatMap((op) => {
    const heading = ops.length > 1 ? [text.nouns[op.collection]] : []
    if (op.op === 'create' || op.op === 'restore') return fieldLines(op.content, heading)
    if (op.op === 'update') return fieldLines(op.set, heading)
    if (op.op === 'void') return [{ label: [...heading, text.reason].join(' · '), value: plain(op.reason) }]
    return [{ label: text.nouns[op.collection], value: text.verbs[op.op] }]
  })
}

/** What COPY puts on the clipboard. */
export const copyOf = (title: string, lines: readonly FieldLine[]): string =>
  [title, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n')
