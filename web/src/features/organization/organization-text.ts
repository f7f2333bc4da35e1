export const organizationText = {
  key: 'Key',
  settings: 'CLINIC SETTINGS',
  copy: 'COPY KEY',
  copied: 'Key copied.',
  notCopied: 'Could not copy the key. Select it and copy it yourself.',
  timeZone: 'Time zone',
  list: 'User Management',
  count: (users: number, most: number) => `${users}/${most}`,
  add: 'ADD',
  full: (most: number) =>
    `${most === 1 ? 'The only place is' : `All ${most} places are`} taken. Delete a user to make room, or ask whoever runs the server for more.`,
  needsServer: 'Needs the server',
  you: 'You',
  permissions: ['organization', 'personal records', 'records created by others', 'drug sections'],
  permissionsAbout: [
    'Manages the organization and its users',
    'Makes sheets and records, and changes their own',
    'Changes and deletes what others made',
    'Adds, renames and removes drug sections',
  ],
  remove: (name: string) => `Delete ${name}`,
  offlineTitle: 'Logging in without a network',
  offline: { allowed: 'Allowed', not: 'Not allowed' },
  offlineAbout:
    'Allowed: anyone who has logged in on a tablet before can log in there with their password while the server cannot be reached. Not allowed: from its next contact with the server, a tablet no longer logs anyone in without it. Anyone logged in can keep working.',
  offlineSaved: (allowed: boolean) =>
    allowed ? 'Logging in without a network is allowed.' : 'Logging in without a network is switched off.',
  backups: 'Backups',
  /** How often by themselves, and how many are kept. */
  backupsNightly: (keep: number) =>
    `The server makes a backup every night${keep === 1 ? ' and keeps the last one' : ` and keeps the last ${keep}`}.`,
  backupsOff: 'Nightly backups are switched off on the server.',
  backupNone: 'No backup was made yet.',
  backupNext: (moment: string) => `The next one: ${moment}.`,
  backupMade: (moment: string, size: string) => `Last backup: ${moment}, ${size}.`,
  backupProven: 'It was restored as a test, and every row was there.',
  backupNotProven: 'It was not tested.',
  backupFailed: (moment: string) => `The backup failed on ${moment}.`,
  backupTell: (why: string) => `${why} Tell whoever runs the server.`,
  reading: 'Contacting the server',

  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'Users can only be managed with a network. Check it, then try again.',
  failedTitle: 'Could not load the users.',
  stale: (moment: string) => `This is how it was on ${moment}. It cannot be changed now.`,
  again: 'TRY AGAIN',

  newUser: 'New User',
  editUser: 'Edit User',
  name: 'Name',
  email: 'Email',
  continued: 'You typed this before and did not save it. Passwords are never kept: please enter them again.',
  fixed: 'Cannot be changed',
  password: 'Password',
  passwordHint: '8 or more recommended',
  confirm: 'Confirm Password',
  permitted: 'Permitted Actions',
  opensNothing:
    "Without 'organization' or 'personal records' this user cannot open any screen: they can only log out.",
  cancel: 'CANCEL',
  save: 'SAVE',
  saving: 'SAVING',
  created: (name: string) => `User ${name} was created.`,
  changed: (name: string) => `User ${name} was changed.`,
  changedBeside: (name: string) =>
    `User ${name} was changed. Someone else had changed this user in the meantime. Both changes are kept, as listed.`,
  deleted: (name: string) => `User ${name} was deleted.`,
  closed: 'User not saved.',
  unanswered:
    'The server did not answer, so it may have accepted this anyway. Check the network, then try again. Nothing is done twice.',
  unexpected: 'The server could not do this. Nothing that you typed is lost. Please try again.',
  gone: 'This user no longer exists.',

  /** Nobody takes it from themselves, also where it would not be the last one. */
  anotherCan: 'Another user who manages it can delete you.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (name: string) => `Are you sure you want to delete ${name}? Deleted items cannot be retrieved!`,
  deleteSecond:
    'They are logged out everywhere. Their records stay, under their name. What a tablet has not sent for them yet waits there until someone who may change records created by others sends it.',
  deleting: 'DELETING',
  retry: 'RETRY',

  demonstration: 'Demonstration',
  demonstrationAbout:
    'When nobody needs it any more, remove it from this server. Other clinics on this server are not affected.',
  removeDemonstration: 'REMOVE DEMONSTRATION',
  removingDemonstration: 'REMOVING',
  removeTitle: 'Remove the demonstration?',
  removeText: (organization: string) =>
    `Everything in ${organization} is deleted permanently: its users, library, sheets, controlled substance records with their ledger, and action log. It cannot be brought back.`,
  removeTablets:
    'Everyone in it is logged out, on this tablet and all others. The tablets delete its data. What they have not sent is lost too.',
  removeWord: 'REMOVE',
  removeLabel: 'Type REMOVE to continue',
  removeWrong: 'Please type REMOVE.',
  removeFailed: 'The server could not remove it. Nothing was changed. Please try again.',

  logged: 'Could not change organization users',
  loggedUnexpected: 'unexpected error',
} as const
