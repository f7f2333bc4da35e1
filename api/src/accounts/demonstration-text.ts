/** The words of `npm run remove-demonstration`. */
export const demonstrationText = {
  removed: (name: string, rows: number) =>
    `${name} was removed: ${rows} ${rows === 1 ? 'row' : 'rows'}, with its users, records, ledger and action log. Its tablets are ` +
    'logged out and delete its data. Starting the server does not make it again.',
  none: 'There is no demonstration in this database. Nothing was changed.',
  tooOld: 'This database is from an earlier version. Start the server once, then try again.',
}
