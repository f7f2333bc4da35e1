import { clinicDatabase, type ClinicDatabase } from './clinic-database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { deviceId, tabletDatabase } from './tablet-database.ts'

const open = new Map<string, ClinicDatabase>()

/** The one connection to an organization's database; Dexie opens it at first use. */
export function openClinic(orgId: string): ClinicDatabase {
  const found = open.get(orgId)
  if (found) return found
  const clinic = clinicDatabase(orgId)
  open.set(orgId, clinic)
  return clinic
}

/** Makes the database ready for its first user on this tablet. */
export async function prepareClinic(orgId: string): Promise<ClinicDatabase> {
  const clinic = openClinic(orgId)
  if ((await readSetting(clinic, 'device')) === undefined)
    await writeSetting(clinic, 'device', await deviceId())
  await tabletDatabase().clinics.put({ org_id: orgId })
  return clinic
}

/** Closes every connection: for tests, which open them again as after a crash. */
export function closeClinics(): void {
  for (const clinic of open.values()) clinic.close()
  open.clear()
}
