import { openClinic } from '../device/open-clinics.ts'
import { readSetting } from '../database/settings.ts'
import { deviceDatabase, type Revocation } from '../device/device-database.ts'

export type { Revocation } from '../device/device-database.ts'

export const revocations = (): Promise<Revocation[]> => deviceDatabase().revocations.toArray()

/** The organization revoked this tablet: from now on it only sends. What is known already is not said again. */
export const noteRevoked = (orgId: string): Promise<void> => note(orgId, { state: 'sending', told: false })

/** The demonstration was removed from the server: everything of it goes from this tablet too, sent or not. */
export const noteDemonstrationGone = (orgId: string): Promise<void> =>
  note(orgId, { state: 'wiping', given_up: true, told: true, demonstration: true })

type Noted = Pick<Revocation, 'state' | 'told' | 'given_up' | 'demonstration'>

async function note(orgId: string, noted: Noted): Promise<void> {
  const database = deviceDatabase()
  const [lanes, keys] = await Promise.all([
    openClinic(orgId).lanes.toArray(),
    readSetting(openClinic(orgId), 'section_keys'),
  ])
  await database.transaction('rw', [database.revocations, database.people, database.session], async () => {
    const known = await database.revocations.get(orgId)
    if (known && (!noted.demonstration || known.demonstration)) return
    const people = await database.people.filter(({ org_id }) => org_id === orgId).toArray()
    const present = (await database.session.get('present'))?.user
    const named = people.find(({ org_name }) => org_name !== undefined)?.org_name
    await database.revocations.put({
      org_id: orgId,
      org_name: named ?? (present?.org_id === orgId ? present.org_name : ''),
      heard_at: new Date().toISOString(),
      ...noted,
      user_ids: [...new Set([...lanes, ...people].map(({ user_id }) => user_id))],
      blocks: keys ? keys.block + 1 : 0,
    })
  })
}

/** Whether what is to go from this tablet is the demonstration, which the server has no more. */
export const isDemonstrationGone = async (orgId: string): Promise<boolean> =>
  (await deviceDatabase().revocations.get(orgId))?.demonstration === true

/** It was taken back before anything was removed. */
export async function noteNotRevoked(orgId: string): Promise<void> {
  const database = deviceDatabase()
  await database.transaction('rw', [database.revocations], async () => {
    const known = await database.revocations.get(orgId)
    if (known?.state === 'sending' || known?.state === 'held') await database.revocations.delete(orgId)
  })
}

/** A person saved a copy of these. */
export async function noteCopied(orgId: string, ids: readonly string[]): Promise<void> {
  await deviceDatabase().revocations.update(orgId, { copied: ids })
}

/** Somebody has read that the records are gone. */
export async function noteRead(orgId: string): Promise<void> {
  await deviceDatabase().revocations.update(orgId, { read: true })
}
