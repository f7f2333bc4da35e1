/** How infusions and fluids are worked out. */
export const infusionsText = {
  where: [
    'Press Calculate Infusions and Fluids on Home, or INFUSIONS on an open sheet. Species and weight come from the open sheet. Without one, enter them: the weight counts once you have pressed kg or lb.',
    'It works without a network and saves no record. What you type survives a reload while you are logged in. It is never there for another patient. OTHER PATIENT starts again.',
  ],
  rateHeading: 'The rate',
  rate: 'Weight in kg, times the dose, divided by the concentration. x 60 turns minutes into hours, / 1000 turns mcg into mg. Nothing is rounded along the way.',
  unitsHeading: 'Units are never converted',
  units: [
    'If you press another unit, the number you typed for the one before is cleared. Type it again for the new unit. One wrong press cannot turn a dose into another.',
    'A drug from the library can only be dosed in what it is measured in. You may change its concentration, for a dilution, and are told what the library has.',
  ],
  bagHeading: 'A bag',
  bag: 'The bag gets the dose of each hour, for as many hours as it lasts. Take the same ml out of the bag first:',
  onTop: (dose: string, of: string) => `If nothing is taken out first, the patient gets ${dose}, not ${of}.`,
  dropsHeading: 'Drops a minute',
  drops: 'The rate, times the drops that your drip set gives per ml, divided by 60 minutes.',
  fluidsHeading: 'Anesthesia fluids',
  fluids:
    'They start at 5 ml/kg/h for dogs and 3 for cats (AAHA). Each hour they are a quarter less, down to your clinic’s maintenance rate.',
  doubtHeading: 'What is flagged',
  doubt: [
    'A rate below 0.1 or above 999 ml/h, which most pumps cannot be set to, and one that steps of 0.1 ml/h would change by more than 10 %.',
    'A concentration that your library does not have, or has beside another one.',
    'A drug that is never given to the species, and lidocaine for a cat.',
    'A loading dose that is far from the library’s dosage or outside its limits.',
    'A dose outside the limits that the library has for infusions of the drug: amber, and red from three times the highest or a third of the lowest. If the same number in another unit lies within them, such as per hour for per minute, you are asked.',
    'You enter infusion limits in the drug’s form. If there are none, the calculator cannot check the dose, and says so.',
  ],
} as const
