/** The words with which a weight is entered. */
export const weightText = {
  number: 'Weight',
  units: 'Units',
  whichUnit: 'kg or lb?',
  whichWeight: (pounds: string, kilograms: string) => `${pounds} or ${kilograms}?`,
  inBoth: ([one, other]: readonly [string, string]) => `${one} (${other})`.replaceAll(' ', '\u00a0'),
  lastUnit: 'last used',
  unitNames: { kg: 'kilograms', lb: 'pounds' },
  needUnits: 'Please select the weight units.',
} as const
