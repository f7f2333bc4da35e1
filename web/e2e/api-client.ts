import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { Mutation, Op } from 'sync-protocol/records/mutation'

export interface ApiRecord {
  version: number
  collection: string
  _id: string
  deleted: boolean
  voided?: unknown
  flags?: string[]
  meta: { author_id: string; author_name: string; date_created: string; sent_by?: string }
  content: Record<string, unknown> | null
}

/** A client of the server's own calls, to prepare what a test needs and to see what the server has. */
export async function signInToApi(url: string, email: string, password: string) {
  async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { token, user } = await call<{ token: string; user: { _id: string; name: string } }>(
    'POST',
    '/user/login',
    {
      email,
      password,
    },
  )
  const device = randomUUID()
  const lane = randomUUID()
  const { epoch } = await call<{ epoch: string }>(
    'POST',
    '/sync/devices',
    { protocol: PROTOCOL, device, lane, block: 0 },
    token,
  )
  let n = 0
  return {
    user,
    token,
    get: <T>(path: string) => call<T>('GET', path, undefined, token),
    post: <T>(path: string, body: unknown) => call<T>('POST', path, body, token),
    async push(action: string, ops: Op[], at = new Date(), expected = 'applied', schema = 1) {
      const mutation: Mutation = {
        n: ++n,
        id: randomUUID(),
        at: at.toISOString(),
        clock_offset_ms: 0,
        schema,
        action,
        detail: null,
        ops,
      }
      const request = { protocol: PROTOCOL, epoch, device, lane, sent_at: mutation.at, mutations: [mutation] }
      const reply = await call<{ results: { status: string; message?: string }[] }>(
        'POST',
        '/sync/push',
        request,
        token,
      )
      if (reply.results[0]?.status !== expected)
        throw new Error(`Not ${expected}: ${JSON.stringify(reply.results)}`)
    },
    /** Every record of the organization that lives. */
    async records(collection: string): Promise<ApiRecord[]> {
      const found: ApiRecord[] = []
      for (let cursor = 0, more = true; more;) {
        const page = await call<{ changes: ApiRecord[]; cursor: number; more: boolean }>(
          'GET',
          `/sync/pull?protocol=${PROTOCOL}&cursor=${cursor}&limit=1000`,
          undefined,
          token,
        )
        found.push(...page.changes)
        cursor = page.cursor
        more = page.more
      }
      return found.filter((record) => record.collection === collection && !record.deleted)
    },
  }
}
export type ApiClient = Awaited<ReturnType<typeof signInToApi>>

/** A canine protocol of one controlled drug: 0.5 mg/kg at 10 mg/ml. */
export const halfMgProtocol = (name: string, drug: object = {}): Op => ({
  op: 'create',
  collection: 'anesthesia_protocols',
  _id: randomUUID(),
  content: {
    species: 0,
    name,
    sections: [
      {
        key: 1000,
        title_s: 'Opioid',
        title_p: 'Opioids',
        drugs: [
          {
            name: 'Methadone',
            concentration: 10,
            dosage: 0.5,
            dosage_from: -1,
            dosage_to: -1,
            route: 'IM',
            form: 'INJECTION',
            controlled: true,
            schedule: 'II',
            ...drug,
          },
        ],
      },
    ],
    fluids: [{ name: "Lactated Ringer's", rate: 5 }],
  },
})
