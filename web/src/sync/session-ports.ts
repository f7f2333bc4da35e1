import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { orgOf } from '../data/database/clinic-database.ts'
import { appVersion } from '../data/device/app-version.ts'
import { newId } from '../data/database/ids.ts'
import { thisPlatform } from '../data/device/platform-name.ts'
import { callServer, tokenRefused } from '../data/people/server-call.ts'
import { session } from '../data/people/session.ts'
import { setClock } from '../data/database/time.ts'
import type { EnginePorts } from './exchange.ts'

/** Whether the signed-in user is of this organization. */
export const isCurrent = (clinic: ClinicDatabase) => session.getState().user?.org_id === orgOf(clinic)

/** Who only manages the organization has no records to hear of. */
export const readsRecords = (user: Profile | null) => user?.org_perms.includes(PERMISSION.records) === true

/** A tab's world: the session of whoever is signed in, beside the push tokens in the database. */
export function sessionPorts(clinic: ClinicDatabase): EnginePorts {
  return {
    clinic,
    call: callServer,
    deviceNow: Date.now,
    newId,
    credentials() {
      const { user, token } = session.getState()
      return user && token !== null && isCurrent(clinic) ? { user_id: user._id, token } : null
    },
    mayRead: () => readsRecords(session.getState().user),
    signedIn: () => (isCurrent(clinic) ? (session.getState().user?._id ?? null) : null),
    tokenRefused,
    clockKnown(offset) {
      if (isCurrent(clinic)) setClock(offset, Date.now())
    },
    about: () => ({ app_version: appVersion(), platform: thisPlatform() }),
  }
}
