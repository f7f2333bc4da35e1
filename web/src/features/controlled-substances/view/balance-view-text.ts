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
      ? 'One of the combined sheets does not begin with the balance that the one before it ended with. It is marked where it is.'
      : `${count} of the combined sheets do not begin with the balance that the one before them ended with. They are marked where they are.`,
  voidedTitle: 'This balance sheet is voided',
  voided: (when: string, who: string) => `By ${who}, ${when}.`,
  reason: (why: string) => (why.trim() === '' ? 'No reason was given.' : `Reason: ${why}`),

  exportSettings: 'Export Settings',
  suffix: '.PDF',
  initials: 'Digital initials',
  initialsText:
    'Of who drew on each draw, of who made the entry on other rows, spelled out below. Without them the column is left for a pen.',
  orientation: 'Orientation',
  orientations: { landscape: 'Landscape', portrait: 'Portrait' },
  onPaper: (count: number) => (count === 1 ? '1 page on paper' : `${count} pages on paper`),
  notInLedger: 'Not sent yet: the PDF will say that this sheet is not yet in the ledger.',
  cancel: 'CANCEL',
  progress: 'Pages made',
  page: (page: number, total: number) => `Page ${page} of ${total}`,
  cancelled: 'Cancelled. No file was made.',
  failed: 'The file could not be made. Nothing of the balance sheet is lost; please try again.',

  blanksTitle: 'Blank Balance Sheets',
  blanksText: 'Generate PDF document containing blank controlled substance balance sheets.',
  blanksFor: (drug: string, concentration: string) => `${drug} ${concentration} mg/ml, Injection`,
  pages: 'Number of Pages',
  blanksFailed: 'The file could not be made. Please try again.',
  logged: pages,
} as const
