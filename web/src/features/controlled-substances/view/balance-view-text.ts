import { fileFormText } from '../../../exports/file-form-text.ts'

const pages = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

export const balanceViewText = {
  ...fileFormText,
  title: (drug: string, concentration: string) => `Balance Sheet for ${drug} ${concentration}`,
  reading: 'Balance Sheet',
  gone: 'This balance sheet is not on this tablet.',
  table: (drug: string, page: string) => `${drug}, ${page}`,
  blanks: 'BLANKS',
  download: 'DOWNLOAD',
  below: (label: string, value: string) => `${label} ${value}`,
  number: (number: string) => `No. ${number}`,
  belowZero: 'below zero',
  emptyPage: 'No rows.',
  gapsTitle: (count: number) => (count === 1 ? 'There is a gap' : `There are ${count} gaps`),
  gaps: (count: number) =>
    count === 1
      ? 'One of the combined sheets does not start with the closing balance of the one before it. The place is marked.'
      : `${count} of the combined sheets do not start with the closing balance of the one before them. The places are marked.`,
  voidedTitle: 'This balance sheet is voided',
  voided: (when: string, who: string) => `By ${who}, ${when}.`,
  reason: (why: string) => (why.trim() === '' ? 'No reason was given.' : `Reason: ${why}`),

  exportSettings: 'Export Settings',
  suffix: '.PDF',
  initials: 'Digital initials',
  initialsText:
    'Draws show the initials of the person who drew; other rows, of the person who made the entry. Names are spelled out below. Without initials, the column is left for a pen.',
  orientation: 'Orientation',
  orientations: { landscape: 'Landscape', portrait: 'Portrait' },
  onPaper: (count: number) => (count === 1 ? '1 page on paper' : `${count} pages on paper`),
  notInLedger: 'Not sent yet. The PDF will say that this sheet is not yet in the ledger.',
  cancel: 'CANCEL',
  progress: 'Pages made',
  page: (page: number, total: number) => `Page ${page} of ${total}`,
  cancelled: 'Cancelled. No file was made.',
  failed: 'Could not make the file. The balance sheet is safe. Please try again.',

  nameless: 'No PDF can be made: the drug would appear without its name',
  namelessText: (drug: string) =>
    `A PDF cannot print the letters of “${drug}”. To have this sheet on paper, open it and print it from the menu of the browser. For later sheets, write the drug’s name in the library with letters that can be printed.`,
  blanksNamelessText: (drug: string) =>
    `A PDF cannot print the letters of “${drug}”. Write the drug’s name in the library with letters that can be printed, then choose it there.`,

  blanksTitle: 'Blank Balance Sheets',
  blanksText: 'Generate PDF document containing blank controlled substance balance sheets.',
  blanksFor: (drug: string, concentration: string) => `${drug} ${concentration} mg/ml, Injection`,
  pages: 'Number of Pages',
  blanksFailed: 'Could not make the file. Please try again.',
  logged: pages,
} as const
