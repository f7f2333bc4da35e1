import { isObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import type { AttentionEntry } from '../../data/attention/attention.ts'

const madeIn = (entry: AttentionEntry, collection: Op['collection']) =>
  entry.sort !== 'refused'
    ? []
    : entry.mutation.ops.flatMap((op) => (op.op === 'create' && op.collection === collection ? [op] : []))

/** The draws that a balance sheet's rows name; it may be one that could not be read. */
function drawsNamed(content: unknown): string[] {
  const pages = isObject(content) && Array.isArray(content['pages']) ? content['pages'] : []
  const ids = pages.flat().flatMap((row: unknown) => (isObject(row) ? [row['draw_id']] : []))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

export interface WaitingDraws {
  /** How many draws that a waiting balance sheet (by its entry's key) names wait themselves. */
  namedBy: ReadonlyMap<string, number>
  /** The waiting draws (by their entry's key) that a waiting balance sheet names. */
  named: ReadonlySet<string>
}

/** Balance sheets and draws that wait for a person, and go together. */
export function waitingDraws(entries: readonly AttentionEntry[]): WaitingDraws {
  const waits = new Map(entries.flatMap((entry) => madeIn(entry, 'draws').map(({ _id }) => [_id, entry.key])))
  const named = new Set<string>()
  const namedBy = new Map<string, number>()
  for (const entry of entries) {
    const keys = madeIn(entry, 'balances')
      .flatMap(({ content }) => drawsNamed(content))
      .flatMap((id) => waits.get(id) ?? [])
      // Of one change all stand, or none.
      .filter((key) => key !== entry.key)
    for (const key of keys) named.add(key)
    if (keys.length > 0) namedBy.set(entry.key, keys.length)
  }
  return { namedBy, named }
}
