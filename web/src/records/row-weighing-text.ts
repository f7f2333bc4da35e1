export const rowWeighingText = {
  weighed: (name: string, weight: string, time: string) => `${name} was weighed at ${time}: ${weight}`,
  contested: (name: string) => `Two weights of ${name} are on the day list`,
  savedWith: (weight: string) => `Saved on another tablet with ${weight}`,
  savedAs: (patient: string) => `Saved on another tablet as ${patient}`,
  /** A sheet without a name goes by its ID. */
  namesake: (name: string, weight: string) =>
    `${name === '' ? 'The same patient ID' : name} was saved once more later, with ${weight}`,
  as: (name: string, weight: string) => `${name}, ${weight}`,
  beingCorrected: 'Being corrected on another tablet',
  beingCorrectedShort: 'Being corrected',
  corrected: (words: string) => `Corrected on another tablet: ${words}`,
  correctedLater: (words: string) => `Corrected later: ${words}`,
  correctedDrugs: 'Corrected later, with the same weight and other drugs',
  drugsHere: 'The doses and reversals here are those of the sheet before.',
  correctedDrugsShort: 'Corrected: other drugs',
  correctedShort: (words: string) => `Corrected: ${words}`,
  savedShort: (weight: string) => `Saved: ${weight}`,
  twoWeights: (one: string, other: string) => `Two weights were entered: ${one} and ${other}`,
  none: 'none',
  twoPatients: 'Two tablets entered another patient at once',
  chooseOne: 'One of them must be chosen on the sheet.',
  twoPatientsShort: 'Two versions',
  contestedShort: 'Two weights',
  here: (weight: string) =>
    weight === '' ? 'This sheet has no weight yet.' : `This sheet still has ${weight}.`,
  short: (weight: string) => `Weighed: ${weight}`,
  take: (weight: string) => `USE ${weight}`,
}
