/** The words of a patient whose doses are worked out, with a sheet or without one. */
export const patientText = {
  species: 'Species',
  speciesNames: ['Canine', 'Feline'],
  noName: 'No name yet',
  notFromSheet: 'Weight entered here, not on a sheet',

  steps: 'Patient',
  openSheets: 'Open sheets',
  savedSheets: 'Saved in the last 12 hours',
  correctedLater: 'Corrected later',
  showAll: (count: number) => `ALL ${count}`,
  chooseSpecies: 'Please select the species.',
  wasOfWeight: (weight: string) => `The weight was changed on another tablet: it was ${weight}.`,
  wasOther: (name: string, weight: string) => `This is another patient now. It was ${name}, ${weight}.`,
  /** The name came, and no weight with it. */
  weightOfOther: (name: string, weight: string) =>
    `This is another patient now. The weight is still that of ${name}, ${weight}.`,
  endedOf: (name: string, weight: string) =>
    `This sheet was reset or deleted. What you see is for ${name}, ${weight}.`,
  stillOf: (name: string, weight: string) =>
    `This sheet is being changed on another tablet. What you see is still for ${name}, ${weight}.`,
  otherPatient: 'OTHER PATIENT',
  backTo: (name: string) => (name === '' ? 'BACK TO THE OPEN SHEET' : `BACK TO ${name.toUpperCase()}`),
} as const
