import type { PoliciesContent } from 'sync-protocol/records/policies'
import { isTimeZone } from 'sync-protocol/rules/time-zone'
import type { Profile } from 'sync-protocol/wire/accounts'
import { createStore } from 'zustand/vanilla'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { followPolicies } from '../database/policies.ts'

/** What the clinic of the signed-in person decided, as this tablet knows it. */
export const clinicSettings = createStore<PoliciesContent>(() => ({}))

let following: { clinic: ClinicDatabase; end: () => void } | undefined

/** Follows the settings of this clinic from now on, or of none; `heard` is called after each change. */
export function followSettings(clinic: ClinicDatabase | undefined, heard: () => void): void {
  if (following?.clinic === clinic) return
  following?.end()
  following = undefined
  clinicSettings.setState({}, true)
  if (!clinic) return
  const end = followPolicies(clinic, (policies) => {
    clinicSettings.setState(policies, true)
    heard()
  })
  following = { clinic, end }
}

/** The profile may be older than the settings: it is as it was at the last sign-in. A zone that this browser lacks is passed over. */
export function inClinicZone(user: Profile): Profile {
  const { time_zone } = clinicSettings.getState()
  return time_zone === undefined || time_zone === user.time_zone || !isTimeZone(time_zone)
    ? user
    : { ...user, time_zone }
}
