import type pg from 'pg'
import { SECTION_KEY_BLOCK, type DeviceReply, type DeviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockOrganization, presentUser, type LockedOrganization } from './organization-lock-store.ts'
import { writeDevice, writeLane } from './push-write-store.ts'
import type { LaneState } from './push-state.ts'

/** Binds a lane to its user, and gives the device a run of section keys that nobody else has (sync contract, section 6). */
export function registerDevice(
  pool: pg.Pool,
  speaker: Pick<Speaker, 'org_id' | 'user_id'>,
  { device, lane, block }: DeviceRequest,
  now: string,
): Promise<DeviceReply> {
  return inTransaction(pool, async (client) => {
    const org = await lockOrganization(client, speaker.org_id)
    await presentUser(client, org.org_id, speaker.user_id)
    const known: LaneState | undefined = await queriesOn(client)
      .selectFrom('lanes')
      .select(['user_id', 'last_n'])
      .where(({ and }) => and({ org_id: org.org_id, lane_id: lane }))
      .executeTakeFirst()
    const bound = known ?? { user_id: speaker.user_id, last_n: 0 }
    if (bound.user_id !== speaker.user_id) {
      throw new ProtocolError('forbidden', 'This lane belongs to another user.')
    }
    await writeDevice(client, org.org_id, device, now)
    await writeLane(client, org.org_id, { device, lane }, bound, now)
    const from = await keyBlock(client, org, device, block)
    return {
      protocol: PROTOCOL,
      epoch: org.epoch,
      server_time: now,
      section_keys: { from, to: from + SECTION_KEY_BLOCK - 1 },
      last_n: bound.last_n,
    }
  })
}

/** The first key of a device's run: the one it was given before, or the next that nobody has. */
async function keyBlock(
  client: pg.PoolClient,
  org: LockedOrganization,
  device: string,
  block: number,
): Promise<number> {
  const db = queriesOn(client)
  const { org_id, next_key } = org
  const run = { org_id, device_id: device, block }
  const given = await db
    .selectFrom('key_blocks')
    .select('key_from')
    .where(({ and }) => and(run))
    .executeTakeFirst()
  if (given) return given.key_from
  await db
    .insertInto('key_blocks')
    .values({ ...run, key_from: next_key })
    .execute()
  await db
    .updateTable('organizations')
    .set({ next_key: next_key + SECTION_KEY_BLOCK })
    .where('org_id', '=', org_id)
    .execute()
  return next_key
}
