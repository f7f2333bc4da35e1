import type { RegisterRequest } from 'sync-protocol/wire/accounts'
import { signInToApi, type ApiClient } from '../../e2e/api-client.ts'

export const PASSWORD = 'Quiet hands 1'
export const TIME_ZONE = 'America/Chicago'

export interface Person {
  name: string
  email: string
  org_perms: readonly number[]
}
export interface Clinic {
  /** Holds every permission, and signs in for the pictures. */
  email: string
  api: ApiClient
  /** A client of another user's own. */
  as: (email: string) => Promise<ApiClient>
}

/** Registers an organization with its users. */
export async function makeClinic(
  url: string,
  org_name: string,
  owner: { name: string; email: string },
  library: NonNullable<RegisterRequest['library']>,
  people: readonly Person[],
): Promise<Clinic> {
  const body = {
    ...owner,
    password: PASSWORD,
    confirm_password: PASSWORD,
    org_name,
    time_zone: TIME_ZONE,
    library,
  }
  const reply = await fetch(`${url}/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`The clinic was not made: ${await reply.text()}`)
  const as = (email: string) => signInToApi(url, email, PASSWORD)
  const api = await as(owner.email)
  for (const person of people)
    await api.post('/organization/users/create', {
      ...person,
      password: PASSWORD,
      confirm_password: PASSWORD,
    })
  return { email: owner.email, api, as }
}

const DAY_MS = 86_400_000

/** The instant and the local day so many days ago, at an hour of the clinic's working day (UTC). */
export function daysAgo(days: number, hour = 15, minute = 0): { at: Date; day: string } {
  const at = new Date(Date.now() - days * DAY_MS)
  at.setUTCHours(hour, minute, 0, 0)
  if (at.getTime() > Date.now()) at.setTime(Date.now() - 60_000)
  return { at, day: at.toISOString().slice(0, 10) }
}
