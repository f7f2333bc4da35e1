import type pg from 'pg'
import { differing, digestsOf, type Digests } from 'sync-protocol/records/digest'
import { queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CountedDigests, LockedOrganization } from './organization-lock-store.ts'

/** From the records themselves. */
export async function countDigests(client: pg.ClientBase, orgId: string): Promise<Digests> {
  const { rows } = await client.query<[collection: string, id: string, version: number]>({
    name: 'count-digests',
    rowMode: 'array',
    text: 'SELECT collection, record_id, version FROM records WHERE org_id = $1 AND NOT deleted',
    values: [orgId],
  })
  return digestsOf(rows.map(([collection, _id, version]) => ({ collection, _id, version, deleted: false })))
}

/** As they stand before the next commit: those that were kept, or counted anew where a commit left them behind. */
export async function currentDigests(client: pg.ClientBase, org: LockedOrganization): Promise<Digests> {
  return org.digests?.seq === org.seq ? org.digests.of : countDigests(client, org.org_id)
}

/** Counts them anew, in the transaction that holds the organization's lock. */
export async function renewDigests(client: pg.ClientBase, org: LockedOrganization): Promise<void> {
  const digests: CountedDigests = { seq: org.seq, of: await countDigests(client, org.org_id) }
  await client.query({
    name: 'renew-digests',
    text: 'UPDATE organizations SET digests = $2 WHERE org_id = $1',
    values: [org.org_id, JSON.stringify(digests)],
  })
}

/** Looks whether the kept digests are those of the records, both of one moment. Names the collections where they are not. */
export function wrongDigests(pool: pg.Pool, orgId: string): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const org = await queriesOn(client)
      .selectFrom('organizations')
      .select(['digests', 'seq'])
      .where('org_id', '=', orgId)
      .executeTakeFirst()
    const kept = org?.digests as CountedDigests | null | undefined
    if (!kept || kept.seq !== org?.seq) return []
    const counted = await countDigests(client, orgId)
    return differing(kept.of, counted)
  })
}
