import type { Exception } from './testing-gate.ts'

/**
 * The statements that are about the whole server. A text of '' stands for all of its file. What a database that splits its tables
 * by the clinic makes of them stands in `.docs/scaling.md`.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'database/migrate.ts',
    text: '',
    why: 'A migration is of all tables, and of all that stands in them.',
  },
  {
    file: 'database/server-role.ts',
    text: 'GRANT',
    why: 'Whoever runs the server lets its role do what it does in each table.',
  },
  {
    file: 'database/distribute.ts',
    text: '',
    why: 'The tables of all clinics are distributed at once, while nobody works.',
  },
  {
    file: 'database/backup/write-backup.ts',
    text: 'COPY (SELECT',
    why: 'A backup is of the whole server.',
  },
  {
    file: 'database/backup/restore-backup.ts',
    text: 'COPY public.',
    why: 'A restore is of the whole server.',
  },
  {
    file: 'database/backup/restore-backup.ts',
    text: 'SELECT EXISTS (SELECT FROM public.',
    why: 'A restore looks whether anything would be lost.',
  },
  {
    file: 'database/backup/damaged-ledger.ts',
    text: 'ALTER TABLE public.ledger',
    why: 'A restore lifts the guard of the ledger for as long as it fills it.',
  },
  {
    file: 'database/backup/ledger-restore.ts',
    text: 'ALTER TABLE public.ledger',
    why: 'A restore lifts the guard of the ledger, so that a damaged one goes on too.',
  },
  {
    file: 'database/backup/ledger-restore.ts',
    text: 'LOCK TABLE public.organizations',
    why: 'Nobody writes any more once a restore has read where the ledgers end.',
  },
  {
    file: 'database/backup/ledger-restore.ts',
    text: 'AS restores FROM public.organizations',
    why: 'A restore takes note where the ledgers of all clinics end.',
  },
  {
    file: 'database/backup/ledger-restore.ts',
    text: 'order by "o"."org_id"',
    why: 'A new epoch begins for all clinics, and each ledger says so.',
  },
  {
    file: 'database/backup/shut-out-again.ts',
    text: 'removed_at IS NOT NULL UNION ALL',
    why: 'A restore takes note of whom, and which tablets, it may let in again.',
  },
  {
    file: 'database/backup/demonstration-again.ts',
    text: 'FROM public.organizations WHERE demo',
    why: 'A restore looks whether the demonstration came back.',
  },
  {
    file: 'database/backup/begin-epoch.ts',
    text: 'LOCK TABLE public.organizations',
    why: 'A new epoch begins for all clinics: nobody writes meanwhile.',
  },
  {
    file: 'database/backup/begin-epoch.ts',
    text: 'select max("received_at") as "at" from "logged-actions"',
    why: 'When the database went back is told by the last that any clinic did.',
  },
  {
    file: 'admin/clinics-store.ts',
    text: 'from "organizations" as "o" left join "users"',
    why: 'The operator asks which clinics there are, and finds one by the key that people say.',
  },
  {
    file: 'accounts/remove-demonstration-command.ts',
    text: 'from "organizations" where "demo"',
    why: 'Which clinic is the demonstration is not known before.',
  },
  {
    file: 'accounts/session-store.ts',
    text: 'as a (org_id, session_id, now, nth)',
    why: 'The calls of a moment, of whichever clinics, are one question: one for each clinic took ten times as long.',
  },
  {
    file: 'accounts/account-store.ts',
    text: 'from "organizations" where "demo"',
    why: 'Which clinic is the demonstration is not known before.',
  },
  {
    file: 'accounts/account-store.ts',
    text: 'select count(*) filter(where "demo"',
    why: 'Whether somebody may register depends on which clinics there are.',
  },
  {
    file: 'accounts/account-store.ts',
    text: 'where "o"."library_due"',
    why: 'A start finishes the libraries that earlier ones left.',
  },
  {
    file: 'sync/retention-store.ts',
    text: 'select "org_id" from "organizations"',
    why: 'The nightly sweep goes from clinic to clinic; this names them.',
  },
  {
    file: 'live/notify-store.ts',
    text: '= any($1::uuid[])',
    why: 'After a lost connection a process asks once for all clinics that it serves.',
  },
  {
    file: 'backups/owners-store.ts',
    text: 'select distinct "users"."email"',
    why: 'A backup that failed is of the whole server: whoever manages a clinic on it is told.',
  },
]
