import type { Standing } from 'sync-protocol/wire/device-standing'
import { orgOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { forgetKeys } from './known-person.ts'
import { noteNotRevoked, noteRevoked } from './revocation.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** Takes over what the server says of this tablet. */
export async function takeDeviceStanding(clinic: ClinicDatabase, standing: Standing): Promise<void> {
  const orgId = orgOf(clinic)
  if (!standing.offline_sign_in) await forgetKeys(orgId)
  await takeName(clinic, standing.name)
  await noteRemoved(clinic, standing.removed ?? [])
  if (standing.revoked) await noteRevoked(orgId)
  else await noteNotRevoked(orgId)
}

/** Only this says that no sign-in will send what is left of them. */
async function noteRemoved(clinic: ClinicDatabase, removed: readonly string[]): Promise<void> {
  if (removed.length === 0) return
  await clinic.lanes
    .where('user_id')
    .anyOf([...removed])
    .filter(({ push_token, shut_out, removed: known }) => push_token === null && !(shut_out && known))
    .modify({ shut_out: true, removed: true })
}

/** A name typed here that the server has not heard stays until it has. */
async function takeName(clinic: ClinicDatabase, name: string | null): Promise<void> {
  await clinic.transaction('rw', [clinic.settings], async () => {
    const untold = await readSetting(clinic, 'device_name_untold')
    if (untold !== undefined && untold !== (name ?? '')) return
    if (untold !== undefined) await clinic.settings.delete('device_name_untold')
    if ((await readSetting(clinic, 'device_name')) !== (name ?? ''))
      await writeSetting(clinic, 'device_name', name ?? '')
  })
}

/** What people call this tablet from now on; told at the next contact. */
export async function nameDevice(clinic: ClinicDatabase, typed: string): Promise<void> {
  const name = typed.trim()
  await clinic.transaction('rw', [clinic.settings], async () => {
    await writeSetting(clinic, 'device_name', name)
    await writeSetting(clinic, 'device_name_untold', name)
  })
}
