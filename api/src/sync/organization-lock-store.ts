import type pg from 'pg'
import type { Digests } from 'sync-protocol/records/digest'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Row } from '../database/queries.ts'

/** The digests of an organization's records, and the head at which they are so. */
export interface CountedDigests {
  seq: number
  of: Digests
}

/** The heads of an organization, as they stand while its row is locked. */
export interface LockedOrganization {
  org_id: string
  name: string
  epoch: string
  seq: number
  next_key: number
  /** IANA name. */
  time_zone: string
  ledger: LedgerHead
  /** null where nobody counted them yet. */
  digests: CountedDigests | null
  /** The newest version of each record that this transaction changed so far, by its key; more than an event brings may lack some. */
  changed: ReadonlyMap<string, SyncRecord>
}

type Heads = Pick<
  Row<'organizations'>,
  'org_id' | 'name' | 'seq' | 'next_key' | 'time_zone' | 'ledger_n' | 'ledger_hash'
> &
  Pick<Row<'installation'>, 'epoch'> &
  Pick<LockedOrganization, 'digests'>

const HEADS = `SELECT o.org_id, o.name, o.seq, o.next_key, o.time_zone, o.ledger_n, o.ledger_hash, o.digests, i.epoch
  FROM organizations o CROSS JOIN installation i`

const lockedOf = ({ ledger_n, ledger_hash, ...heads }: Heads): LockedOrganization => ({
  ...heads,
  ledger: { n: ledger_n, hash: ledger_hash },
  changed: new Map(),
})

/**
 * Takes this transaction's place in the organization's line. Every writer of records does so before anything else: feed
 * order is then commit order, and a reader that follows its cursor misses nothing (L1).
 */
export async function lockOrganization(client: pg.PoolClient, orgId: string): Promise<LockedOrganization> {
  // @rule asked-after-lock
  const { rows } = await client.query<Heads>({
    name: 'lock-organization',
    text: /* @rule feed-lock */ `${HEADS} WHERE o.org_id = $1 FOR UPDATE OF o`,
    values: [orgId],
  })
  const [row] = rows
  if (!row) throw new ProtocolError('unauthenticated', 'Please log in.')
  return lockedOf(row)
}

export type PresentUser = Pick<Row<'users'>, 'name' | 'perms'>

/** Name and permissions of this moment, not the token's (P6). */
export async function presentUser(
  client: pg.PoolClient,
  orgId: string,
  userId: string,
): Promise<PresentUser> {
  const { rows } = await client.query<PresentUser>({
    name: 'present-user',
    text: 'SELECT name, perms FROM users WHERE org_id = $1 AND user_id = $2 AND removed_at IS NULL',
    values: [orgId, userId],
  })
  const [user] = rows
  if (!user) throw new ProtocolError('unauthenticated', 'Please log in.')
  return user
}
