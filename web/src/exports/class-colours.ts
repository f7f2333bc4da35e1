import type { LabelClass } from 'sync-protocol/rules/label-class'

const opioid = '#6aa9dc'
const benzodiazepine = '#f08a24'
const relaxant = '#e8483c'
/** Tranquilizers and anti-emetics are one group of ASTM D4774. */
const salmon = '#f5c2a5'

/** Colours of anesthesia syringe labels (ISO 26825:2020, ASTM D4774) on paper. */
export const CLASS_COLOUR: Readonly<Record<LabelClass, string>> = {
  opioid,
  induction: '#f2d21b',
  benzodiazepine,
  tranquilizer: salmon,
  relaxant,
  anticholinergic: '#4fae4a',
  'local-anesthetic': '#a9adab',
  vasopressor: '#b08fd0',
  'anti-emetic': salmon,
  'opioid-antagonist': opioid,
  'benzodiazepine-antagonist': benzodiazepine,
  'relaxant-antagonist': relaxant,
  antagonist: '#33413d',
}

/** Antagonists are striped white. */
export const isStriped = (drugClass: LabelClass): boolean => drugClass.endsWith('antagonist')

export const BAND_COLOUR = '#e8ebea'
