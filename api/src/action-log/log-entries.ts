import type { Effects } from 'sync-protocol/merge/push-state'
import type { LogLook } from 'sync-protocol/log/log-look'
import { logMessage } from 'sync-protocol/log/log-message'
import { keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Mutation } from 'sync-protocol/records/mutation'
import { correctedTime } from 'sync-protocol/rules/time'

export interface LoggedAction {
  entry_id: string
  /** The person's own time, corrected; ISO in UTC. */
  at: string
  user_id: string
  user_name: string
  message: string
  /** The same event may have been told of before, under this id: then it is not told again. */
  once?: boolean | undefined
}

/** A sign-in or sign-out that a tablet tells of, which the server may have heard of itself. */
const isSessionEvent = ({ action, ops }: Mutation) => action.startsWith('session.') && ops.length === 0

/** What the database held of a record before the push. */
export type KnownBefore = (key: string) => { record?: SyncRecord; lastContent?: JsonObject } | undefined

/** The plural titles of the organization's drug sections by their keys. */
export type SectionTitles = ReadonlyMap<number, string>

/** True when a message may name a drug section. */
export const namesSections = (effects: readonly Effects[]): boolean =>
  effects.some(({ outcome }) => outcome.named.some(({ collection }) => collection === 'drugs'))

/** What a push adds to the action log: each mutation told by what stood when its turn came, and by what it left. */
export function logEntries(
  effects: readonly Effects[],
  known: KnownBefore,
  sections: SectionTitles,
): LoggedAction[] {
  const during = new Map<string, SyncRecord>()
  const contents = new Map<string, JsonObject>()
  const titles = new Map(sections)
  const keep = (record: SyncRecord) => {
    const key = keyOf(record)
    during.set(key, record)
    if (!record.content) return
    contents.set(key, record.content)
    if (record.collection !== 'sections') return
    const { key: number, title_p: title } = record.content
    if (typeof number === 'number' && typeof title === 'string') titles.set(number, title)
  }
  let left: readonly SyncRecord[] = []
  // Most messages do not ask for it.
  let leftByKey: Map<string, SyncRecord> | undefined
  const look: LogLook = {
    before: (collection, _id) => {
      const key = keyOf({ collection, _id })
      return contents.get(key) ?? known(key)?.record?.content ?? known(key)?.lastContent
    },
    after: (collection, _id) => {
      leftByKey ??= new Map(left.map((record) => [keyOf(record), record]))
      return leftByKey.get(keyOf({ collection, _id }))
    },
    authorOf: (collection, _id) => {
      const key = keyOf({ collection, _id })
      return (during.get(key) ?? known(key)?.record)?.meta.author_name
    },
    sectionTitle: (key) => titles.get(key),
  }
  const entries: LoggedAction[] = []
  for (const { mutation, outcome, records, by } of effects) {
    if (!mutation) continue
    left = records
    leftByKey = undefined
    const { status, message: said } = outcome
    const message = logMessage(mutation, look, { status, message: said, sent_by: by.sent_by })
    records.forEach(keep)
    if (message === null) continue
    const { at } = correctedTime(mutation.at, mutation.clock_offset_ms)
    const { user_id, user_name } = by
    entries.push({
      entry_id: mutation.id,
      at,
      user_id,
      user_name,
      message,
      once: isSessionEvent(mutation),
    })
  }
  return entries
}
