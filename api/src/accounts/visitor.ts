import { createHmac, randomUUID } from 'node:crypto'
import { VISITOR_EMAIL } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { AccountStore } from './account-store.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** Uses everything but the organization itself. */
const PERMS = [1, 2, 3] as const
const NAME = 'Val Visitor'

/** The same at every start of this server, and of no other. */
const passwordOf = (secret: string): string =>
  createHmac('sha256', secret).update('visitor of the demonstration').digest('base64url')

/**
 * With what anybody signs in to the demonstration. Its visitor is made by the first visit, and has again by each what the ones
 * before may have changed of it.
 * @throws ProtocolError `not_found` where there is no demonstration, or a clinic works on this server
 */
export async function visit(
  accounts: Pick<AccountStore, 'visitor'>,
  secret: string,
  now: Date,
): Promise<{ email: string; password: string }> {
  const password = passwordOf(secret)
  const found = await accounts.visitor(VISITOR_EMAIL, now, async (stands) => ({
    user_id: randomUUID(),
    name: NAME,
    password_hash:
      stands !== undefined && (await isPassword(stands, password)) ? stands : await hashPassword(password),
    perms: PERMS,
  }))
  if (!found) throw new ProtocolError('not_found', 'There is no demonstration to try on this server.')
  return { email: VISITOR_EMAIL, password }
}
