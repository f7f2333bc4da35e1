const titled = (words: string) => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Words that the lists of records share; `many` is what a list is of, as in 'anesthesia protocols'. */
export const listText = {
  orders: { descending: 'Descending', ascending: 'Ascending' },
  showVoided: 'Show voided',
  withVoided: '+ voided',
  loadingText: 'This tablet has not loaded all of the clinic’s records yet.',
  loadingSome: 'Not all of them are on this tablet yet, so this list is incomplete.',

  speciesNames: ['Canine', 'Feline'],
  foundUnder: (species: string, counted: string) => `Found under ${species}: ${counted}.`,
  showThere: 'SHOW THERE',

  select: (called: string) => `Select ${called}`,
  more: (called: string) => `More for ${called}`,
  remove: 'Delete',
  pending: 'Not sent yet',
  /** Its tablet's clock was wrong, and nobody can tell by how much. */
  timeUnconfirmed: 'Time not confirmed',
  voided: 'Voided',

  deleteMany: (count: number, many: string) => `Delete ${count} ${titled(many)}?`,
  deleting: 'DELETING',
  notSaved: 'not saved',
  retry: 'RETRY',
  conflictTitle: (many: string) => `Cannot Delete ${titled(many)}`,
  conflict: (many: string) =>
    `We cannot delete the selected ${many} because one or more are owned by other members of your organization, and you don't have permissions to delete their records.`,
} as const
