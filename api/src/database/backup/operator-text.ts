import type { HistoryHead } from 'sync-protocol/records/ledger-entry'
import type { ShutOut } from './shut-out-again.ts'

/** An organization's ledger after a restore, for whoever ran it. */
export interface RestoredLedger {
  name: string
  /** Its last entry that the backup holds. */
  n: number
  lost: readonly HistoryHead[] | null
}

const entry = ({ n, hash }: Pick<HistoryHead, 'n' | 'hash'>) => `${n} (${hash.slice(0, 12)}…)`

/** The words of what the server's operator did, in the action log and in the terminal. */
export const operatorText = {
  name: 'Operator of the server',
  restored: (backupAt: string, lost: readonly HistoryHead[] | null) =>
    `Restored the server from the backup of ${backupAt}` +
    (lost === null || lost.length === 0
      ? ''
      : `; the controlled-substance ledger had reached entry ${lost.map(entry).join(', ')} before`),
  wentBack: (endsAt: string) =>
    `The server's database was put back: it ends at ${endsAt}. A new history begins, and the tablets bring back what was lost`,
  beyond: (org: string) =>
    `A tablet of the organization ${org} has read further than this database reaches. If the database was put back, tablets prove it ` +
    'with the receipts of what is lost, and a new history begins by itself.',
  begun: (endsAt: string, epoch: string) =>
    `The database ends at ${endsAt}. A new history begins (${epoch}): the tablets load anew, and bring back what the server had taken since.`,
  ledger: ({ name, n, lost }: RestoredLedger) =>
    `${name}: the controlled-substance ledger goes on after entry ${n}.` +
    (lost === null
      ? ' Nothing stood in the database that could tell how far it had come.'
      : lost.length === 0
        ? ' Nothing of it was lost.'
        : ` Gone, until tablets bring it back: what led to entry ${lost.map(entry).join(', ')}.`),
  revokedAgain: ({ org_name, name }: ShutOut) =>
    `${org_name}: the tablet ${name} is revoked again: that was taken back since the backup. Take it back once more, or it removes its records.`,
  demonstrationAgain:
    'The demonstration was removed since the backup and is there again. Remove it once more: npm run remove-demonstration',
  readmitted: ({ org_name, sort, name }: ShutOut) =>
    sort === 'person'
      ? `${org_name}: ${name} was removed since the backup and is there again. Remove them once more.`
      : `${org_name}: the tablet ${name} was revoked since the backup and may read again. Revoke it once more.`,
}
