const sheets = (count: number) => (count === 1 ? '1 balance sheet' : `${count} balance sheets`)

export const balanceListText = {
  list: 'Balance sheets',
  fields: { name: 'Drug Name', author: 'Author Name', date: 'Date Created', used: 'Date Used' },
  placeholders: {
    name: 'Search by drug name...',
    author: 'Search by author name...',
    date: 'Search by MM/DD/YYYY',
    used: 'Search by MM/DD/YYYY',
  },
  sorts: { name: 'Drug Name', author: 'Author Name', date: 'Date Created', used: 'Date Used' },
  orders: { descending: 'Descending', ascending: 'Ascending' },
  counted: sheets,
  create: 'CREATE',

  created: (day: string) => `Created ${day}`,
  edited: (day: string) => `Edited ${day}`,
  dateUsed: 'Date Used',
  form: 'Form',
  combined: 'combined',
  pending: 'Not sent yet',
  voided: 'Voided',
  voidedBy: (name: string, moment: string) => `Voided by ${name}, ${moment}`,
  voidReason: (reason: string) => (reason === '' ? 'No reason was given' : `Reason: ${reason}`),
  closing: 'Closing balance',
  bottle: (number: string) => `bottle ${number}`,
  select: (title: string, days: string) => `Select ${title}, ${days}`,
  remove: (title: string, days: string) => `Delete ${title}, ${days}`,

  emptyTitle: 'No balance sheets yet',
  emptyText:
    'A balance sheet follows one controlled drug through a day: what was in the bottle, each draw, what is left. All sheets of the clinic are listed here.',
  loadingTitle: 'The balance sheets are on their way',
  loadingText: 'This tablet has not loaded all records of the clinic yet.',
} as const
