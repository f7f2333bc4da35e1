/** How volumes are computed, and the example that a reader can change. */
export const volumesText = {
  intro:
    'Every volume is worked out from three numbers: the weight, the dosage and the concentration of the bottle. Press a volume on a sheet to see its arithmetic.',
  drugHeading: 'A drug',
  drug: 'Weight in kg, times the dosage in mg/kg, divided by the concentration in mg/ml.',
  poundsHeading: 'Pounds and kilograms',
  pounds:
    'A weight in lb is divided by 2.205. The result is never rounded on the way: only the volume at the end is.',
  bothUnits: (weight: string) =>
    `A sheet shows the weight in both units, so that a mistake is seen: ${weight}.`,
  implausible: 'A weight that hardly any dog or cat has is pointed out. It does not stop you:',
  fluidHeading: 'A fluid',
  fluid: 'Weight in kg, times the rate in ml/kg. A fluid needs no concentration.',
  emergencyHeading: 'An emergency drug',
  emergency: 'It has a low and a high dosage, and a volume for each:',
  roundingHeading: 'Rounding',
  rounding:
    'The exact volume is rounded once. Below 1 ml it has at most 2 decimals, else at most 1. A half is rounded up.',
  before: (volume: string) => `before rounding ${volume} ml`,
  tooSmallHeading: 'Too small to measure',
  tooSmallText:
    'A volume that would round to 0 is shown as <0.01 and marked. Dilute the drug, or take another concentration.',
  farHeading: 'Rounded far',
  farText:
    'Where rounding changes a volume by more than 10\u00a0%, it is marked, with the exact volume beside it.',
  missingHeading: 'When there is no number',
  missing: 'A dash stands where the volume would be:',
  missingPoints: [
    'as long as the weight is missing, 0, or not a number;',
    'as long as the units are not chosen: the app never guesses between lb and kg;',
    'where a dosage or a concentration is 0.',
  ],
  checkHeading: 'You have the last word',
  check:
    'The arithmetic is right for the numbers of your library. Whether those numbers are right for this patient is for you to say.',

  tryHeading: 'Try it',
  tryText:
    'The same arithmetic as on a sheet, with a dosage and a concentration as the library keeps them. Nothing that you type here is kept.',
  weight: 'Weight',
  units: 'Units',
  unitNames: { lb: 'lb', kg: 'kg' },
  dosage: 'Dosage',
  concentration: 'Concentration',
  mgPerKg: 'mg/kg',
  mgPerMl: 'mg/ml',
  volume: 'Volume',
  rounded: (kept: string, unit: string) => `A library keeps ${kept} ${unit}.`,
  tooSmall: 'too small to measure, dilute',
  far: 'rounding changes this by more than 10\u00a0%',
  exact: (volume: string) => `exactly ${volume}\u00a0ml`,
} as const
