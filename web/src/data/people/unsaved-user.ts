import type { UnsavedUser } from '../database/clinic-database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

export type { UnsavedUser } from '../database/clinic-database.ts'

/** Keeps what the signed-in person typed for a new user, or forgets it (`null`); a reload or a crash loses nothing else. */
export async function keepUnsavedUser(typed: UnsavedUser | null): Promise<void> {
  const clinic = currentClinic()
  const { _id } = currentUser()
  await clinic.transaction('rw', clinic.settings, async () => {
    const { [_id]: _, ...others } = (await readSetting(clinic, 'unsaved_users')) ?? {}
    await writeSetting(clinic, 'unsaved_users', typed === null ? others : { ...others, [_id]: typed })
  })
}

export async function unsavedUser(): Promise<UnsavedUser | undefined> {
  return (await readSetting(currentClinic(), 'unsaved_users'))?.[currentUser()._id]
}
