/** What is said of a dose wherever its volume is shown. */
export const doseText = {
  reviewDue: (day: string) => `Review due since ${day}`,
  controlled: 'Controlled',
  controlledSchedule: (schedule: string) => `Controlled C-${schedule}`,
  scheduleShort: (schedule: string) => `C-${schedule}`,
  dogsOnly: 'Antiarrhythmic for dogs only.',
  tooSmall: 'too small to measure, dilute',
  rounding: 'rounding changes this by more than 10\u00a0%',
  exact: (volume: string) => `exactly ${volume}\u00a0ml`,
  amount: (value: string, unit: string) => `${value} ${unit}`,
  amountRange: (low: string, high: string, unit: string) => `${low} to ${high} ${unit}`,
  showArithmetic: (name: string, volume: string) => `${name}, ${volume} ml. Show the arithmetic.`,
} as const
