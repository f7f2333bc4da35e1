import { deviceReply } from 'sync-protocol/wire/devices'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { LaneRow } from '../data/database/clinic-rows.ts'
import type { SettingValues } from '../data/database/setting-values.ts'
import { finishRenewal } from '../data/outbox/lanes.ts'
import { forkLane } from '../data/outbox/outbox.ts'
import { blockToAsk, storeRegistration } from '../data/restore/section-keys.ts'
import { readSetting } from '../data/database/settings.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'

/** Makes the signed-in user's lane known to the server, and fetches section keys when they run low. */
export async function registerLane(ports: EnginePorts): Promise<void> {
  const who = ports.credentials()
  let lane = who && (await ports.clinic.lanes.get(who.user_id))
  if (lane?.renewal) {
    // The server is to know the lane that comes, not the one that is given up.
    await finishRenewal(ports.clinic, lane.user_id)
    lane = await ports.clinic.lanes.get(lane.user_id)
  }
  if (!who || !lane) return
  const present = await readSetting(ports.clinic, 'section_keys')
  if (isRegistered(lane, present)) return
  await ask(ports, lane, who.token, blockToAsk(present))
}

/** The server knows the lane, and there are keys for new sections. */
export const isRegistered = (lane: LaneRow, keys: SettingValues['section_keys'] | undefined): boolean =>
  lane.registered && keys?.block === blockToAsk(keys)

async function ask(ports: EnginePorts, lane: LaneRow, token: string, block: number): Promise<void> {
  const device = (await readSetting(ports.clinic, 'device')) ?? ''
  // A lane that was made anew lost its right to push with the old one.
  const push_token = lane.push_token === null ? { push_token: true } : {}
  const body = { protocol: PROTOCOL, device, lane: lane.id, block, ...push_token }
  try {
    const reply = await exchange(ports, { method: 'POST', path: '/sync/devices', token, body }, deviceReply)
    await storeRegistration(ports.clinic, lane, block, reply)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.step === 'new-lane' && !lane.registered)
      await forkLane(ports.clinic, { lane, mutations: [], rows: [] }, ports.newId())
    throw error
  }
}
