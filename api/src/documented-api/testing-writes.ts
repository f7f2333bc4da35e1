import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import type { PullReply } from 'sync-protocol/wire/pull'
import type { PushReply } from 'sync-protocol/wire/push'
import type { Caller, SignedIn } from '../testing.ts'

/** A tablet in a test: writes through sync, as the app does. */
export function tablet(call: Caller, { token }: SignedIn, now: () => Date) {
  const lane = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  let epoch: string | undefined
  async function push(action: string, ops: Op[]): Promise<PushReply> {
    epoch ??= ((await call('GET', '/sync/pull?cursor=0', { token })).body as unknown as PullReply).epoch
    const at = now().toISOString()
    const mutation = {
      n: ++n,
      id: randomUUID(),
      at,
      clock_offset_ms: 0,
      schema: 1,
      action,
      detail: null,
      ops,
    }
    const body = { protocol: PROTOCOL, epoch, ...lane, sent_at: at, mutations: [mutation] }
    const reply = await call('POST', '/sync/push', { token, body })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.body as unknown as PushReply
  }
  return {
    push,
    /** Writes records and gives their ids. */
    async write(collection: Collection, contents: JsonObject[]): Promise<string[]> {
      const ops = contents.map((content): Op => ({ op: 'create', collection, _id: randomUUID(), content }))
      const { results } = await push(`${collection.replace(/s$/, '')}.create`, ops)
      if (results[0]?.status !== 'applied') throw new Error(JSON.stringify(results))
      return ops.map(({ _id }) => _id)
    },
    async pulled(): Promise<PullReply['changes']> {
      const reply = await call('GET', '/sync/pull?cursor=0&limit=5000', { token })
      return (reply.body as unknown as PullReply).changes
    },
  }
}
