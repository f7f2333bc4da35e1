import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { UnsavedSettings, UnsavedUser } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

export type { UnsavedSettings } from '../database/setting-values.ts'

type ByPerson<T> = Readonly<Record<string, T>>
interface Stored<T> {
  read(clinic: ClinicDatabase): Promise<ByPerson<T> | undefined>
  write(clinic: ClinicDatabase, all: ByPerson<T>): Promise<void>
}

/** What the signed-in person typed into a form that needs the server and did not save; a reload or a crash loses nothing of it. */
const unsavedTyped = <T>({ read, write }: Stored<T>) => ({
  /** `null` forgets it. */
  async keep(typed: T | null): Promise<void> {
    const clinic = currentClinic()
    const { _id } = currentUser()
    await clinic.transaction('rw', clinic.settings, async () => {
      const { [_id]: _, ...others } = (await read(clinic)) ?? {}
      await write(clinic, typed === null ? others : { ...others, [_id]: typed })
    })
  },
  read: async (): Promise<T | undefined> => (await read(currentClinic()))?.[currentUser()._id],
})

export const unsavedUser = unsavedTyped<UnsavedUser>({
  read: (clinic) => readSetting(clinic, 'unsaved_users'),
  write: (clinic, all) => writeSetting(clinic, 'unsaved_users', all),
})
export const unsavedSettings = unsavedTyped<UnsavedSettings>({
  read: (clinic) => readSetting(clinic, 'unsaved_settings'),
  write: (clinic, all) => writeSetting(clinic, 'unsaved_settings', all),
})
