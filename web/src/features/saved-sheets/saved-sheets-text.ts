const sheets = (count: number) => (count === 1 ? '1 sheet' : `${count} sheets`)
const draws = (count: number) => (count === 1 ? '1 controlled draw' : `${count} controlled draws`)
const DOSE_UNEXPLAINED = 'Dose without a reason'
const VOLUMES_DIFFER = 'Volumes not confirmed'

export const savedSheetsText = {
  list: 'Saved sheets',
  many: 'sheets',
  fields: { name: 'Patient', procedure: 'Procedure', author: 'Author', date: 'Date' },
  placeholders: {
    name: 'Search by patient name',
    procedure: 'Search by procedure name',
    author: 'Search by sheet author',
    date: 'Search by MM/DD/YYYY',
  },
  sorts: { name: 'Patient', procedure: 'Procedure', date: 'Date' },
  counted: sheets,
  created: 'Created',
  author: 'Author',
  procedure: 'Procedure',
  protocol: 'Protocol',
  doseUnexplained: DOSE_UNEXPLAINED,
  /** `short`: from across the room. */
  doseUnexplainedSaid: {
    title: DOSE_UNEXPLAINED,
    words:
      'A dose on this sheet is far from the usual, and nobody entered why it is given. Its row says what is unusual. Check it before you draw it.',
    short: 'check it before you draw it.',
  },
  /** The server looked again and could not confirm them. */
  volumesDiffer: VOLUMES_DIFFER,
  volumesDifferSaid: {
    title: VOLUMES_DIFFER,
    words:
      'Some volumes on this sheet do not match its weight and dosages, or a low volume is above the high one. Calculate each one again before you draw it.',
    short: 'calculate each one again before you draw it.',
  },

  emptyTitle: (species: string) => `No saved ${species} sheets yet`,
  emptyText: 'Every sheet saved on any of the clinic’s tablets is listed here.',
  emptyAction: 'CREATE NEW ANESTHESIA SHEET',
  loadingTitle: 'Loading sheets…',

  deleteOne: (name: string) => `Delete ${name}?`,
  deleteOneText: (name: string) => `Are you sure you want to delete the sheet for ${name}?`,
  deleteManyText: (count: number) => `Are you sure you want to delete ${count} sheets?`,
  kept: 'A deleted sheet leaves this list. Its record is kept, with your name and the time.',
  voidsDraws: (count: number) =>
    count === 1
      ? `${draws(count)} is struck through and can no longer be entered in balance sheets.`
      : `${draws(count)} are struck through and can no longer be entered in balance sheets.`,
  cited: (count: number) =>
    count === 1
      ? 'A balance sheet uses what was drawn. It does not change, but is marked.'
      : `${count} balance sheets use what was drawn. They do not change, but are marked.`,
  reason: 'Sheet deleted',
  notSavedText: 'Could not delete the sheets on this tablet.',
  deleted: (count: number) => (count === 1 ? 'Sheet deleted.' : `${count} sheets deleted.`),

  twiceSection: (count: number) =>
    count === 1 ? '1 sheet was saved twice' : `${count} sheets were saved twice`,
  corrected: 'Corrected later',
  correctedWith: (weight: string, moment: string) => `${weight}, ${moment}`,
  correctedSaid: (author: string, moment: string) => `${author} saved it once more, ${moment}.`,
  twiceBadge: 'Check this',
  twiceText:
    'Two tablets that did not know about each other saved a sheet for one patient. Find out which one is right, and delete the other under Saved Patients. Its draws are deleted with it.',
  twiceSheet: (weight: string, author: string, moment: string) => `${weight}, by ${author}, ${moment}`,
  twiceDraw: (drug: string, volume: string) => `${drug} ${volume} ml`,
  twiceDraws: (listed: string) => `listed for balance sheets: ${listed}`,
  twiceOnCard: 'This sheet was saved twice: another tablet saved one for the same patient.',
  twiceShow: 'SHOW SAVED PATIENTS',
  twiceLook: 'MARK CHECKED',
  twiceLookText: 'Tells everyone that you have checked this, with your name. The notice stays on the sheets.',
  twiceLooked: (name: string, moment: string) => `Checked by ${name}, ${moment}.`,
  twiceNotSaved: 'not saved: this tablet could not store it. Please try again.',

  sheetFor: (name: string) => `Anesthesia Sheet for ${name}`,
  gone: 'This sheet was deleted.',
  doNotDraw: (by: string, moment: string) => `${by} deleted it, ${moment}. Do not draw by it.`,
  reading: 'Loading the sheet',
  copy: 'COPY',
  copyWhere: 'TO A NEW SHEET',
  export: 'EXPORT',
  exportSettings: 'Export Settings',
  date: 'Date',
  preparer: 'Preparer',
  outcome: 'Outcome',
  weight: 'Weight',
  doubleCheck: 'Double-check',
  checkedBy: (name: string, moment: string) => `Checked by ${name}, ${moment}`,
  notChecked: 'Not double-checked',
  species: 'Species',
  speciesNames: ['Canine', 'Feline', 'Exotic'],
  patientId: 'Patient ID',
  anesthesia: 'Anesthesia Protocol',
  fluids: 'Fluids',
  injections: 'Injections',
  emergency: 'Emergency Drugs',
  code: 'Code (CPR)',
  codeWhat: 'What was done',
  codeTime: 'Time',
  codeSince: 'Since start',
  codeBy: 'By',
  drug: 'Drug',
  fluid: 'Fluid',
  concentration: 'Concentration',
  rate: 'Rate',
  perKg: 'ml/kg',
  volume: 'Volume',
  low: 'Low',
  high: 'High',
  ml: 'ml',
  route: 'Route',
  showArithmetic: (name: string, volume: string) => `${name}, ${volume} ml. Show the arithmetic.`,
  tooSmall: (exact: string) => `exactly ${exact}\u00a0ml: too small to measure, dilute`,
  rounded: (exact: string) => `exactly ${exact}\u00a0ml: rounding changes this by more than 10\u00a0%`,
} as const
