/** The fields of a record in the words of its form. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  notes: 'Notes',
  species: 'Species',
  concentration: 'Concentration',
  dosage: 'Dosage',
  dosage_from: 'Low dosage',
  dosage_to: 'High dosage',
  range: 'Usual range',
  route: 'Route',
  form: 'Form',
  controlled: 'Controlled substance',
  schedule: 'Schedule',
  section_key: 'Section',
  rate: 'Rate',
  volume: 'Volume',
  volume_exact: 'Exact volume',
  volume_low: 'Low volume',
  volume_high: 'High volume',
  volume_low_exact: 'Exact low volume',
  volume_high_exact: 'Exact high volume',
  title: 'Title',
  title_s: 'Singular title',
  title_p: 'Plural title',
  drug_class: 'Drug class',
  drug_name: 'Drug name',
  drug_concentration: 'Concentration',
  drug_volume: 'Volume',
  drug_form: 'Form',
  patient_name: 'Patient name',
  patient_id: 'Patient ID',
  weight: 'Patient weight',
  container_size: 'Container size',
  bottle_number: 'Bottle number',
  added: 'Added',
  used: 'Used',
  adjusted: 'Adjusted',
  balance: 'Balance',
  day: 'Day',
  reason: 'Reason',
  outcome: 'Outcome',
  procedure: 'Procedure',
  anesthesia_protocol: 'Anesthesia protocol',
  emergency_protocol: 'Emergency protocol',
  injections: 'Injections',
  sections: 'Sections',
  drugs: 'Drugs',
  fluids: 'Fluids',
  content: '',
  sheet_data: '',
}

export const UNITS: Readonly<Record<string, string>> = {
  concentration: 'mg/ml',
  drug_concentration: 'mg/ml',
  dosage: 'mg/kg',
  dosage_from: 'mg/kg',
  dosage_to: 'mg/kg',
  range: 'mg/kg',
  rate: 'ml/kg',
  volume: 'ml',
  volume_exact: 'ml',
  volume_low: 'ml',
  volume_high: 'ml',
  volume_low_exact: 'ml',
  volume_high_exact: 'ml',
  drug_volume: 'ml',
  container_size: 'ml',
  added: 'ml',
  used: 'ml',
  adjusted: 'ml',
  balance: 'ml',
}

/** Of [canine, feline]: two numbers in a row do not say whose they are. */
export const PAIRS: readonly string[] = ['dosage', 'dosage_from', 'dosage_to', 'route', 'range']

const SPECIES = ['Canine', 'Feline'] as const

const humanized = (field: string) => {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'Canine low dosage' for `dosage_from.0`; '' for a field that only holds others together. */
export function fieldWord(path: string): string {
  const [field = '', half] = path.split('.')
  const word = Object.hasOwn(WORDS, field) ? (WORDS[field] ?? '') : humanized(field)
  const species = half === undefined ? undefined : SPECIES[Number(half)]
  return species === undefined ? word : `${species} ${word.charAt(0).toLowerCase()}${word.slice(1)}`
}
