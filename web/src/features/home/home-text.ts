export const homeText = {
  tiles: {
    library: 'Add Drugs, Protocols, and Procedures',
    newSheet: 'Create New Anesthesia Sheet',
    day: 'Day List',
    singleDraws: 'Create and View Single Draws',
    patients: 'View Saved Patients',
    controlledSubstances: 'View Controlled Substance Records',
    calculator: 'Calculate Infusions and Fluids',
    organization: 'Manage Organization',
  },
  about: {
    library: 'The library that sheets are made from',
    newSheet: 'Doses, volumes, PDF',
    day: 'Today’s patients, weights, who is awake',
    singleDraws: 'Controlled drugs drawn without a sheet',
    patients: 'Every sheet that was saved',
    controlledSubstances: 'Balance sheets',
    calculator: 'Rates, bags, drops a minute',
    organization: 'Users and what they may do',
  },
  libraryTitle: 'Drugs, Protocols, and Procedures',
  choices: [
    { code: 1, label: 'Anesthesia Drugs' },
    { code: 2, label: 'Anesthesia Protocols' },
    { code: 3, label: 'Emergency Protocols' },
    { code: 4, label: 'Miscellaneous Injections' },
    { code: 5, label: 'Procedures' },
  ],
  speciesTitle: 'Choose Species',
  species: ['Canine', 'Feline'],
  openSheet: (name: string) =>
    name.trim() === '' ? 'Continue the open sheet' : `Continue the open sheet for ${name.trim()}`,
  /** What was entered too late to be in the saved sheet. */
  leftSheet: (name: string) =>
    name.trim() === ''
      ? 'See what is not in the saved sheet'
      : `See what is not in the saved sheet for ${name.trim()}`,
  leftSheetText: (by: string, time: string) =>
    `Saved by ${by}, ${time}, while more was entered on another tablet.`,
  openSheetText: (time: string) => `Not saved yet. Last change ${time}.`,
  /** There is paper, and no record of it. */
  exportedSheetText: (time: string, wasSaved: boolean) =>
    `Exported ${time}, but ${wasSaved ? 'not saved again' : 'never saved'}.`,
  /** Of one that was changed after it was saved. */
  savedSheetText: (time: string) => `Not saved again yet. Last change ${time}.`,
} as const

export const firstSteps = {
  title: 'First steps for a new clinic',
  done: 'done',
  dismiss: 'Hide the first steps',
  people: {
    title: 'Invite the people you work with',
    text: 'Each one gets a name and a password of their own, so that records say who did what.',
  },
  library: {
    title: 'Look through the library',
    text: 'Check every dosage and concentration against the bottles on your shelf.',
  },
  /** Only a person can say so. */
  checked: 'I HAVE CHECKED THEM',
  emptyLibrary: {
    title: 'Fill the library',
    text: 'Start with the sections that drugs belong to (EDIT SECTIONS, last in the list above the drugs). Then add the drugs, the protocols made of them, and the procedures.',
  },
  install: {
    title: 'Put the app on each tablet',
    text: 'On the home screen it opens with one press, and its data is protected.',
  },
  sheet: { title: 'Make the first sheet', text: 'Choose a species and a protocol, and enter a weight.' },
} as const
