const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** The screen that says whether this tablet can do a day without a network. */
export const readyText = {
  looking: 'Checking…',
  ready: 'Ready for a day without a network',
  care: (count: number) => `Ready, with ${many(count, 'thing', 'things')} to know`,
  bad: (count: number) => `Not ready: ${many(count, 'thing', 'things')} to do first`,
  at: (time: string) => `Checked at ${time}`,
  again: 'CHECK AGAIN',
  list: 'What was checked',
  levels: { good: 'Good', asking: 'Asking', care: 'To know', bad: 'To do' },
  failed: 'This could not be checked. Please try again.',

  people: (names: readonly string[]) =>
    `${many(names.length, 'person', 'people')} can log in without a network`,
  peopleOf: (names: readonly string[]) => `${names.join(', ')}.`,
  onlyYou: 'Only you can log in without a network',
  onlyYouWhy: 'Everyone else logs in here once while the server answers.',
  notYou: 'You cannot log in here without a network',
  notYouWhy: 'Log out and log in again while the server answers.',
  visitor: 'Stay logged in: without a network you cannot log in again',
  visitorWhy: 'A visitor has no password, and TRY THE DEMONSTRATION needs the server.',
  noneAllowed: 'Nobody can log in without a network',
  noneAllowedWhy: 'Your clinic has turned that off. Whoever is logged in stays logged in.',

  asking: 'Is this tablet up to date?',
  askingWhy: 'Asking the server…',
  tabletsAsking: 'What about the other tablets?',
  heard: 'This tablet is up to date',
  heardAt: (moment: string) => `The server answered on ${moment}.`,
  notCurrent: 'The server answers, but this tablet is not up to date',
  silent: 'The server does not answer now',
  silentSince: (moment: string) => `What is here is from ${moment}.`,
  never: 'This tablet has never been up to date',
  old: 'This tablet has not heard from the server for a day',
  connect: 'Connect it, and wait until it says “All sent”.',

  library: 'The library is here',
  libraryCounts: (drugs: number, protocols: number) =>
    `${many(drugs, 'drug', 'drugs')}, ${many(protocols, 'protocol', 'protocols')}.`,
  libraryLoading: 'The library is not complete yet',
  libraryLoadingWhy: 'Keep the tablet connected until it has loaded.',
  libraryEmpty: 'The library is empty',
  libraryEmptyWhy: 'Add drugs and protocols, or a sheet has nothing to choose from.',

  rows: (today: number, tomorrow: number) =>
    today === 0 && tomorrow === 0
      ? 'No patients are listed for today or tomorrow'
      : `${many(today, 'patient', 'patients')} today, ${tomorrow} tomorrow`,
  rowsWhy: 'The day list is on this tablet.',
  rowsLoading: 'The day list is not complete yet',

  sent: 'Everything is sent',
  sentWhy: 'Nothing waits on this tablet.',
  unsent: (count: number) => `${many(count, 'change is', 'changes are')} not sent yet`,
  unsentWhy: 'They are kept here, and go to the server as soon as it answers.',

  decided: 'Nothing needs attention',
  decidedWhy: 'No change waits for a decision.',
  attention: (count: number) => `${many(count, 'change needs', 'changes need')} attention`,
  attentionWhy: 'Decide before the day begins.',

  protected: 'The records are protected',
  protectedWhy: 'The browser will not delete them.',
  unprotected: 'The browser may delete records',
  unprotectedWhy: 'It may do so when space runs out.',
  protect: 'PROTECT STORAGE',
  nowProtected: 'Storage is protected.',
  notProtected: 'The browser did not allow it. Add the app to the home screen, then try again.',

  free: (size: string) => `${size} free`,
  freeWhy: 'Enough for months of records.',
  little: (size: string) => `Only ${size} free`,
  littleWhy: 'Delete pictures or apps from this tablet: at least 500 MB should be free.',
  noFree: (size: string) => `Only ${size} free: saving may fail`,

  current: 'The app is current',
  version: (version: string) => `Version ${version}.`,
  newer: 'A new version of the app is ready',
  newerWhy: 'Press UPDATE NOW at the top when no sheet is open.',
  tooOld: 'The server no longer accepts this version of the app',
  tooOldWhy: 'Reload the app while the server answers.',

  files: (count: number) => `All ${count} files of the app are here`,
  filesWhy: 'With PDF, DOCX, and their fonts.',
  missing: (missing: number, files: number) =>
    `${missing} of the app’s ${files} files ${missing === 1 ? 'is' : 'are'} missing`,
  missingWhy: 'Connect the tablet, then press CHECK AGAIN.',
  notKept: 'The app is not stored on this tablet',
  notKeptWhy: 'Reload the app while the server answers.',

  clock: 'The clock is right',
  clockWhy: 'It is within a minute of the server’s.',
  clockOff: (minutes: number, ahead: boolean) =>
    `The clock is ${many(minutes, 'minute', 'minutes')} ${ahead ? 'ahead' : 'behind'}`,
  clockOffWhy: 'Times are corrected; please set the clock.',
  clockUnknown: 'The clock has never been compared',
  clockUnknownWhy: 'That happens at the first contact with the server.',

  ledger: 'The ledger is verified',
  ledgerBy: (moment: string, by: string) => `On ${moment} by ${by}.`,
  ledgerOld: 'The ledger has not been verified for a week',
  ledgerNever: 'The ledger has never been verified on this tablet',
  ledgerNeverWhy: 'Open the ledger to verify it. This needs the server.',
  ledgerBroken: 'The ledger must be checked',

  tablets: (count: number) =>
    `${many(count, 'other tablet was', 'other tablets were')} heard from in the last 24 hours`,
  tabletsNone: 'No other tablet is in use',
  tabletsNoneWhy: 'If this one breaks, the records are on the server.',
  tabletsSilent: (count: number) =>
    `${many(count, 'other tablet has', 'other tablets have')} not been heard from for a day`,
  tabletsUnsent: (count: number) =>
    `${many(count, 'other tablet has', 'other tablets have')} changes that are not sent`,
  tablet: (name: string, moment: string) => `${name}: ${moment}`,
  asOf: (moment: string) => `As of ${moment}.`,

  battery: (percent: number, charging: boolean) => `Battery ${percent}%${charging ? ', charging' : ''}`,
  batteryWhy: 'Enough to begin with.',
  batteryLow: 'Charge it before the day begins.',

  open: {
    device: 'This tablet',
    devices: 'Tablets',
    drugs: 'Drugs',
    needsAttention: 'Needs Attention',
    ledger: 'Ledger',
  },
} as const
