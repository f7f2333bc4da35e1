import type { EpochHead } from 'sync-protocol/records/ledger-entry'
import type { MadeBackup } from './kept-backups.ts'
import type { ShutOut } from './shut-out-again.ts'

/** An organization's ledger after a restore, for whoever ran it. */
export interface RestoredLedger {
  name: string
  /** Its last entry that the backup holds. */
  n: number
  lost: readonly EpochHead[] | null
}

const entry = ({ n, hash }: Pick<EpochHead, 'n' | 'hash'>) => `${n} (${hash.slice(0, 12)}…)`

/** The words of what the server's operator did, in the action log and in the terminal. */
export const operatorText = {
  othersFolder: (folder: string, began: string) =>
    `${folder} keeps the backups of another database, which was begun on ${began.slice(0, 10)}. Give each server a DATA_DIR of ` +
    'its own, or a BACKUP_DIR. If this database has taken the place of that one, give the folder another name, and try again.',
  name: 'Operator of the server',
  restored: (backupAt: string, lost: readonly EpochHead[] | null) =>
    `Restored the server from the backup of ${backupAt}` +
    (lost === null || lost.length === 0
      ? ''
      : `; the controlled-substance ledger had reached entry ${lost.map(entry).join(', ')} before`),
  wentBack: (endsAt: string) =>
    `The server's database was rolled back: it ends at ${endsAt}. A new history begins, and the tablets send back what was lost`,
  beyond: (org: string) =>
    `A tablet of the organization ${org} has read further than this database reaches. If the database was rolled back, tablets prove it ` +
    'with the receipts of what is lost, and a new history begins by itself.',
  begun: (endsAt: string, epoch: string) =>
    `The database ends at ${endsAt}. A new history begins (${epoch}): the tablets load everything again, and send back what the server had accepted since.`,
  ledger: ({ name, n, lost }: RestoredLedger) =>
    `${name}: the controlled-substance ledger continues after entry ${n}.` +
    (lost === null
      ? ' The database does not show how far it had reached.'
      : lost.length === 0
        ? ' None of it was lost.'
        : ` Gone, until tablets send it back: what led to entry ${lost.map(entry).join(', ')}.`),
  saved: (rows: number, tables: number, file: string) => `Saved ${rows} rows of ${tables} tables to ${file}.`,
  notNoted: (folder: string, why: string) =>
    `The backup was made, but its note in ${folder} could not be written (${why}). Give the folder to the user that the server runs as, and remove last-backup.json if it is no file.`,
  kept: ({ file, rows, proven }: MadeBackup, folder: string) =>
    `Saved ${rows} rows to ${file} in ${folder}. ${proven === true ? 'It was restored into a database of its own, and every row arrived.' : `It was not proven: ${proven}`}`,
  noSecrets:
    'There is no secrets.json in DATA_DIR, so it is not in the backup. Keep a copy of that file from the computer that runs the server.',
  secretsPut: 'The secrets of that server came with the backup. If the server is running, start it again.',
  secretsReplaced: (before: string) =>
    `The secrets of that server came with the backup, and are now this server's: people log in again. The ones before are in ${before}. If the server is running, start it again.`,
  revokedAgain: ({ org_name, name }: ShutOut) =>
    `${org_name}: the tablet ${name} is revoked again: the revocation was undone after the backup. Undo it again, or the tablet removes its records.`,
  demonstrationAgain:
    'The demonstration was removed after the backup and is there again. Remove it again: npm run remove-demonstration',
  distributed:
    'The tables of this database are distributed, and nothing is restored over them. Restore into a new database, and run npm run distribute there. Nothing was changed.',
  readmitted: ({ org_name, sort, name }: ShutOut) =>
    sort === 'person'
      ? `${org_name}: ${name} was removed after the backup and is there again. Remove them again.`
      : `${org_name}: the tablet ${name} was revoked after the backup and may read again. Revoke it again.`,
}
