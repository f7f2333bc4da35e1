import type { PoliciesItem } from 'sync-protocol/wire/policies'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

/** The clinic's settings as a holder of 0 sees them. */
export type SeenPolicies = PoliciesItem

/** Keeps them as the server just told them, to be read when it is out of reach: a holder of 0 alone hears no feed. */
export const keepSeenPolicies = (seen: SeenPolicies): Promise<void> =>
  writeSetting(currentClinic(), 'policies_seen', seen)

export const seenPolicies = (): Promise<SeenPolicies | undefined> =>
  readSetting(currentClinic(), 'policies_seen')
