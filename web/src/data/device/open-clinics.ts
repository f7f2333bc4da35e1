import { clinicDatabase, type ClinicDatabase } from '../database/clinic-database.ts'
import { keepOpen } from '../database/reopen.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { deviceId, deviceDatabase } from './device-database.ts'

const open = new Map<string, ClinicDatabase>()

/** The one connection to an organization's database; Dexie opens it at first use. */
export function openClinic(orgId: string): ClinicDatabase {
  const found = open.get(orgId)
  if (found) return found
  const clinic = clinicDatabase(orgId)
  keepOpen(clinic)
  open.set(orgId, clinic)
  return clinic
}

/** Makes the database ready for its first user on this tablet. */
export async function prepareClinic(orgId: string): Promise<ClinicDatabase> {
  const clinic = openClinic(orgId)
  if ((await readSetting(clinic, 'device')) === undefined)
    await writeSetting(clinic, 'device', await deviceId())
  await deviceDatabase().clinics.put({ org_id: orgId })
  await beginAfterWipe(clinic, orgId)
  return clinic
}

/** After a revocation that was taken back: a run of section keys that this tablet had before is not dealt out again. */
async function beginAfterWipe(clinic: ClinicDatabase, orgId: string): Promise<void> {
  const revocations = deviceDatabase().revocations
  const wiped = await revocations.get(orgId)
  if (wiped?.state !== 'wiped') return
  if (wiped.blocks > 0 && (await readSetting(clinic, 'section_keys')) === undefined)
    await writeSetting(clinic, 'section_keys', { block: wiped.blocks - 1, next: 1, to: 0 })
  await revocations.delete(orgId)
}

/** Deletes an organization's database with everything in it. Other tabs' connections to it end. */
export async function deleteClinic(orgId: string): Promise<void> {
  const clinic = openClinic(orgId)
  open.delete(orgId)
  await clinic.delete()
}

/** Closes every connection: for tests, which open them again as after a crash. */
export function closeClinics(): void {
  for (const clinic of open.values()) clinic.close()
  open.clear()
}
