import { substanceKey, type Substance } from 'sync-protocol/rules/substances'
import { searchList, type ListEntry } from '../../../data/lists/list-search.ts'

export const DRAW_FIELDS = ['patient', 'procedure', 'author', 'date'] as const
export type DrawField = (typeof DRAW_FIELDS)[number]

/** What the list is asked for: words in one field, in which order (`spec 2 §7`). */
export interface DrawAsk {
  text: string
  field: DrawField
  order: 'ascending' | 'descending'
}

/** By patient, newest first (`spec 2 §9`). */
export const FIRST_DRAW_ASK: DrawAsk = { text: '', field: 'patient', order: 'descending' }

const found = new WeakMap<readonly ListEntry[], Map<string, readonly ListEntry[]>>()

/**
 * The draws of a substance that a balance sheet can list, of one day when `day` is given: the same array for the same entries,
 * so that a key press only filters, and so does opening the list again.
 */
export function drawsToList(
  entries: readonly ListEntry[],
  substance: Substance,
  day: string | null,
): readonly ListEntry[] {
  const kept = found.get(entries) ?? new Map<string, readonly ListEntry[]>()
  found.set(entries, kept)
  const wanted = substanceKey(substance)
  const key = `${day ?? ''} ${wanted}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const names = new Map<string, boolean>()
  const isOf = (name: string, concentration: number) => {
    const pair = `${concentration} ${name}`
    const same =
      names.get(pair) ?? substanceKey({ drug_name: name, drug_concentration: concentration }) === wanted
    names.set(pair, same)
    return same
  }
  const list = entries.filter(
    ({ card: { draw }, voided, day: ofDay, name }) =>
      draw !== undefined &&
      !voided &&
      draw.drug_form !== 'TABLET' &&
      (day === null || ofDay === day) &&
      isOf(name, draw.drug_concentration),
  )
  kept.set(key, list)
  return list
}

/** The number of each draw in the list of its own day, oldest first (`spec 2 §3`). */
export function numbersOf(list: readonly ListEntry[]): ReadonlyMap<string, number> {
  const inOrder = searchList(list, { text: '', field: 'name', sort: 'date', order: 'ascending' })
  return new Map(inOrder.map(({ _id }, index) => [_id, index + 1]))
}

export const searchDraws = (
  list: readonly ListEntry[],
  { text, field, order }: DrawAsk,
): readonly ListEntry[] => searchList(list, { text, field, sort: 'date', order })

/** The newest day that has a draw which nothing uses; null when everything is used. */
export function newestUnused(list: readonly ListEntry[], usesOf: (id: string) => number): string | null {
  let newest: string | null = null
  for (const { _id, day } of list) if ((newest === null || day > newest) && usesOf(_id) === 0) newest = day
  return newest
}
