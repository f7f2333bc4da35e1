import type { LabelClass } from './label-class.ts'

/** What stands beside the colour of a class, which is never alone. */
export const labelClassWords: Readonly<Record<LabelClass, string>> = {
  opioid: 'Opioid',
  induction: 'Induction agent',
  benzodiazepine: 'Benzodiazepine',
  tranquilizer: 'Tranquilizer',
  relaxant: 'Muscle relaxant',
  anticholinergic: 'Anticholinergic',
  'local-anesthetic': 'Local anesthetic',
  vasopressor: 'Vasopressor',
  'anti-emetic': 'Anti-emetic',
  'opioid-antagonist': 'Opioid antagonist',
  'benzodiazepine-antagonist': 'Benzodiazepine antagonist',
  'relaxant-antagonist': 'Relaxant antagonist',
  antagonist: 'Antagonist',
}
