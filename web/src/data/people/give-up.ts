import { readable } from 'sync-protocol/log/readable'
import {
  GIVEN_UP_ID_MAX,
  GIVEN_UP_MAX,
  GIVEN_UP_WORDS_MAX,
  type GivenUp,
} from 'sync-protocol/wire/device-standing'
import { localWork } from './local-work.ts'
import { openClinic } from '../device/open-clinics.ts'
import { deviceDatabase } from '../device/device-database.ts'

/**
 * A person has a copy of what could not be sent, or gives it up: from here on there is no way back. What goes unsent is kept by
 * name for the organization's log, which hears of it as soon as the server is reached.
 */
export async function giveUpLocalWork(orgId: string): Promise<void> {
  const held = await localWork(openClinic(orgId))
  const database = deviceDatabase()
  await database.transaction('rw', [database.revocations, database.losses], async () => {
    const { copied = [] } = (await database.revocations.get(orgId)) ?? {}
    const lost: GivenUp = {
      count: held.length,
      copied: held.every(({ id }) => copied.includes(id)),
      changes: held.slice(0, GIVEN_UP_MAX).map(({ id, user_id, message }) => ({
        id: id.slice(0, GIVEN_UP_ID_MAX),
        user: user_id,
        message: readable(message.slice(0, GIVEN_UP_WORDS_MAX)),
      })),
    }
    if (held.length > 0) await database.losses.put({ org_id: orgId, lost })
    await database.revocations.update(orgId, { state: 'wiping', given_up: true })
  })
}
