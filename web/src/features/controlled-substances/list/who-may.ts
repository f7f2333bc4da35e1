import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { BalanceEntry } from './balance-entry.ts'

type Person = Pick<Profile, '_id' | 'org_perms'>

/** Its author, or a holder of 2 (`spec 2 §6`). */
export const mayDelete = ({ _id, org_perms }: Person, { author_id }: BalanceEntry): boolean =>
  mayChange(
    { user_id: _id, perms: org_perms },
    { collection: 'balances', content: null, meta: { author_id } },
  )

/** Voided sheets are listed for those who look after the records. */
export const maySeeVoided = ({ org_perms }: Person): boolean =>
  org_perms.includes(PERMISSION.organization) || org_perms.includes(PERMISSION.othersRecords)
