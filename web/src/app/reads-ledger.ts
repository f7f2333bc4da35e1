import { PERMISSION } from 'sync-protocol/rules/permissions'

/** Who may read and verify the controlled-substance ledger. */
export const readsLedger = (perms: readonly number[]): boolean =>
  perms.includes(PERMISSION.organization) || perms.includes(PERMISSION.othersRecords)
