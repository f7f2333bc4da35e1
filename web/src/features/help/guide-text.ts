/** The page for the wall of the treatment room. */
export const guideText = {
  print: 'PRINT',
  intro:
    'One page, A4 or Letter, black and white. It is made for the wall: the numbers are those of the app.',
  title: 'Anesthesia sheets: the short guide',
  makeTitle: 'Make a sheet',
  make: [
    'Press Create New Anesthesia Sheet.',
    'Press Species until it is right.',
    'Choose Procedure and Anesthesia Protocol.',
    'Enter name and weight. Choose lb or kg.',
    'Read each volume. Press it to see the arithmetic.',
    'Press EXPORT. If it asks for an emergency protocol, answer YES or NO.',
    'Press GENERATE. Close, and answer YES to save.',
  ],
  checkTitle: 'Check a volume',
  formula: 'weight in kg × mg/kg ÷ mg/ml = ml',
  pounds: (both: string) => `lb are divided by 2.205. ${both}.`,
  signsTitle: 'What stands where a volume should',
  signs: [
    ['–', 'Weight or units are missing.'],
    ['<0.01', 'Too small to measure: dilute.'],
    ['shaded', 'Rounding changed it by more than 10\u00a0%: read the exact volume beside it.'],
  ],
  markTitle: 'The mark at the top',
  offline: 'No network? Go on working. Everything is saved on the tablet and sent later by itself.',
  controlledTitle: 'Controlled drugs',
  controlled: [
    'Save the sheet: its controlled drugs are recorded.',
    'Drawn without a sheet? Create and View Single Draws.',
    'Count bottles: View Controlled Substance Records.',
  ],
  ask: 'Ask',
  phone: 'Phone',
  address: 'Address of the app',
  version: (version: string) => `Version ${version}`,
} as const
