export const backupText = {
  subject: 'The backup failed',
  heading: 'The server could not make its backup',
  kept: 'Nothing in the clinic was changed, and the earlier backups are kept.',
  what: 'Please tell whoever runs the server. If its disk breaks before the next backup, everything since the last one is only on the tablets.',
  again: 'The server tries again every hour. You get this once a day for as long as it fails.',
} as const
