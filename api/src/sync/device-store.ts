import type pg from 'pg'
import { SECTION_KEY_BLOCK, type DeviceReply, type DeviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
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
    const { rows } = await client.query<LaneState>({
      name: 'load-lane',
      text: 'SELECT user_id, last_n FROM lanes WHERE org_id = $1 AND lane_id = $2',
      values: [org.org_id, lane],
    })
    const bound = rows[0] ?? { user_id: speaker.user_id, last_n: 0 }
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
  const { rows } = await client.query<{ key_from: number }>(
    'SELECT key_from FROM key_blocks WHERE org_id = $1 AND device_id = $2 AND block = $3',
    [org.org_id, device, block],
  )
  if (rows[0]) return rows[0].key_from
  const from = org.next_key
  await client.query('INSERT INTO key_blocks (org_id, device_id, block, key_from) VALUES ($1, $2, $3, $4)', [
    org.org_id,
    device,
    block,
    from,
  ])
  await client.query('UPDATE organizations SET next_key = $2 WHERE org_id = $1', [
    org.org_id,
    from + SECTION_KEY_BLOCK,
  ])
  return from
}
