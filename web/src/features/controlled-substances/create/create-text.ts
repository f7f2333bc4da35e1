const others = 'the other bottles'
/** Bottles in a sentence; '' stands for those without a known number. */
const bottles = (numbers: readonly string[]) =>
  new Intl.ListFormat('en').format(numbers.map((number) => (number === '' ? others : number)))

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/** Every word of the flow New Controlled Substance Balance Sheet (`spec 2 §2`, §4, §5). */
export const createText = {
  substanceTitle: 'Select Controlled Substance',
  welcome: 'Welcome! Please select the controlled substance for which you are creating a balance sheet.',
  onlyMl: 'A balance sheet lists draws in ml. Tablets are not listed.',
  searchSubstance: 'Search by drug name',
  noSubstances: 'No controlled substances yet.',
  noSubstancesText: 'Add a controlled drug to the drug library, or record a single draw.',
  openDrugs: 'OPEN THE DRUG LIBRARY',
  nothingFound: 'Nothing found',
  clearSearch: 'CLEAR SEARCH',
  reading: 'Reading',
  unreadable: 'This list could not be read.',
  again: 'TRY AGAIN',
  substance: (drug: string, concentration: string) => `${drug} ${concentration} mg/ml`,
  schedule: (schedule: string) => `C-${schedule}`,

  openTables: 'Open balance tables',
  openTable: (count: number, name: string, time: string) =>
    `${entries(count)} · ${name.toUpperCase()} · ${time}`,
  continue: 'CONTINUE',
  chooseInstead: 'Or begin a new one',

  previousTitle: 'Previous Balance',
  bottleNumber: 'Bottle Number',
  containerVolume: 'Container Volume',
  substanceVolume: 'Substance Volume',
  ml: 'ml',
  rounded: (volume: string) => `Will be saved as ${volume} ml, with 2 decimals.`,
  next: 'CONTINUE',
  back: 'Back',
  fetchedFrom: (day: string, name: string) =>
    `Filled in from the balance sheet of ${day} by ${name.toUpperCase()}.`,
  noPrevious: 'No balance sheet of this substance is here yet. Please enter what is in the bottle.',
  loadingTitle: 'The balance sheets are on their way',
  loadingPrevious:
    'The last balance sheet of this substance may not be on this tablet yet. Wait until all are here, or count what is in the bottle and enter that.',
  drawsLoadingTitle: 'The draws are on their way',
  drawsLoading: 'Not all of them are on this tablet yet: this list is not complete.',
  previousUnreadable:
    'The previous balance could not be read on this tablet. Please enter it from the last balance sheet.',
  notes: {
    empty:
      'The last balance sheet ended at 0 ml, so it is taken as it is. If a new bottle is in use, enter its number and volumes: the table then starts with 0 ml and a New Bottle row.',
    below_zero: 'The last balance sheet ended below zero. It is taken as it is; count the bottle.',
    above_container:
      'The last balance sheet ended with more than the container holds, because a bottle was added. It is taken as it is.',
    new_bottle: 'The table starts with 0 ml and a New Bottle row, so that no ml appears from nowhere.',
    differs: 'This differs from what the last balance sheet closed with. Both stay on record.',
  },
  branchesTitle: 'More than one balance sheet could be the last',
  branchesText: 'Filled in is the one that came last. Count the bottle before you go on.',
  branch: (day: string, name: string, bottle: string, balance: string) =>
    `${day} by ${name.toUpperCase()}: bottle ${bottle}, ${balance} ml`,
  newerTitle: 'A newer balance sheet came in',
  newerText: (bottle: string, balance: string) => `It closed with bottle ${bottle} at ${balance} ml.`,
  takeOver: 'USE IT',
  previousGoneTitle: 'The balance sheet that this was filled in from was deleted',
  enterAnew: 'ENTER ANEW',
  startedBefore:
    'This table was begun before that. Count the bottle before you save it, or reset it to begin from there.',
  startedFromGone:
    'Count the bottle before you save this table, or reset it and enter the previous balance anew.',
  doubtsTitle: 'Look at these draws before you save',
  voidedDraw: (patient: string) => `${patient}: this draw was deleted after it was chosen.`,
  usedDraw: (patient: string, day: string, name: string) =>
    `${patient}: this draw is also in the balance sheet of ${day} by ${name.toUpperCase()}.`,
  doubtsText: 'Nothing is refused: saved as it is, it stays on record and is pointed out.',

  fullDrawTitle: 'Full Draw',
  search: 'Search draws',
  searchBy: 'Search by',
  fields: { patient: 'By patient', procedure: 'By reason', author: 'By author', date: 'By date' },
  placeholders: {
    patient: 'Search by patient name',
    procedure: 'Search by reason',
    author: 'Search by author',
    date: 'Search by MM/DD/YYYY',
  },
  order: 'Order',
  orders: { descending: 'Newest first', ascending: 'Oldest first' },
  onlyDay: (day: string) => `Only draws of ${day}, in order: a balance sheet holds one day.`,
  noDraws: 'No draws of this substance here yet.',
  noDrawsOfDay: 'No further draws of this day.',
  noDrawsText: 'Saved sheets with this drug and single draws appear here, also without a network.',
  used: 'ALREADY USED',
  usedTimes: (times: number) => (times === 1 ? 'Already used once' : `Already used ${times} times`),
  pending: 'Not sent yet',
  singleDraw: 'Single draw',
  measure: 'Enter measured volume',
  twice: 'Sheet saved twice',
  noReason: 'No reason given',
  unnamed: 'No name',
  drawBy: (day: string, name: string, time: string | null) =>
    [day, name.toUpperCase(), ...(time === null ? [] : [time])].join(' · '),
  patientId: (id: string) => `ID ${id}`,
  patientSpecies: (patient: string, species: string) =>
    species === '' ? patient : `${patient} (${species})`,
  species: { 0: 'Canine', 1: 'Feline', 2: 'Exotic' },
  inTable: (count: number) => (count === 0 ? 'Choose the first draw' : `${entries(count)} in the table`),
  leftInBottle: (bottle: string) => `Left in bottle ${bottle}`,
  done: 'DONE',
  againTitle: 'Balance Already Added',
  againText: (patient: string, volume: string) =>
    `The balance for ${patient} for ${volume} ml has already been added. Do you want to add it again?`,
  measureTitle: 'Measured Volume',
  measureText: (patient: string, exact: string) =>
    `The dose of ${patient} was too small to be measured as computed (${exact} ml). Please enter the volume that was drawn.`,
  measuredVolume: 'Volume',
  add: 'ADD',

  partialTitle: 'Partial Draw',
  partialText: (patient: string, volume: string, bottle: string) =>
    `${patient}: ${volume} ml in all. Bottle ${bottle} was emptied, the rest came from a new bottle.`,
  shouldHold: (open: readonly string[], volume: string) =>
    open.length > 1
      ? `Bottles ${bottles(open)} should have held ${volume} ml together.`
      : `Bottle ${bottles(open)} should have held ${volume} ml.`,
  drawn: (bottle: string) => `Volume Drawn From Bottle ${bottle}`,
  newBottle: 'New Bottle Number',
  newContainer: 'Container Volume of the New Bottle',
  addTitle: 'Add Balance',
  addedVolume: 'Volume of the New Bottle',
  editTitle: 'Edit Balance',
  remaining: (bottle: string) =>
    bottle === '' ? 'Volume Remaining in the Other Bottles' : `Volume Remaining in Bottle ${bottle}`,
  recorded: (open: number) => (open > 1 ? 'On record, all open bottles' : 'On record'),
  counted: 'Remaining in all of them',
  becomes: 'Balance becomes',
  difference: 'Recorded as an adjustment',
  reason: 'Reason for the Difference',
  reasonHint: 'It is more than stays in hubs and needles. The reason stands on the row.',
  usualReasons: ['hub loss', 'overfill', 'spill', 'broken', 'counted'],
  fromNew: 'From the new bottle',
  leftInNew: 'Left in the new bottle',
  editDrawTitle: 'Edit Draw Volume',
  volume: 'Volume',
  chosenAs: 'When it was chosen',
  save: 'SAVE',
  belowTitle: 'Below Zero',
  belowText: 'The balance would be below zero.',
  belowSecond: 'It is recorded and marked. Do you want to record it?',

  containerOf: (volume: string) => `Container ${volume} ml`,
  strength: 'Strength',
  strengthOf: (concentration: string) => `${concentration} mg/ml`,
  bottle: 'Bottle',
  bottleInUse: 'Bottle in use',
  balanceIn: (open: readonly string[]) =>
    open.length > 1 ? `Balance of bottles ${bottles(open)}` : `Balance of bottle ${bottles(open)}`,
  balanceUnit: 'Balance (ml)',
  tools: 'Entries',
  draw: 'DRAW',
  fullDraw: 'FULL DRAW',
  partialDraw: 'PARTIAL DRAW',
  balanceMenu: 'BALANCE',
  editBalance: 'EDIT BALANCE',
  addBalance: 'ADD BALANCE',
  clearLast: 'CLEAR LAST ENTRY',
  blanks: 'BLANKS',
  reset: 'RESET TABLE',
  saveAndExport: 'SAVE AND EXPORT',
  saving: 'SAVING',
  full: 'This table is full. Save it, and go on in the next one.',
  needsDraw: 'A balance sheet needs at least one draw.',
  table: 'Balance table',
  columns: {
    date: 'Date',
    title: 'Drug Name or Patient Name (Species)',
    bottle: 'Bottle Number',
    reason: 'Reason',
    amount: 'Added or Drawn (ml)',
    balance: 'Balance (ml)',
  },
  page: (page: number) => `Page ${page}`,
  partPrinted: 'Not all rows are printed. For the whole table on paper use SAVE AND EXPORT.',
  added: (volume: string) => `+${volume}`,
  drawnAmount: (volume: string) => `-${volume}`,
  editThisDraw: (patient: string, volume: string) => `Edit the draw volume of ${patient}, ${volume} ml`,
  wasChosenAs: (volume: string) => `chosen as ${volume}\u00a0ml`,
  belowZero: 'Use PARTIAL DRAW: balance is below zero',
  isBelowZero: 'Balance is below zero',
  cleared: 'The last entry was cleared.',
  resetDone: 'The table was cleared.',

  resetTitle: 'Reset Table',
  resetQuestion:
    'Are you sure you want to reset this sheet? Only your selected species, anesthesia protocol, and emergency protocol will remain.',
  resetSecond: 'All rows of this balance sheet will be cleared and you will choose the substance again.',

  warnTitle: 'Balance Below Zero',
  warnText: (rows: number) =>
    rows === 1 ? 'One balance is below zero.' : `${rows} balances are below zero.`,
  warnSecond:
    'Use PARTIAL DRAW where a draw came from two bottles, or EDIT BALANCE after a count. Do you want to save it as it is?',

  savedTitle: 'Saved Controlled Substance Sheet',
  savedText: (substance: string, day: string) => `The balance sheet of ${substance}, ${day}, is saved.`,
  closing: 'Closing balance',
  nextOpens: (bottle: string) => `The next balance sheet starts with bottle ${bottle} and this balance.`,
  finish: 'DONE',

  notSaved: 'not saved',
  notSavedText: 'The balance sheet could not be stored on this tablet. The table stays here as it is.',
  notKept: 'The last entries are not kept on this tablet yet.',
  retry: 'RETRY',
  kept: 'Kept on this tablet',
  keeping: 'Keeping …',
  gone: 'Kept no longer',

  leave: 'Are you sure you want to leave? Any unsaved changes will be lost.',
  stillThere: 'Your balance table is kept. Go on with it from CREATE.',

  followed: (name: string) => `${name} went on with this table. You see it as it is now.`,
  goneTitle: 'This table is kept here no longer: it was saved or cleared elsewhere, or not accepted',
  goneText:
    'What you see is how it was. Look at the saved balance sheets and at Needs Attention before you go on: another entry here makes it a table of its own.',
  apartTitle: 'This table was continued twice',
  apartText: (name: string, count: number) =>
    `${name} went on with the same table at the same time. Nothing is lost: this is one of the two, ${name}’s has ${entries(count)}. Decide which one stands, and reset the other.`,
  openOther: 'OPEN THE OTHER',

  takenTitle: 'This table is open in another window of this tablet.',
  takenText: 'Go on there, or close that window first.',
  newerAppTitle: 'This table was made with a newer version of the app.',
  newerAppText: 'Load the page again to get the new version.',
  notOpenAnyMore: 'This table is not open any more: it was saved or cleared.',
  backToList: 'BACK TO THE LIST',
} as const
