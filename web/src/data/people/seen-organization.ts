import type { SeenOrganization } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

export type { SeenOrganization } from '../database/setting-values.ts'

/** Keeps the organization and its users as the server just told them, to be read when it is out of reach. */
export const keepSeenOrganization = (seen: SeenOrganization): Promise<void> =>
  writeSetting(currentClinic(), 'organization_seen', seen)

export const seenOrganization = (): Promise<SeenOrganization | undefined> =>
  readSetting(currentClinic(), 'organization_seen')
