export const homeText = {
  tiles: {
    library: 'Add Drugs, Protocols, and Procedures',
    newSheet: 'Create New Anesthesia Sheet',
    singleDraws: 'Create and View Single Draws',
    patients: 'View Saved Patients',
    controlledSubstances: 'View Controlled Substance Records',
    organization: 'Manage Organization',
  },
  about: {
    library: 'The library that sheets are made from',
    newSheet: 'Doses, volumes, PDF',
    singleDraws: 'Controlled drugs drawn without a sheet',
    patients: 'Every sheet that was saved',
    controlledSubstances: 'Balance sheets',
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
  openSheetText: (time: string) => `Not saved yet. Last change ${time}.`,
} as const
