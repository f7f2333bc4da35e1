import { REVERSES_LABEL } from 'sync-protocol/records/reversal'

const SPECIES = ['Canine', 'Feline'] as const

/** The words of the drug library's file: a drug's own words are the form's. */
export const csvText = {
  more: 'Export and import',
  export: 'Export all drugs (CSV)',
  import: 'Import drugs (CSV)',
  exported: (count: number, file: string) =>
    count === 1 ? `Downloaded ${file}: 1 drug` : `Downloaded ${file}: ${count} drugs of both species`,
  unreadable: (count: number) =>
    count === 1
      ? '1 drug was left out: a newer version of the app saved it.'
      : `${count} drugs were left out: a newer version of the app saved them.`,
  notExported: 'The file could not be made. Please try again.',
  file: (day: string) => `Drugs ${day}.csv`,

  section: 'Section',
  species: 'Species',
  speciesNames: SPECIES,
  bothSpecies: 'Canine and feline',
  route: (species: string) => `${species} route`,
  form: 'Form',
  controlled: 'Controlled substance',
  schedule: 'Schedule',
  reverses: REVERSES_LABEL,
  /** Behind a header; the unit itself is under 'Measured in'. */
  perMl: ' (per ml)',
  perKg: ' (per kg)',
  inMg: ' (mg)',
  inUnit: (unit: string) => ` (${unit})`,
  yes: 'Yes',
  no: 'No',
  schedules: (schedule: string) => `C-${schedule}`,
  timesItsDose: 'times its dose',
} as const
