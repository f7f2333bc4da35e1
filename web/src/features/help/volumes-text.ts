/** How volumes are computed, and the example that a reader can change. */
export const volumesText = {
  intro:
    'Every volume is worked out from three numbers: the weight, the dosage and the concentration of the bottle. Press a volume on a sheet to see its arithmetic.',
  drugHeading: 'A drug',
  drug: 'Weight in kg, times the dosage in mg/kg, divided by the concentration in mg/ml. A drug measured in units or mEq is worked out the same way, with its own unit in place of mg.',
  poundsHeading: 'Pounds and kilograms',
  pounds: 'A weight in lb is divided by 2.205. Nothing is rounded along the way, only the volume at the end.',
  bothUnits: (weight: string) =>
    `A sheet shows the weight in both units, so that you notice a mistake: ${weight}.`,
  unusual:
    'A weight that few dogs or cats have, or that is far from the last one of the same patient, is flagged. It does not stop you:',
  fluidHeading: 'A fluid',
  fluid: 'Weight in kg, times the rate in ml/kg. A fluid needs no concentration.',
  emergencyHeading: 'An emergency drug',
  emergency: 'It has a low and a high dosage, and a volume for each:',
  roundingHeading: 'Rounding',
  rounding:
    'The exact volume is rounded once: to at most 2 decimals below 1 ml, otherwise to at most 1. A half is rounded up.',
  before: (volume: string) => `before rounding ${volume} ml`,
  tooSmallHeading: 'Too small to measure',
  tooSmallText:
    'A volume that would round to 0 is shown as <0.01 and marked. Dilute the drug, or use another concentration.',
  farHeading: 'Rounded by a lot',
  farText:
    'If rounding changes a volume by more than 10\u00a0%, it is marked, with the exact volume next to it.',
  missingHeading: 'When there is no number',
  missing: 'A dash is shown instead of the volume:',
  missingPoints: [
    'while the weight is missing, 0, or not a number;',
    'while the units are not chosen: the app never guesses between lb and kg;',
    'if a dosage or a concentration is 0.',
  ],
  checkHeading: 'You have the last word',
  check:
    'The arithmetic is right for the numbers in your library. You decide whether those numbers are right for this patient.',

  tryHeading: 'Try it',
  tryDrug: (name: string, species: 0 | 1) =>
    `It begins with ${name} from your library, for a ${species === 0 ? 'dog' : 'cat'}.`,
  tryText:
    'The same arithmetic as on a sheet, with a dosage and a concentration as the library keeps them. Nothing you type here is kept.',
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
