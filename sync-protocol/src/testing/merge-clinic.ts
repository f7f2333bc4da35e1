import { applyMutation } from '../merge/apply-mutation.ts'
import { DECIDES } from '../merge/decide.ts'
import { isUnseen, type Seer } from '../merge/beside.ts'
import type { Actor, Applied, MergeState } from '../merge/merge-state.ts'
import { updateOp } from '../merge/update-op.ts'
import { keyOf, type Collection, type SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { mutationOf, testId } from './examples.ts'

const NOW = '2026-11-20T10:00:00.000Z'
export const DRUG = testId(1, 1)

/** Person `k` on a tablet of their own. */
export const actorOf = (k: number, perms: readonly number[] = [0, 1, 2, 3]): Actor => ({
  user_id: testId(2, k),
  user_name: `User ${k}`,
  perms,
  lane: testId(3, k),
  device: testId(4, k),
})

/** A clinic that keeps what mutations change, written apart from the stores. */
export class Clinic implements MergeState {
  readonly records = new Map<string, SyncRecord>()
  private readonly history: {
    key: string
    version: number
    lane: string
    order: number | undefined
    content: JsonObject | null
  }[] = []
  private readonly redirects = new Map<string, string>()
  private count = 0

  record(collection: Collection, id: string) {
    return this.records.get(keyOf({ collection, _id: id }))
  }
  lastContent(collection: Collection, id: string) {
    const key = keyOf({ collection, _id: id })
    return this.history.findLast((entry) => entry.key === key && entry.content !== null)?.content ?? undefined
  }
  refusedCreation() {
    return false
  }
  changedByOthers(collection: Collection, id: string, base: number, seer: Seer) {
    const key = keyOf({ collection, _id: id })
    return this.history.some((entry) => entry.key === key && entry.version > base && isUnseen(entry, seer))
  }
  sectionOfKey(key: number) {
    return this.history
      .find((entry) => entry.key.startsWith('sections/') && entry.content?.['key'] === key)
      ?.key.slice('sections/'.length)
  }
  redirect(lane: string, draft: string) {
    return this.redirects.get(`${lane}/${draft}`)
  }
  head() {
    return this.count
  }
  do(actor: Actor, ...ops: Op[]): Applied {
    const n = ++this.count
    return this.take(actor, mutationOf(n, testId(5, n), 'drug.update', ops))
  }
  take(actor: Actor, mutation: Mutation): Applied {
    const applied = applyMutation(this, mutation, actor, NOW, DECIDES)
    for (const change of applied.changes) {
      this.records.set(keyOf(change), change)
      this.history.push({
        key: keyOf(change),
        version: change.version,
        lane: actor.lane,
        order: actor.order,
        content: change.content,
      })
    }
    for (const { lane, from, to } of applied.redirects) this.redirects.set(`${lane}/${from}`, to)
    return applied
  }
  drug() {
    return this.record('drugs', DRUG)
  }
  conflicts() {
    return [...this.records.values()].filter(({ collection }) => collection === 'conflicts')
  }

  /** What a person who sees `base` sends to make it `next`. */
  edit(base: SyncRecord | undefined, next: JsonObject): Op {
    if (!base?.content) throw new Error('There is nothing to edit.')
    const op = updateOp(base.collection, { ...base, content: base.content }, next)
    if (!op) throw new Error('An edit must differ.')
    return op
  }
}
