const sheets = (count: number) => (count === 1 ? '1 balance sheet' : `${count} balance sheets`)

export const balanceListText = {
  list: 'Balance sheets',
  many: 'balances',
  fields: { name: 'Drug', author: 'Author', date: 'Created', used: 'Used' },
  placeholders: {
    name: 'Search by drug name...',
    author: 'Search by author name...',
    date: 'Search by MM/DD/YYYY',
    used: 'Search by MM/DD/YYYY',
  },
  sorts: { name: 'Drug', author: 'Author', date: 'Created', used: 'Used' },
  counted: sheets,
  chart: 'Chart of a controlled substance',
  create: 'CREATE',

  range: 'Filter by date used',
  selectRange: 'Select Date Range',
  rangeIsOf: 'This is the date of the balance, not the date on which the sheet was generated.',
  submitRange: 'SUBMIT RANGE',
  startMissing: 'Start (from) date required.',
  endMissing: 'End (to) date required.',
  startAfterEnd: 'Start date must occur before end date.',
  rangeChip: (days: string) => `Date Used ${days}`,
  clearRange: 'Clear the date range',
  nothingInRange: 'No balance sheets in this date range.',
  clearRangeButton: 'CLEAR DATE RANGE',
  nothingOfThese: 'None of these balance sheets needs checking any more.',
  showAll: 'SHOW ALL',
  ledger: 'Ledger',

  deleteOne: (drug: string, start: string) => `Delete ${drug} (${start})?`,
  deleteOneText: (title: string, days: string) =>
    `Are you sure you want to delete the balance sheet of ${title}, ${days}?`,
  deleteManyText: (count: number) => `Are you sure you want to delete ${sheets(count)}?`,
  keptWithReason:
    'A deleted balance sheet leaves this list. The sheet itself is kept, struck through, with your name, the time and the reason.',
  continued: (count: number) =>
    count === 1
      ? 'Another balance sheet continues from its closing balance. It does not change.'
      : `${count} other balance sheets continue from these closing balances. They do not change.`,
  owned: (own: number, others: number) => `${own} of yours, ${others} by other members.`,
  usualReasons: ['Entered twice', 'Wrong drug or bottle', 'Wrong volumes', 'Test entry'],
  notSaved: 'not saved',
  notDeleted: 'Could not delete the balance sheets on this tablet.',
  retry: 'RETRY',
  deleted: (count: number) => (count === 1 ? 'Balance sheet deleted.' : `${sheets(count)} deleted.`),

  openTables: 'Open balance tables',
  openTable: (count: number) =>
    `not saved yet: ${count === 0 ? 'no entry' : count === 1 ? '1 entry' : `${count} entries`}`,
  lastBy: (name: string) => `, last by ${name}`,
  begun: (moment: string) => `, started ${moment}`,
  continue: 'CONTINUE',
  continueTable: (title: string) => `Continue the open balance table of ${title}`,
  deleteTable: (title: string) => `Delete the open balance table of ${title}`,
  showTables: (count: number) => `SHOW ALL ${count}`,
  tableDeleted: 'Open balance table deleted.',
  tableNotDeleted: 'not saved: the open balance table could not be deleted on this tablet.',
  tableNotRestored: 'not saved: this tablet could not restore the open balance table.',
  sumsDiffer: 'Totals differ',

  combine: 'COMBINE',
  combining: 'COMBINING',
  cancel: 'CANCEL',
  combineTitle: (count: number) => `Combine ${count} Balances?`,
  by: (author: string) => `by ${author}`,
  closes: 'closing',
  combineList: 'In the order of the combined sheet',
  becomes: 'They become one new balance sheet:',
  becomesFacts: (pages: number, container: string, closing: string | undefined) =>
    `Container ${container}\u00a0ml, ${pages === 1 ? '1\u00a0page' : `${pages}\u00a0pages`}${closing === undefined ? '' : `, closing balance ${closing}\u00a0ml`}.`,
  gaps: (count: number) =>
    count === 1
      ? 'One sheet does not start with the closing balance of the one before it.'
      : `${count} sheets do not start with the closing balance of the one before them.`,
  gapsText: 'Balances are kept as they were recorded. A row in the combined sheet shows the difference.',
  dropped: (count: number) =>
    count === 1
      ? '1 row is left out: its draw is in another of these sheets.'
      : `${count} rows are left out: their draws are in another of these sheets.`,
  originalsStay: 'The original balance sheets stay as they are.',
  combinedInto: (count: number) => `Combined ${count} balance sheets into a new one.`,
  openCombined: 'OPEN',
  gone: 'One or more of these balance sheets have been deleted. Nothing was combined.',
  notCombined: 'Could not combine the balance sheets on this tablet.',

  created: (day: string) => `Created ${day}`,
  edited: (day: string) => `Edited ${day}`,
  dateUsed: 'Date Used',
  form: 'Form',
  combined: 'combined',
  voidedBy: (name: string, moment: string) => `Voided by ${name}, ${moment}`,
  voidReason: (reason: string) => (reason === '' ? 'No reason was given' : `Reason: ${reason}`),
  closing: 'Closing balance',

  emptyTitle: 'No balance sheets yet',
  emptyText:
    'A balance sheet follows one controlled drug through a day: what was in the bottle, each draw, and what is left. All of the clinic’s balance sheets are listed here.',
  loadingTitle: 'Loading balance sheets…',
} as const
