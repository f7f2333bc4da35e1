/** The classes of anesthesia syringe labels. */
export const drugClassNames = {
  opioid: 'Opioid',
  induction: 'Induction agent',
  tranquilizer: 'Tranquilizer',
  anticholinergic: 'Anticholinergic',
  'local-anesthetic': 'Local anesthetic',
  vasopressor: 'Vasopressor',
  antagonist: 'Antagonist',
} as const
