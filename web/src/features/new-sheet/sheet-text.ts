import { aboutWeight } from 'sync-protocol/rules/dose'

/** Every word of the New Anesthesia Sheet screen. */
export const sheetText = {
  species: 'Species',
  speciesNames: { [-1]: 'Not selected', 0: 'Canine', 1: 'Feline' },
  speciesHint: 'Press to select',
  speciesChange: 'Press to change',
  speciesNow: (name: string) => `Species: ${name}.`,
  wiped: {
    species: (name: string) =>
      name === ''
        ? 'The sheet was cleared: the species changed.'
        : `The sheet for ${name} was cleared: the species changed.`,
    'put-away': () => 'The open sheet was discarded.',
    undo: () => 'The sheet is back. Anything entered since was removed.',
  },

  procedure: 'Procedure',
  anesthesia: 'Anesthesia Protocol',
  emergency: 'Emergency Protocol',
  notChosen: 'Press to select',
  optional: 'Optional',

  name: 'Patient Name',
  patientId: 'Patient ID',
  weight: 'Patient Weight',
  units: 'Weight Units',
  estimated: 'Estimated',
  outcome: 'Patient Outcome',

  openKeypad: 'Open keypad',
  weightOf: (name: string) => (name.trim() === '' ? 'Weight' : `Weight of ${name.trim()}`),

  injections: 'Injections',
  injectionCount: (count: number, most: number) => `${count}/${most}`,
  injectionsReset: 'RESET',
  injectionsGone: (count: number) =>
    count === 1 ? '1 injection was removed.' : `${count} injections were removed.`,
  injectionsAdd: 'ADD',
  injectionsFull: 'A sheet holds 10 injections.',
  injectionRemove: (name: string) => `Remove ${name}`,

  reset: 'RESET SHEET',
  more: 'More for this sheet',
  export: 'EXPORT',
  calculator: 'INFUSIONS AND FLUIDS',
  calculatorShort: 'INFUSIONS',
  looking: 'CHECKING',
  next: 'NEXT PATIENT',
  saved: (time: string) => `Saved ${time}`,
  exportedOnly: (moment: string): string => `Exported ${moment}, not saved`,
  save: 'SAVE',
  setAside: 'Not accepted: see Needs Attention',
  changedSince: (time: string) => `Changed since it was saved ${time}`,
  nextHint: 'keeps species, procedure and protocols',
  keptFrom: (name: string) => `Same procedure and protocols as ${name}`,
  libraryChanged: 'The library changed since the last patient',
  libraryChangedSince: 'The library changed since the saved sheet',
  became: {
    changed: (name: string) => `${name} was edited. This sheet uses the new version.`,
    removed: (name: string) => `${name} was removed. Please choose another.`,
    several: (name: string) => `${name} is in the library more than once. Please choose one.`,
  },
  copyGone: 'The saved sheet could not be found. Nothing was copied.',
  /** Of a copied sheet's patient. */
  weightBefore: (weight: string, day: string) => `Last weight: ${weight} on ${day}`,
  libraryUnread: 'Could not read the library. The procedure and protocols are those of the last patient.',

  contestedTitle: 'Two versions of this protocol need a decision',
  contested:
    'Someone entered other values for it at the same time. They are waiting in Needs Attention. The ones here are the current values.',

  volumes: 'Volumes',
  volume: 'Volume',
  drug: 'Drug',
  volumesOf: (name: string) => (name.trim() === '' ? 'Volumes' : name.trim()),
  fluids: 'Fluids',
  emergencyDrugs: 'Emergency Drugs',
  chooseProtocol: 'CHOOSE PROTOCOL',
  emptyTitle: 'Volumes appear here',
  emptyText: 'Choose an anesthesia protocol, and enter the weight and its units.',
  emptyStart: 'Select the species to begin.',
  volumesSaid: (count: number, marked: number) =>
    `${count === 1 ? '1 volume' : `${count} volumes`}${marked === 0 ? '' : `, ${marked} marked`}.`,
  needWeight: 'Enter the weight to see volumes.',
  checkWeight: 'Check the weight to see volumes.',
  unusualWeight: { amber: 'Check the weight', red: 'Wrong weight?' },
  doubleCheck: 'DOUBLE-CHECK',
  checkedBy: (name: string, time: string) => `Checked by ${name} ${time}`,
  low: 'Low',
  high: 'High',
  rate: (value: string) => `Rate ${value} ml/kg`,
  explain: 'EXPLAIN',
  explainFor: (name: string) => `Explain the dose of ${name}`,
  reason: 'Reason',
  reasonFor: (name: string) => `Reason for the dose of ${name}`,
  reasons: ['Vet’s order', 'To effect', 'Drug is diluted'],
  keepReason: 'KEEP REASON',
  noReason: 'REMOVE',
  cancelReason: 'CANCEL',
  changeReason: 'CHANGE REASON',
  reasonSaid: (reason: string, by: string) => `${reason} (entered by ${by})`,
  dosesTitle: 'Check These Doses',
  dosesText: 'No reason is entered. Press GO BACK, then EXPLAIN, or correct the dose.',
  goBack: 'GO BACK',
  exportAnyway: 'EXPORT ANYWAY',
  saveAnyway: 'SAVE ANYWAY',

  picker: {
    0: 'Select Procedure',
    1: 'Select Anesthesia Protocol',
    3: 'Select Emergency Protocol',
    5: 'Add Injections',
  },
  noRecords: (what: string) => `No ${what} here yet.`,
  collections: {
    0: 'procedures',
    1: 'anesthesia protocols',
    3: 'emergency protocols',
    5: 'injections',
  },
  favorites: 'Favorites',
  usedLately: 'Recent',
  wholeList: 'All',
  favorite: (name: string) => `Favorite: ${name}`,
  favoriteNotKept: 'This tablet could not save the favorite. Its storage may be full.',
  gone: 'This record was just removed. Please choose another.',
  unreadable: 'Could not read this record. Please try again.',
  done: 'DONE',

  add: 'ADD',
  saveChanges: 'SAVE CHANGES',
  remove: 'REMOVE',
  another: 'CHOOSE ANOTHER',
  reviewWithoutWeight: 'Volumes appear once the weight and its units are entered.',

  notSelectedTitle: 'Species Not Selected',
  notSelected: 'Please select patient species before assigning procedures, protocols, or injections.',

  left: (name: string) =>
    name === '' ? 'The open sheet was discarded.' : `The open sheet for ${name} was discarded.`,
  leftNotBack: (name: string) =>
    name === '' ? 'The sheet could not be brought back.' : `The sheet for ${name} could not be brought back.`,
  leave: 'Are you sure you want to return home? Any unsaved changes will be lost.',
  resetTitle: 'Reset Sheet?',
  resetQuestion:
    'Are you sure you want to reset this sheet? Only your selected species, anesthesia protocol, and emergency protocol will remain.',
  /** Of a sheet whose paper may lie on the table. */
  resetExported: (moment: string) =>
    `${sheetText.exportedOnly(moment)}. If the paper was used, press NO and SAVE the sheet first.`,
  emergencyTitle: 'Add Emergency Protocol?',
  emergencyQuestion: 'No emergency protocol is chosen. Would you like to add one?',
  saveTitle: 'Save Anesthesia Sheet?',
  saveQuestion: 'The sheet will be listed under Saved Patients.',
  saveAgain: 'This sheet was already saved. Are you ready to save this sheet again?',
  saveControlled:
    'This sheet uses controlled drugs. If you choose NO they will not be listed for balance sheets.',
  saveAgainKeeps: 'It will be listed next to the first one, which stays as it is.',
  saveAgainControlled: 'Its controlled drugs will be listed for balance sheets a second time.',
  savedToday: (patient: string, when: string, by: string, weight: string, procedure: string) =>
    `${patient} was saved ${when} by ${by}, ${weight}, ${procedure}.`,
  today: (time: string) => `today at ${time}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  savedMore: (count: number) => `And ${count} more that day.`,
  isAnother: { name: 'Is this another patient?', id: 'The ID is the same. Is this a second sheet?' },
  rowOfOther: (name: string) =>
    `This sheet was begun for ${name} of the day list. YES sets ${name} as drawn.`,
  rowLeave: 'ANOTHER PATIENT',
  whoseTitle: 'Another Patient?',
  whose: (name: string, weight: string) =>
    `This sheet was saved for ${name}, ${weight}. Is it for another patient now?`,
  whoseSecond: (name: string) =>
    `ANOTHER PATIENT begins a new sheet, and the one of ${name} stays as it is. THE SAME PATIENT corrects it.`,
  isSame: 'THE SAME PATIENT',
  isOther: 'ANOTHER PATIENT',
  otherBegun: (name: string) => `This is a new sheet. The saved one of ${name} stays as it is.`,
  rowLeft: (name: string) => `${name} stays as listed.`,
  declined: 'The sheet was not saved. It stays open on this tablet.',
  declinedAgain: 'The sheet was not saved a second time. It stays open on this tablet.',
  yes: 'YES',
  saving: 'SAVING',

  notSaved: 'not saved',
  notSavedText: 'This tablet could not store the sheet. It stays here as it is.',
  retry: 'RETRY',
  saveFailedLog: 'Failed to save sheet',
  notKept: 'This tablet is not storing your open sheet. Save it before you leave.',

  restored: (name: string) =>
    name.trim() === ''
      ? 'Your open sheet is back as you left it.'
      : `Your open sheet for ${name.trim()} is back as you left it.`,
  restoredExported: (moment: string, wasSaved: boolean) =>
    `It was exported ${moment} but ${wasSaved ? 'not saved again' : 'never saved'}.`,
  startEmpty: 'START EMPTY',
  stillOpen: (name: string) =>
    `${name === '' ? 'A sheet' : `The sheet for ${name}`} is still open. Save it or press RESET SHEET first.`,
  inAnotherTab: (name: string) =>
    `${name === '' ? 'The open sheet' : `The sheet for ${name}`} is open in another tab of this browser.`,
  rowContested: (name: string) =>
    `Two versions of ${name} wait for a decision on the day list. Weigh the patient again, or decide first.`,
  rowGone: 'This patient is not on the day list any more.',
  offerTitle: 'You have an open anesthesia sheet',
  offer: (name: string, species: -1 | 0 | 1): string =>
    [name.trim() || 'No name yet', ...(species === -1 ? [] : [sheetText.speciesNames[species]])].join(' · '),
  offerExported: (offer: string, exported: string) => `${offer}. ${exported}`,
  continue: 'CONTINUE',

  parts: {
    species: 'Species',
    patient: 'Patient',
    weight: 'Weight',
    outcome: 'Outcome',
    procedure: 'Procedure',
    anesthesia: 'Anesthesia Protocol',
    explained: 'Reasons',
    check: 'Double-check',
    emergency: 'Emergency Protocol',
    injections: 'Injections',
  } as Readonly<Record<string, string>>,
  none: 'none',
  came: (by: string) => (by === '' ? 'Entered on another tablet' : `Entered by ${by} on another tablet`),
  cameLine: (part: string, now: string) => `${part}: ${now}`,
  asideTitle: (part: string) => `Two versions: ${part}`,
  asideText: (by: string, at: string) =>
    `It was entered on two tablets at the same time. The second was entered by ${by}, ${at}.`,
  asideStands: (words: string) => `KEEP ${words}`,
  asideUse: (words: string) => `USE ${words}`,
  twoVersions: 'A part of this sheet has two versions. One of them must be chosen on the sheet.',
  decideFirst: 'A part of this sheet has two versions. Please choose one of them first.',

  elsewhere: {
    saved: (by: string, at: string) => `Saved by ${by} on another tablet at ${at}`,
    'put-away': (by: string, at: string) => `Discarded by ${by} on another tablet at ${at}`,
    'handed-over': (by: string, at: string) => `Taken over by ${by} at ${at}`,
  },
  elsewhereText: {
    saved: 'This is the saved sheet. Nothing is left to save here.',
    'put-away': 'This sheet is closed. Below is what this tablet last showed.',
    'handed-over': 'This sheet is no longer yours. Below is what this tablet last showed.',
  },
  savedDeleted: 'The saved sheet was deleted',
  savedDeletedText: 'It is no longer listed under Saved Patients, and its draws are struck through.',
  savedGone: 'The saved sheet was deleted in the meantime. Below is what it said.',
  differsTitle: 'This tablet showed something else',
  differs: (part: string, here: string, saved: string) =>
    `${part}: ${here} here, ${saved} in the saved sheet.`,
  differsText: 'Check what was drawn from it.',
  differsWaits: 'What was typed here and not sent is also waiting in Needs Attention.',
  keepMine: 'CONTINUE WITH THIS COPY',
  discardMine: 'DISCARD THIS COPY',
  newSheet: 'NEW SHEET',
  takenOverMeanwhile: (name: string, by: string) =>
    `${name === '' ? 'The open sheet' : `The sheet for ${name}`} was taken over by ${by}.`,
  savedMeanwhile: (name: string, by: string, at: string) =>
    `${name === '' ? 'The open sheet' : `The sheet for ${name}`} was saved by ${by}, ${at}.`,
} as const

/** A part of a sheet in a few words. */
export const partWords = {
  patient: (name: string, id: string) => (id === '' ? name : `${name} (${id})`),
  weight: (weight: string, units: string, estimated = false) => {
    const said = weight === '' ? '' : `${weight} ${units}`
    return said !== '' && estimated ? aboutWeight(said) : said
  },
  otherDrugs: (name: string) => `${name} with other drugs or dosages`,
} as const
