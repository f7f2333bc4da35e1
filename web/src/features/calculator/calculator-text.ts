import type { PumpFinding } from 'sync-protocol/rules/pump'

/** Every word of the calculator. */
export const calculatorText = {
  go: 'CALCULATE',
  parts: 'What is calculated',
  infusion: 'Infusion',
  fluids: 'Fluids',

  drugAndDose: 'Drug and dose',
  drug: 'Drug',
  noDrug: 'Choose from the library, or type the concentration',
  /** Of a result that is not in sight. */
  showResult: (title: string, value: string, unit: string) => `${title} ${value} ${unit}. Show it.`,
  pickDrug: 'Choose Drug',
  removeDrug: 'Remove the drug',
  noDrugs: 'No injectable drug measured in mg or units',
  perMl: (amount: string, unit: string) => `${amount} ${unit}`,
  concentration: 'Concentration',
  dose: 'Dose',
  doseUnit: 'Unit of the dose',
  /** The number that was typed for another unit is not converted, and does not count for this one. */
  typedBefore: (before: string, unit: string) => `${before} was typed. Type the dose in ${unit}.`,

  way: 'How it is given',
  ways: { syringe: 'In a syringe', bag: 'In a bag' },
  rate: 'Rate',
  perHour: 'ml/h',
  ml: 'ml',
  stillNeeded: (what: readonly string[]) => `Still needed: ${what.join(', ')}.`,
  needed: {
    concentration: 'concentration',
    dose: 'dose',
    unit: 'unit of the dose',
    volume: 'volume of the bag',
    rate: 'rate of the bag',
    loadingUnit: 'unit of the loading dose',
  },

  volume: 'Bag volume',
  bagRate: 'Bag rate',
  add: 'Add to the bag',
  takeOut: (volume: string, rate: string) =>
    `Take ${volume} ml out of the bag first. Then add ${volume} ml of the drug, and run the bag at ${rate} ml/h.`,
  holds: 'Drug in the bag',
  lasts: 'The bag lasts',
  hours: 'hours',
  onTop: (dose: string, of: string) => `If nothing is taken out first, the patient gets ${dose}, not ${of}.`,
  tooFull: 'This much of the drug does not fit in the bag. Use a higher rate, or a higher concentration.',

  loading: 'Loading dose',
  loadingUnit: 'Unit of the loading dose',

  drops: 'Drops a minute',
  dropSet: 'Drip set, in drops/ml',
  perMinute: 'drops/min',

  infusionsOf: (drug: string) => (drug === '' ? 'infusions' : `infusions of ${drug}`),
  never: (reason: string) => `Never for this species: ${reason}`,
  dogsOnly: 'Lidocaine infusions are for dogs only: cats are far more sensitive to it.',
  diluted: (drug: string, strengths: string, typed: string) =>
    `Your library has ${drug} ${strengths}, not ${typed}. Was it diluted?`,
  stronger: (drug: string, strengths: string, typed: string) =>
    `Your library has ${drug} ${strengths}, not ${typed}. Check the bottle.`,
  otherStrengths: (drug: string, each: string, rate: string) =>
    `Your library also has ${drug} ${each}, not ${rate} ml/h.`,
  strengthRate: (strength: string, rate: string) => `${strength}: ${rate} ml/h`,
  and: ' and ',
  or: ', or ',

  rates: 'Anesthesia fluids',
  start: 'Starting rate',
  maintenance: 'Maintenance rate',
  mlPerKgPerHour: 'ml/kg/h',
  startFrom: (rate: string, animals: string) => `AAHA: ${rate} ml/kg/h for ${animals}.`,
  maintenanceFrom: (rate: string) => `${rate} is a suggestion. Type your clinic’s own rate.`,
  suggested: (rate: string) => `Suggestion: ${rate} ml/kg/h.`,
  animals: ['dogs', 'cats'],
  belowMaintenance: 'Starting rate must not be below the maintenance rate.',
  hourly: '25 % less each hour, down to maintenance',
  hour: 'Hour',
  lastHour: (hour: number) => `${hour}+`,
  inHour: 'ml this hour',

  said: (title: string, value: string, unit: string) => `${title}: ${value} ${unit}.`,
} as const

/** What is said of a rate that a pump cannot be set to. */
export function pumpWords(finding: PumpFinding): string {
  switch (finding.kind) {
    case 'too-slow':
      return 'Too low to set: most pumps start at 0.1 ml/h.'
    case 'too-fast':
      return 'Too high to set: most pumps end at 999 ml/h. Check the numbers.'
    default:
      return `A pump with steps of 0.1 ml/h runs ${finding.set} ml/h, ${finding.off}\u00a0% ${finding.side}.`
  }
}

/** The same of a drug that can be diluted. */
export const dilutedWords = (finding: PumpFinding): string =>
  finding.kind === 'too-fast' ? pumpWords(finding) : `${pumpWords(finding)} Dilute the drug?`
