import type { ConflictContent } from 'sync-protocol/records/conflict'
import { attentionText as text } from './attention-text.ts'
import { headingOf } from './conflict-sides.ts'

/** More would be a list; what is no part of a record that its owner would name so is 'it'. */
const MOST_NAMED = 2
const UNNAMED = new Set(['patient', 'identity', 'saved', 'paper', 'explained'])

interface Told {
  conflict: Pick<ConflictContent, 'kind' | 'groups' | 'record'>
  /** Who entered what was set aside. */
  author: string
  /** Who entered what stands; undefined where nobody knows. */
  standsBy: string | undefined
  deleted: boolean
  /** Whether the reader has two versions to choose between. */
  chooses: boolean
}

/** What happened to the record, and what its reader is to do: the first sentences of a card. */
export function conflictSaid({ conflict, author, standsBy, deleted, chooses }: Told): string {
  const { kind, groups, record } = conflict
  if (kind === 'delete_of_changed') return withNext(text.deletedChanged(author), chooses && text.keepOrDelete)
  const named = groups.map(({ group }) => group)
  const what =
    kind === 'invalid_merge' ||
    named.length === 0 ||
    named.length > MOST_NAMED ||
    named.some((each) => UNNAMED.has(each))
      ? text.it
      : text.its(named.map((each) => uncapitalized(headingOf(record.collection, each))))
  if (deleted) return withNext(text.changedDeleted(author, what), chooses && text.restoreOrLeave)
  const happened =
    standsBy === undefined
      ? text.changedAfter(author, what)
      : standsBy === author
        ? text.changedTwice(author, what)
        : text.bothChanged(author, standsBy, what)
  return withNext(happened, chooses && text.chooseVersion)
}

const withNext = (happened: string, next: string | false) =>
  next === false ? happened : `${happened} ${next}`
const uncapitalized = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
