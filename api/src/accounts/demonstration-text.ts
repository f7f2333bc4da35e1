/** The words of `npm run remove-demonstration`. */
export const demonstrationText = {
  removed: (name: string, rows: number) =>
    `${name} was removed: ${rows} ${rows === 1 ? 'row' : 'rows'}, with its users, records, ledger and action log. Its tablets are ` +
    'signed out and remove what they hold of it. No start makes it again.',
  none: 'There is no demonstration in this database. Nothing was changed.',
  tooOld: 'This database is of an earlier version. Start the server once, then try again.',
}
