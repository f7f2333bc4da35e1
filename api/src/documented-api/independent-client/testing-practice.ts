import { randomUUID } from 'node:crypto'
import { Client } from './testing-client.ts'
import { ApiDocument } from './testing-document.ts'
import { startServer } from './testing-server.ts'

export interface Change {
  collection: string
  _id: string
  version: number
  deleted: boolean
  content: Record<string, unknown> | null
  voided?: object
}
const PASSWORD = 'Correct horse 1'

/** A server, and somebody who has read its document. */
export async function visitServer(): Promise<Client> {
  const base = await startServer()
  const reply = await fetch(`${base}/documentation/json`)
  return new Client(base, new ApiDocument(await reply.json()))
}

async function signedIn(guest: Client, email: string): Promise<Client> {
  const { token } = await guest.done('POST', '/user/login', { body: { email, password: PASSWORD } })
  return guest.as(token)
}

/** A new practice, and its first user signed in. */
export async function openPractice(guest: Client, name = 'Elm Street Clinic'): Promise<Client> {
  const email = `${randomUUID().slice(0, 8)}@practice.test`
  const body = { name: 'Ana Alvarez', email, password: PASSWORD, confirm_password: PASSWORD, org_name: name }
  await guest.done('POST', '/user/register', {
    body: { ...body, time_zone: 'America/Chicago', library: 'empty' },
  })
  return signedIn(guest, email)
}

/** A colleague with these permissions (`spec 1 §7`). */
export async function hire(manager: Client, name: string, org_perms: number[]): Promise<Client> {
  const { organization } = await manager.done('GET', '/organization/information')
  const email = `${randomUUID().slice(0, 8)}@practice.test`
  await manager.done('POST', '/organization/users/create', {
    body: {
      name,
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_key: organization.key,
      org_name: organization.name,
      org_perms,
    },
  })
  return signedIn(manager.as(undefined), email)
}

/** A tablet that was never connected before: it registers itself, then follows the feed. */
export async function openTablet(user: Client): Promise<{ changes: () => Promise<Change[]> }> {
  await user.done('POST', '/sync/devices', {
    body: { protocol: 2, device: randomUUID(), lane: randomUUID(), block: 0 },
  })
  let cursor = 0
  return {
    /** What is new since it was asked last. */
    async changes() {
      const found: Change[] = []
      for (;;) {
        const page = await user.done('GET', '/sync/pull', { query: { protocol: 2, cursor, limit: 50 } })
        found.push(...page.changes)
        cursor = page.cursor
        if (!page.more) return found
      }
    },
  }
}
