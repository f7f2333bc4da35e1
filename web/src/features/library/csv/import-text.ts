import { CANINE } from 'sync-protocol/records/fields'

const drugs = (count: number) => (count === 1 ? '1 drug' : `${count} drugs`)
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const importText = {
  title: 'Import Drugs',
  choose: 'CHOOSE FILE',
  file: 'A CSV file',
  list: 'Or paste the drugs, one row each',
  hint: 'Separate the columns by tabs, semicolons or commas. The first row says what the columns are, as in “Drug name, Strength (mg/ml), Canine dosage (mg/kg)”.',
  show: 'SHOW DRUGS',
  back: 'BACK',
  cancel: 'CANCEL',
  empty: 'Please choose a file, or paste at least one drug.',
  notRead: 'This file could not be read. A spreadsheet can save it as CSV.',
  tooMuch: (most: number) => `That is too much for one import: ${most} rows at most.`,
  notOneChange: (most: number) =>
    `That is too much for one change: ${most} drugs at most, and fewer if their texts are long. Leave some out, and import them afterwards.`,
  notSaved: 'not saved: this tablet could not store the drugs.',

  add: (added: number, updated: number) =>
    [
      ...(added > 0 || updated === 0 ? [added === 0 ? 'ADD' : `ADD ${added}`] : []),
      ...(updated > 0 ? [`UPDATE ${updated}`] : []),
    ].join(', '),
  adding: 'Saving',
  reading: 'Reading',
  nothing: 'Nothing can be added yet.',
  ready: (count: number) => `${drugs(count)} can be added`,
  updates: (count: number) => `${count} will be updated`,
  waits: (count: number) => (count === 1 ? '1 row needs a correction' : `${rows(count)} need a correction`),
  unusual: (count: number) => (count === 1 ? '1 has an unusual dosage' : `${count} have an unusual dosage`),
  skipped: (count: number) => `${rows(count)} left out`,
  saved: (added: number, updated: number) =>
    [
      ...(added > 0 ? [`${drugs(added)} added`] : []),
      ...(updated > 0 ? [`${drugs(updated)} updated`] : []),
    ].join(', ') + '.',
  stay: (count: number) =>
    count === 1
      ? '1 drug was changed in the meantime and stays.'
      : `${drugs(count)} were changed in the meantime and stay.`,
  notUndone: 'The import could not be undone. Please try again.',

  columns: (used: number, all: number) => `Columns: ${used} of ${all} are used`,
  column: (at: number) => `Column ${at + 1}`,
  leaveOut: 'Leave out',
  ofEither: { dosage: 'Dosage', dosage_from: 'Low dosage', dosage_to: 'High dosage', route: 'Route' },
  ofAll: 'Species of all',
  speciesOfAll: { '0': 'Canine', '1': 'Feline', '01': 'Both' },
  sectionOfAll: 'Section of all',
  sectionInstead: (title: string, count: number) => `Section for “${title}” (${rows(count)})`,
  unitsOfAll: { ml: 'Strengths without a unit are in', kg: 'Dosages without a unit are in' },
  needNames: 'Which column has the names?',
  defaults:
    'If its row does not say otherwise, a new drug has route IV and form INJECTION, and is not a controlled substance.',

  shown: 'Rows that are shown',
  filters: {
    wait: (count: number) => `To correct (${count})`,
    unusual: (count: number) => `Unusual (${count})`,
    found: (count: number) => `In the library (${count})`,
    all: (count: number) => `All (${count})`,
  },
  noneWait: 'No row needs a correction.',
  noneUnusual: 'No dosage is unusual.',
  noneFound: 'None of these drugs is in the library.',
  table: 'The rows of the file',
  showMore: (count: number) => `SHOW ${count} MORE`,
  row: (row: number) => `Row ${row}`,
  noName: 'No name',
  what: (row: number, name: string) => `Row ${row}${name === '' ? '' : `, ${name}`}`,
  edit: (row: number) => `All columns of row ${row}`,
  cell: (column: string, row: number) => `${column}, row ${row}`,
  choices: { skip: 'Leave out', update: 'Update', add: 'Add' },
  differing: 'All that differ',
  same: 'The same in the library',
  differs: 'In the library, but not the same',
  several: (count: number) => `${count} in the library have this name and strength`,
  notYours: (author: string) =>
    `${author === '' ? 'Someone else' : author} added it: only they, or someone who may edit others’ records, can update it.`,
  change: (label: string, from: string, to: string) =>
    `${label}: ${from === '' ? 'nothing' : from} becomes ${to === '' ? 'nothing' : to}`,
  controlled: 'Controlled',
  dose: (species: string, numbers: readonly string[], unit: string, route: string) =>
    `${species} ${numbers.join(' to ')} ${unit} ${route}`,
  sameAs: (row: number) => `The same as row ${row}`,
  ofSpecies: (species: string, words: string) => `${species}: ${words}`,
  becomes: (value: string) => `Will be saved as ${value}.`,

  comma: 'Use a decimal point, such as 12.5.',
  notNumber: (per: 'ml' | 'kg') =>
    per === 'ml'
      ? 'Enter the number, then its unit, such as 10 mg/ml.'
      : 'Enter the number, then its unit, such as 0.5 mg/kg.',
  notUnit: (per: 'ml' | 'kg') =>
    per === 'ml' ? 'Write mg/ml, mcg/ml, %, units/ml or mEq/ml.' : 'Write mg/kg, mcg/kg, units/kg or mEq/kg.',
  needUnit: (per: 'ml' | 'kg') => (per === 'ml' ? 'mg/ml, % or units/ml?' : 'mg/kg, mcg/kg or units/kg?'),
  notMeasured: 'Write mg, units or mEq.',
  otherUnit: (unit: string) => `The strength is in ${unit}.`,
  notDrugsUnit: (unit: string) => `This drug’s unit is ${unit}.`,
  cap: 'Enter the number in mg alone, such as 50.',
  needSpecies: 'Dog or cat?',
  notSpecies: 'Write canine, feline, or both.',
  notOfSpecies: (code: 0 | 1) => `The row is not for ${code === CANINE ? 'dogs' : 'cats'}.`,
  needSection: 'Which section?',
  noSection: 'No section has this title.',
  twoSections: 'Two sections have this title.',
  emergencyOnly: 'Only emergency drugs have a low and a high dosage.',
  lowAndHigh: 'An emergency drug has a low and a high dosage instead.',
  lowAboveHigh: 'The low dosage is higher.',
  notRoute: 'Write IV, IM, SC, EPIDURAL or OTHER.',
  notForm: 'Write INJECTION, TABLET, LIQUID or OTHER.',
  notYesNo: 'Write yes or no.',
  notSchedule: 'Write C-II, C-III, C-IV or C-V.',
  notControlled: 'The row says that it is not controlled.',
  notReversal: 'One line each: drug; species; dose; mg/kg or times its dose; route; note.',
  updatedTwice: (row: number) => `Row ${row} updates this drug. Import this row afterwards.`,
  twice: (row: number) => `Row ${row} has this drug with other values. Leave one of them out, or add both.`,
} as const
