import type { ClinicDatabase, SettingValues } from './clinic-database.ts'

export async function readSetting<K extends keyof SettingValues>(
  clinic: ClinicDatabase,
  key: K,
): Promise<SettingValues[K] | undefined> {
  const row = await clinic.settings.get(key)
  return row?.value as SettingValues[K] | undefined
}

export async function writeSetting<K extends keyof SettingValues>(
  clinic: ClinicDatabase,
  key: K,
  value: SettingValues[K],
): Promise<void> {
  await clinic.settings.put({ key, value })
}
