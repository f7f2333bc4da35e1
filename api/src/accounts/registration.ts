import { randomInt, randomUUID } from 'node:crypto'
import { isTimeZone } from 'sync-protocol/rules/time-zone'
import { checkRegistration, emailKey } from 'sync-protocol/rules/user-form'
import type { RegisterRequest } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { AccountStore, NewOrganization } from './account-store.ts'
import { hashPassword } from './passwords.ts'

export type Registration = 'first' | 'open' | 'closed'

/** Whether somebody may make an organization now; the demonstration clinic does not count. */
export const isOpen = (registration: Registration, clinics: { real: number }) =>
  registration === 'open' || (registration === 'first' && clinics.real === 0)

/** No letters or digits that are mistaken for each other. */
export const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const groups = (count: number) =>
  Array.from({ length: count }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** A code that people can read out, e.g. K7QM-2XVP. */
export const newOrganizationKey = () => groups(2)
/** About 79 random bits that can be typed on a tablet. */
export const newPassword = () => groups(4).toLowerCase()

/** Makes an organization and its first user, who holds every permission; its id. `enter` throws for who may not. */
export async function register(
  accounts: AccountStore,
  registration: Registration,
  request: RegisterRequest,
  now: Date,
  enter: () => Promise<void>,
): Promise<string> {
  const wrong = checkRegistration(request)
  if (wrong) throw new ProtocolError('invalid', wrong.message, { field: wrong.field })
  const zone = request.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!isTimeZone(zone)) throw new ProtocolError('invalid', 'Time zone is invalid.', { field: 'time_zone' })
  const closed = new ProtocolError('forbidden', 'Registration is closed.')
  if (!isOpen(registration, await accounts.clinics())) throw closed
  await enter()
  const organization: NewOrganization = {
    org_id: randomUUID(),
    name: request.org_name.trim(),
    key: newOrganizationKey(),
    time_zone: zone,
    demo: false,
    library_due: request.library === 'demonstration',
  }
  const user = {
    org_id: organization.org_id,
    user_id: randomUUID(),
    name: request.name.trim(),
    email: emailKey(request.email),
    password_hash: await hashPassword(request.password),
    perms: [0, 1, 2, 3],
  }
  const made = await accounts.found(organization, [user], now, (clinics) => isOpen(registration, clinics))
  if (!made) throw closed
  return organization.org_id
}
