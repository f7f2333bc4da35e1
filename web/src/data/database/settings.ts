import type { ClinicDatabase } from './clinic-database.ts'
import type { SettingValues } from './setting-values.ts'

export async function readSetting<K extends keyof SettingValues>(
  clinic: ClinicDatabase,
  key: K,
): Promise<SettingValues[K] | undefined> {
  const row = await clinic.settings.get(key)
  return row?.value as SettingValues[K] | undefined
}

/** Several at once, in their order. */
export async function readSettings<const K extends readonly (keyof SettingValues)[]>(
  clinic: ClinicDatabase,
  keys: K,
): Promise<{ [I in keyof K]: SettingValues[K[I]] | undefined }> {
  const rows = await clinic.settings.bulkGet([...keys])
  return rows.map((row) => row?.value) as { [I in keyof K]: SettingValues[K[I]] | undefined }
}

export async function writeSetting<K extends keyof SettingValues>(
  clinic: ClinicDatabase,
  key: K,
  value: SettingValues[K],
): Promise<void> {
  await clinic.settings.put({ key, value })
}
