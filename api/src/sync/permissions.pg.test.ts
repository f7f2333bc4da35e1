import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { pushOf } from 'sync-protocol/testing/examples'
import { runTable, type World } from 'sync-protocol/testing/permission-run'
import type { Person } from 'sync-protocol/testing/permission-scene'
import { EVERY_SET, type Permission } from 'sync-protocol/testing/permission-table'
import { pullReply } from 'sync-protocol/wire/pull'
import { readPush } from 'sync-protocol/wire/push'
import { describe, expect, test } from 'vitest'
import { givePermissions, newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'
import { epochOf } from './testing-clinic.ts'

const clinics = await testApp({ registration: 'open' })
const { call, database } = clinics
const epoch = await epochOf(database.pool)

async function everyRecord(reader: SignedIn): Promise<SyncRecord[]> {
  const found: SyncRecord[] = []
  for (let cursor = 0, more = true; more;) {
    const page = await call('GET', `/sync/pull?cursor=${cursor}&limit=5000`, { token: reader.token })
    const reply = pullReply.parse(page.body)
    found.push(...(reply.changes as SyncRecord[]))
    ;({ cursor, more } = reply)
  }
  return found
}

/** The table's people with real accounts and tokens; whoever reads what stands is somebody else. */
async function onPostgres(): Promise<World> {
  const [clinic, abroad] = [await newOrganization(call), await newOrganization(call)]
  const people: Record<Person, SignedIn> = {
    self: await newUser(call, clinic, [1]),
    other: await newUser(call, clinic, [1]),
    stranger: await newUser(call, abroad, [1]),
  }
  const managerOf = (person: Person) => (person === 'stranger' ? abroad : clinic)
  const lanes = new Map<string, { device: string; lane: string; sent: number }>()
  return {
    give: (person, perms) => givePermissions(clinics, managerOf(person), people[person], perms),
    records: (person) => everyRecord(managerOf(person)),
    async push(person, tablet, mutations) {
      const name = `${person}/${tablet}`
      const lane = lanes.get(name) ?? { device: randomUUID(), lane: randomUUID(), sent: 0 }
      const numbered = mutations.map((mutation, index) => ({ ...mutation, n: lane.sent + index + 1 }))
      lanes.set(name, { ...lane, sent: lane.sent + mutations.length })
      const body = pushOf(epoch, { device: lane.device, lane: lane.lane }, numbered)
      const reply = await call('POST', '/sync/push', { token: people[person].token, body })
      return readPush(reply.body).results
    },
  }
}

test(
  '[P6] [P8] every operation on every collection, by every set of permissions, on own, others’ and another clinic’s records',
  { timeout: 120_000 },
  async () => {
    const { cells, wrong } = await runTable(await onPostgres())
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(3000)
  },
)

describe('reads and calls', () => {
  const any = () => true
  const holds = (permission: Permission) => (perms: readonly Permission[]) => perms.includes(permission)
  /** Permission 0 for the organization's calls, 1 for records, 0 or 2 for the ledger; being signed in for the rest. */
  const CALLS: readonly [
    method: 'GET' | 'POST',
    path: string,
    may: (perms: readonly Permission[]) => boolean,
    body?: () => object,
  ][] = [
    ['GET', '/sync/pull?cursor=0', holds(1)],
    ['GET', '/sync/snapshot?collections=drugs', holds(1)],
    ['GET', '/ledger', (perms) => perms.includes(0) || perms.includes(2)],
    ['GET', '/ledger/lines', (perms) => perms.includes(0) || perms.includes(2)],
    ['GET', '/organization/sections', holds(1)],
    ['GET', '/drugs/canine/-1?page=1', holds(1)],
    ['GET', '/injections/canine/all', holds(1)],
    ['GET', '/organization/action-log', holds(0)],
    ['GET', '/organization/action-log/people', holds(0)],
    ['GET', '/organization/action-log/export', holds(0)],
    ['GET', '/organization/information', holds(0)],
    ['GET', '/organization/users', holds(0)],
    ['POST', '/organization/users/create', holds(0), () => ({})],
    ['POST', '/organization/users/update', holds(0), () => ({})],
    ['POST', '/organization/users/delete', holds(0), () => ({})],
    ['GET', '/user/profile', any],
    ['GET', '/user/confirm', any],
    [
      'POST',
      '/sync/devices',
      any,
      () => ({ protocol: PROTOCOL, device: randomUUID(), lane: randomUUID(), block: 0 }),
    ],
  ]

  test(
    '[P6] [Q-83] [Q-85] who may make which call, as the database has it at that call',
    { timeout: 60_000 },
    async () => {
      const clinic = await newOrganization(call)
      const self = await newUser(call, clinic, [1])
      const wrong: string[] = []
      for (const perms of EVERY_SET) {
        await givePermissions(clinics, clinic, self, perms)
        for (const [method, path, may, body] of CALLS) {
          const { status } = await call(method, path, {
            token: self.token,
            ...(body ? { body: body() } : {}),
          })
          // A form that is empty is refused only after who sent it was let in.
          const good = may(perms) ? status === 200 || status === 400 : status === 403
          if (!good) wrong.push(`[${perms.join()}] ${method} ${path}: ${status}`)
        }
      }
      expect(wrong).toEqual([])
      for (const [method, path, , body] of CALLS) {
        const { status } = await call(method, path, body ? { body: body() } : {})
        expect([path, status]).toEqual([path, 401])
      }
    },
  )
})
