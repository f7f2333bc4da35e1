/** What `npm run admin -- doctor` says: what is so, and what to do where it is not well. */
export const doctorText = {
  mark: { good: 'ok    ', care: 'note  ', bad: 'BAD   ' },
  well: 'All is well.',
  notWell: (n: number) => `${n === 1 ? 'One thing has' : `${n} things have`} to be put right.`,
  notChecked: (why: string) => `Something could not be checked: ${why}`,
  unreachable: (why: string) =>
    `The database cannot be reached: ${why} Check DATABASE_URL, and that it runs.`,
  postgres: (version: string) => `The database answers (PostgreSQL ${version}).`,
  clock: 'The clocks of this computer and of the database agree.',
  clocks: (seconds: number) =>
    `The database's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this computer's. Set both by the network.`,
  migrated: 'The database is up to date.',
  behind: (n: number) =>
    `The database is ${n} ${n === 1 ? 'update' : 'updates'} behind. The next start does them.`,
  dataFolder: (folder: string) => `The data folder is ${folder}.`,
  noDataFolder: (folder: string) =>
    `The data folder ${folder} is missing or read-only. Check DATA_DIR and who owns it.`,
  secrets: 'The secrets are there.',
  noSecrets: (folder: string) =>
    `There is no secrets.json in ${folder}. The first start makes it; after a loss restore a backup.`,
  room: (free: number) => `${free} MB are free.`,
  littleRoom: (free: number) => `Only ${free} MB are free. Make room soon.`,
  noRoom: (free: number) => `Only ${free} MB are free. Make room now, or nothing can be saved.`,
  backup: (at: string) => `The last backup is of ${at}, and was restored as a test.`,
  backupNotProven: (at: string, why: string) => `The last backup is of ${at}. It was not tested: ${why}`,
  noBackup: 'There is no backup yet. Make one: npm run backup',
  oldBackup: (at: string) => `The last backup is of ${at}. Make one now: npm run backup`,
  backupFailed: (at: string, why: string) => `The backup failed at ${at}: ${why}`,
  backupsOff:
    'No backup is made by itself, and there is none. Remove BACKUP_AT=off, or run npm run backup each night.',
  backupOfFuture: (at: string) =>
    `The last backup is of ${at}, which is still to come. Check this computer's clock.`,
  sameDisk:
    'The backups are on the disk of the data: when it breaks, both are gone. Set BACKUP_DIR to another disk.',
  otherDisk: 'The backups are on a disk of their own.',
  noTls:
    'This server speaks plain http. Tablets need https to work without a network: set TLS=auto, or TLS_CERT and TLS_KEY, or put a proxy in front.',
  certificate: (until: string) => `The certificate holds until ${until}.`,
  certificateSoon: (until: string) => `The certificate ends on ${until}. Renew it.`,
  certificateOver: (until: string) =>
    `The certificate ended on ${until}. Tablets cannot reach the server: renew it now.`,
  ownCertificate: (until: string) => `The certificate holds until ${until}, and is renewed by itself.`,
  noOwnCertificate: 'There is no certificate yet. The next start makes it, and so does: npm run tls',
  ownCertificateOver: (until: string) =>
    `The certificate ended on ${until}. Start the server: it makes a new one by itself.`,
  mail: (url: string) => `The mail server takes e-mails. They lead to ${url}.`,
  mailRefuses: (why: string) =>
    `The mail server of SMTP_URL cannot be used: ${why}. No e-mail arrives until that is put right.`,
  noMail: (folder: string) =>
    `There is no mail server: e-mails become files in ${folder}/mail. For a lost password use "npm run admin -- reset-password EMAIL".`,
  mailLeadsHere: 'Links in e-mails lead to localhost, which is the reader’s own computer. Set PUBLIC_URL.',
} as const
