import type { DrugClass } from 'sync-protocol/records/fields'

/** Colours of anesthesia syringe labels (ASTM D4774, ISO 26825) on paper; antagonists are striped. */
export const CLASS_COLOUR: Readonly<Record<DrugClass, string>> = {
  opioid: '#6aa9dc',
  induction: '#f2d21b',
  tranquilizer: '#f08a24',
  anticholinergic: '#4fae4a',
  'local-anesthetic': '#a9adab',
  vasopressor: '#b08fd0',
  antagonist: '#33413d',
}
export const BAND_COLOUR = '#e8ebea'
