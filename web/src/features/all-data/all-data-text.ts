const number = (count: number) => count.toLocaleString('en-US')
const records = (count: number) => (count === 1 ? '1 record' : `${number(count)} records`)
const rows = (count: number) => (count === 1 ? '1 row' : `${number(count)} rows`)
const pdfs = (count: number) => (count === 1 ? '1 PDF' : `${number(count)} PDFs`)
const entries = (count: number) => (count === 1 ? '1 entry' : `${number(count)} entries`)
const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${number(count)} ${many}`

/** What the screen says. */
export const allDataText = {
  title: 'All Data',
  about:
    'One zip file of everything that this clinic has here: all records as CSV and JSON, the PDFs, the ledger and the action log.',
  export: 'EXPORT ALL DATA',
  needsRecords: "Also needs the permitted action 'personal records'",
  dialog: 'Export All Data',
  holds: (count: number) => `The file holds ${records(count)} of this clinic.`,
  counting: 'Counting the records',
  private:
    'It is not encrypted, and holds patients, owners and controlled substances. Keep it where nobody else can read it.',
  pdfs: 'Include PDFs',
  pdfsAbout: (sheets: number, balances: number) =>
    `${counted(sheets, 'sheet', 'sheets')} and ${counted(balances, 'balance sheet', 'balance sheets')}. They take most of the time: a slow tablet makes a few each second.`,
  offlineTitle: 'The server cannot be reached',
  offline: (moment: string) => `The records are as this tablet last read them, on ${moment}.`,
  offlineNever: 'The records are as this tablet has them.',
  leftOut: 'The ledger and the action log are only on the server, and will be missing.',
  behindTitle: 'This tablet is not up to date',
  loadingTitle: 'This tablet is still loading records',
  loading: 'Wait until it has them all: the file holds only what is here.',
  unsent: (count: number) =>
    `${counted(count, 'change', 'changes')} of this tablet ${count === 1 ? 'is' : 'are'} not sent yet. The file has ${count === 1 ? 'it' : 'them'} ${count === 1 ? 'as it is' : 'as they are'} here.`,
  keepOpen: 'Keep this screen open until it is done. CANCEL ends it.',
  cancel: 'CANCEL',
  close: 'CLOSE',
  start: 'EXPORT',
  busy: 'EXPORTING',
  progress: 'Progress',
  phases: {
    records: (done: number, of: number) => `Records: ${number(done)} of ${number(of)}`,
    pdfs: (done: number, of: number) => `PDFs: ${number(done)} of ${number(of)}`,
    ledger: (done: number, of: number) => `Ledger: ${number(done)} of ${number(of)}`,
    log: () => 'Action log',
    end: () => 'Closing the file',
  },
  cancelled: 'Cancelled. No file was made.',
  noRoom:
    'There is not enough room on this tablet. No file was made. Delete other files, or leave the PDFs out, then try again.',
  tooLarge: 'This is more than one zip file can hold. No file was made. Leave the PDFs out and try again.',
  failed: 'Could not make the file. Nothing in the clinic was changed. Please try again.',
  notLogged: 'The file was downloaded, but could not be recorded in the action log.',
  made: (name: string, size: string) => `Downloaded ${name} (${size})`,
  notIncluded: 'Not in the file',
  alsoInReadme: 'README.txt in the file says this too.',
  more: (count: number) => `and ${number(count)} more, in README.txt`,
  fileName: (clinic: string, day: string) => `All data - ${clinic} - ${day}`,
} as const

/** What could not be included, and why; on the screen and in README.txt. */
export const leftOutText = {
  ledgerOffline: 'The ledger: the server could not be reached.',
  ledgerFailed: 'The ledger: the server did not send it.',
  ledgerBroken: 'The ledger is included, but it is damaged. Open the ledger on a tablet to see where.',
  logOffline: 'The action log: the server could not be reached.',
  logFailed: 'The action log: the server did not send it.',
  pdfsNotWanted: 'PDFs: the person who exported left them out.',
  voidedSheets: (count: number) =>
    `The PDFs of ${counted(count, 'deleted sheet', 'deleted sheets')}. The records are in json and csv, with who deleted them, when and why.`,
  noDrugName: (what: string) =>
    `The PDF of ${what}: a PDF cannot print the letters of a drug's name. The record is in json and csv. From Saved Patients it can be exported as DOCX.`,
  noSubstanceName: (what: string) =>
    `The PDF of ${what}: a PDF cannot print the letters of the drug's name. The record is in json and csv.`,
  notMade: (what: string) => `The PDF of ${what}: it could not be made. The record is in json and csv.`,
  placeholders: (file: string, letters: string) =>
    `${file} shows a placeholder for letters that a PDF cannot print: ${letters}`,
  noRoomLeft: (count: number) =>
    `${pdfs(count)}: one zip file holds no more. Export them from Saved Patients or Controlled Substances.`,
  loading: 'Records that this tablet had not loaded yet.',
  unread: (collection: string) =>
    `csv/${collection}.csv: this version of the app does not know these records. They are in json.`,
} as const

export {
  entries as entriesText,
  number as countText,
  pdfs as pdfsText,
  records as recordsText,
  rows as rowsText,
}
