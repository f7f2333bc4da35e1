import { substanceText } from '../controlled-substances-text.ts'

const { bottles } = substanceText
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const together = (open: readonly string[]) => (open.length > 1 ? ' together' : '')

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/** Every word of the flow New Controlled Substance Balance Sheet (`spec 2 §2`, §4, §5). */
export const createText = {
  substanceTitle: 'Select Controlled Substance',
  welcome: 'Welcome! Please select the controlled substance for which you are creating a balance sheet.',
  onlyMl: 'A balance sheet lists draws in ml. Tablets are not listed.',
  searchSubstance: 'Search by drug name',
  noSubstances: 'No controlled substances yet.',
  noSubstancesText: 'Add a controlled drug to the drug library, or record a single draw.',
  openDrugs: 'OPEN DRUG LIBRARY',
  nothingFound: 'Nothing found',
  clearSearch: 'CLEAR SEARCH',
  reading: 'Loading',
  unreadable: 'Could not read this list.',
  again: 'TRY AGAIN',
  schedule: (schedule: string) => `C-${schedule}`,

  openTables: 'Open balance tables',
  openTable: (count: number, name: string, time: string) =>
    `${entries(count)} · ${name.toUpperCase()} · ${time}`,
  continue: 'CONTINUE',
  chooseInstead: 'Or start a new one',

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
  noPrevious: 'There is no balance sheet of this substance here yet. Please enter what is in the bottle.',
  loadingTitle: 'Loading balance sheets…',
  loadingPrevious:
    'The last balance sheet of this substance may not be on this tablet yet. Wait until all are loaded, or count what is in the bottle and enter that.',
  drawsLoadingTitle: 'Loading draws…',
  drawsLoading: 'Not all of them are on this tablet yet, so this list is incomplete.',
  previousUnreadable:
    'Could not read the previous balance on this tablet. Please enter it from the last balance sheet.',
  notes: {
    empty:
      'The last balance sheet ended at 0 ml, so this one starts at 0 ml. If a new bottle is in use, enter its number and volumes. The table then starts with 0 ml and a New Bottle row.',
    below_zero: 'The last balance sheet ended below zero, and this one starts there. Count the bottle.',
    new_bottle: 'The table starts with 0 ml and a New Bottle row, so that every ml is accounted for.',
  },
  countEach: 'More than one bottle is open. Enter what is left in each of them.',
  otherBottle: (bottle: string, typed: string) =>
    `The last sheet closed with bottle ${bottle}: enter what is left in it, even if it is 0. Bottle ${typed} gets a New Bottle row.`,
  unknownBottle: (bottle: string, typed: string) =>
    `The last sheet closed with bottle ${bottle}: enter what is left in it, even if it is 0. Bottle ${typed} is counted as one that was open already. If it is new, keep the number ${bottle} here, and enter the new one with ADD BALANCE.`,
  otherContainer: (volume: string) => `The last sheet says that this bottle holds ${volume} ml.`,
  branchesTitle: 'More than one balance sheet could be the last one',
  branchesText: 'The one that came in last is filled in. Count the bottle before you continue.',
  branch: (day: string, name: string, open: readonly string[], balance: string) =>
    `${day} by ${name.toUpperCase()}: ${bottles(open)}, ${balance} ml${together(open)}`,
  newerTitle: 'A newer balance sheet came in',
  newerText: (open: readonly string[], balance: string) =>
    `It closed with ${bottles(open)} at ${balance} ml${together(open)}.`,
  takeOver: 'USE IT',
  previousGoneTitle: 'The balance sheet this was filled in from was deleted',
  enterAnew: 'ENTER AGAIN',
  startedBefore:
    'This table was started before that. Count the bottle before you save it, or reset it to start from the newer sheet.',
  startedFromGone:
    'Count the bottle before you save this table, or reset it and enter the previous balance again.',
  doubtsTitle: 'Check these draws before you save',
  voidedDraw: (patient: string) => `${patient}: this draw was deleted after it was chosen.`,
  usedDraw: (patient: string, day: string, name: string) =>
    `${patient}: this draw is also in the balance sheet of ${day} by ${name.toUpperCase()}.`,
  doubtsText: 'You can still save. The sheet stays on record as it is, and this is flagged.',

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
  onlyDay: (day: string) => `Only draws of ${day}, in order: a balance sheet covers one day.`,
  noDraws: 'No draws of this substance here yet.',
  noDrawsOfDay: 'No more draws of this day.',
  noDrawsText: 'Saved sheets with this drug and single draws appear here, even without a network.',
  addAll: (count: number, day: string) => `ADD ALL ${count} OF ${day}`,
  allAdded: (count: number) => (count === 1 ? '1 draw added' : `${count} draws added`),
  stopped: {
    measure: (patient: string) => `Stopped before ${patient}: enter the volume that was drawn.`,
    differs: (patient: string) =>
      `Stopped before ${patient}: the volume is not confirmed. Add the draw if it was drawn like that.`,
    twice: (patient: string) =>
      `Stopped before ${patient}: the sheet was saved twice. Add the draw if it was drawn. If not, delete that sheet under Saved Patients.`,
    corrected: (patient: string) =>
      `Stopped before ${patient}: the sheet was corrected later. Add the draw if it was drawn. If not, delete that sheet under Saved Patients.`,
    below: (patient: string) =>
      `Stopped before ${patient}: the balance would be below zero. Add the draw, then use PARTIAL DRAW.`,
    full: (patient: string) =>
      `Stopped before ${patient}: this table is full. Save it, and continue in a new one.`,
  },
  used: 'ALREADY USED',
  usedTimes: (times: number) => (times === 1 ? 'Already used once' : `Already used ${times} times`),
  pending: 'Not sent yet',
  singleDraw: 'Single draw',
  measure: 'Enter measured volume',
  volumeDiffers: 'Volume not confirmed',
  twice: 'Sheet saved twice',
  corrected: 'Sheet corrected later',
  noReason: 'No reason given',
  unnamed: 'No name',
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
    `The dose for ${patient} was too small to measure as calculated (${exact} ml). Please enter the volume that was drawn.`,
  measuredVolume: 'Volume',
  measuredFar: (patient: string, exact: string, entered: string) =>
    `The dose for ${patient} was calculated as ${exact} ml. You entered ${entered} ml.`,
  measuredSecond: 'Do you want to record it?',
  add: 'ADD',

  partialTitle: 'Partial Draw',
  partialText: (patient: string, volume: string, bottle: string) =>
    `${patient}: ${volume} ml in total, first from bottle ${bottle}, and the rest from a new bottle.`,
  shouldHold: (open: readonly string[], volume: string) =>
    `${capital(bottles(open))} should have held ${volume} ml${together(open)}.`,
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
  reasonHint: 'This is more than stays in hubs and needles. The reason is shown on the row.',
  usualReasons: ['hub loss', 'overfill', 'spill', 'broken', 'counted'],
  fromNew: 'From the new bottle',
  leftInNew: 'Left in the new bottle',
  editDrawTitle: 'Edit Draw Volume',
  volume: 'Volume',
  chosenAs: 'Volume when chosen',
  cancel: 'CANCEL',
  save: 'SAVE',
  changedBy: 'Changed by',
  farTitle: 'Check the Volume',
  farText: (patient: string, record: string, entered: string) =>
    `The draw for ${patient} was ${record} ml. You entered ${entered} ml.`,
  farSecond: 'The row will show both. Do you want to record it?',
  belowTitle: 'Below Zero',
  belowText: 'The balance would be below zero.',
  belowSecond: 'It will be recorded and marked. Do you want to record it?',

  containerOf: (volume: string) => `Container ${volume} ml`,
  strength: 'Strength',
  strengthOf: (concentration: string) => `${concentration} mg/ml`,
  bottle: 'Bottle',
  bottleInUse: 'Bottle in use',
  balanceIn: (open: readonly string[]) => `Balance of ${bottles(open)}`,
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
  full: 'This table is full. Save it, and continue in a new one.',
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
  partPrinted: 'Not all rows are printed. To print the whole table, use SAVE AND EXPORT.',
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
  /** Between the two stands its substance. */
  savedText: (day: string) => ['The balance sheet of', `, ${day}, is saved.`] as const,
  closing: 'Closing balance',
  nextOpens: (open: readonly string[]) =>
    open.length > 1
      ? `The next balance sheet starts with ${bottles(open)}, which hold this balance together.`
      : `The next balance sheet starts with ${bottles(open)} and this balance.`,
  finish: 'DONE',

  notSaved: 'not saved',
  notSavedText: 'This tablet could not store the balance sheet. The table stays here as it is.',
  notKept: 'The last entries are not saved on this tablet yet.',
  retry: 'RETRY',
  kept: 'Saved on this tablet',
  keeping: 'Saving…',
  gone: 'No longer saved',

  leave: 'Are you sure you want to leave? Any unsaved changes will be lost.',
  stillThere: 'Your balance table is kept. Continue it from CREATE.',

  followed: (name: string) => `${name} continued this table. You see it as it is now.`,
  goneTitle: 'This table is no longer kept here: it was saved or cleared elsewhere, or not accepted',
  goneText:
    'This is how it was. Check the saved balance sheets and Needs Attention before you continue. Another entry here makes it a separate table.',
  apartTitle: 'This table was continued twice',
  apartText: (name: string, count: number) =>
    `${name} continued the same table at the same time. Nothing is lost. This is one of the two; ${name}’s has ${entries(count)}. Decide which one to keep, and reset the other.`,
  openOther: 'OPEN THE OTHER',

  takenTitle: 'This table is open in another window of this tablet.',
  takenText: 'Continue there, or close that window first.',
  newerAppTitle: 'This table was made with a newer version of the app.',
  newerAppText: 'Reload the page to get the new version.',
  notOpenAnyMore: 'This table is no longer open: it was saved or cleared.',
  backToList: 'BACK TO THE LIST',
} as const
