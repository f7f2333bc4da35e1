import { drugClassNames } from './drug-class-text.ts'

/**
 * The classes of anesthesia syringe labels (ASTM D4774, ISO 26825). `print` is the colour on paper;
 * on screen it is the token `--class-<name>`. Antagonists are striped.
 */
export const DRUG_CLASSES = {
  opioid: { name: drugClassNames.opioid, print: '#6aa9dc', striped: false },
  induction: { name: drugClassNames.induction, print: '#f2d21b', striped: false },
  tranquilizer: { name: drugClassNames.tranquilizer, print: '#f08a24', striped: false },
  anticholinergic: { name: drugClassNames.anticholinergic, print: '#4fae4a', striped: false },
  'local-anesthetic': { name: drugClassNames['local-anesthetic'], print: '#a9adab', striped: false },
  vasopressor: { name: drugClassNames.vasopressor, print: '#b08fd0', striped: false },
  antagonist: { name: drugClassNames.antagonist, print: '#33413d', striped: true },
} as const

export type DrugClass = keyof typeof DRUG_CLASSES
