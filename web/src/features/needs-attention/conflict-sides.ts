import { contentFault } from 'sync-protocol/merge/content-fault'
import type { Clash, ConflictContent } from 'sync-protocol/records/conflict'
import { groupValues, withMine } from 'sync-protocol/merge/three-way'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import { attentionText as text } from './attention-text.ts'
import type { ComparedSide } from './compared-table.tsx'
import { recordLines, type NamesOf } from './field-lines.ts'

export interface ComparedPart {
  title: string
  sides: ComparedSide[]
}

interface CurrentVersion {
  deleted: boolean
  content: JsonObject | null
}

/** Whether the group as its sender entered it makes a record of what stands. */
const isWhole = (
  collection: Collection,
  content: JsonObject,
  clash: Pick<Clash, 'group' | 'mine'>,
): boolean => contentFault(collection, withMine(kinds[collection], content, [clash]), content) === null

/** What is decided over: a group of one field by that field's name. */
export function headingOf(collection: Collection, group: string): string {
  const { groups, fields } = kinds[collection]
  const [field = '', ...others] = groups[group] ?? []
  return text.groups[group] ?? (others.length === 0 ? fields[field]?.label : undefined) ?? group
}

/**
 * What there is to decide over, part by part: as it was, as it stands at this moment, and as its sender entered it, always in
 * this order. As it was is left out where nobody knows it.
 */
export function conflictParts(
  { kind, groups, record, full }: Pick<ConflictContent, 'kind' | 'groups' | 'record' | 'full'>,
  author: string,
  stands: CurrentVersion | undefined,
  names: NamesOf,
): ComparedPart[] {
  const lines = (values: JsonObject, within?: JsonObject) =>
    recordLines(record.collection, values, { ...names, within })
  if (kind === 'delete_of_changed') {
    const content = stands?.content ?? null
    const before = full === undefined ? [] : [{ label: text.base, lines: lines(full) }]
    const sides = [
      ...before,
      { label: text.theirs, lines: content && lines(content) },
      { label: text.mine(author), lines: null },
    ]
    return [{ title: text.wholeRecord, sides }]
  }
  return groups.map(({ group, base, theirs, mine }) => {
    // Others may have changed it again since the two clashed: nobody decides over a number that does not stand any more.
    const now = stands?.content ? groupValues(kinds[record.collection], group, stands.content) : theirs
    const gone = stands?.deleted ?? (Object.keys(theirs).length === 0 && kind === 'update_of_deleted')
    // Whoever said nothing of a drug's unit entered a part of a dose; whoever said its concentration, saw mg.
    const entered = 'concentration' in mine ? {} : now
    const before = Object.keys(base).length === 0 ? [] : [{ label: text.base, lines: lines(base, entered) }]
    // Of fields that its sender said nothing of, nothing was entered: not even that they are empty.
    const said = Object.entries(now).filter(
      ([field]) => Object.hasOwn(mine, field) || Object.hasOwn(base, field),
    )
    const whole = stands?.content ? isWhole(record.collection, stands.content, { group, mine }) : true
    return {
      title: headingOf(record.collection, group),
      sides: [
        ...before,
        { label: text.theirs, lines: gone ? null : lines(whole ? now : Object.fromEntries(said), now) },
        { label: text.mine(author), lines: lines(mine, entered) },
      ],
    }
  })
}

/** All sides as plain lines, for the clipboard. */
export const copyOfParts = (title: string, parts: readonly ComparedPart[]): string =>
  [
    title,
    ...parts.flatMap((part) => [
      '',
      part.title,
      ...part.sides.flatMap(({ label, lines }) => [
        `${label}:`,
        ...(lines?.map((line) => `  ${line.label}: ${line.value}`) ?? [`  ${text.missing}`]),
      ]),
    ]),
  ].join('\n')
