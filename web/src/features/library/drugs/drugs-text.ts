export const drugsText = {
  section: 'Section',
  fluids: 'FLUIDS',
  editSections: 'EDIT SECTIONS',
  speciesNames: ['Canine', 'Feline'],

  mlPerKg: 'ml/kg',
  amount: (value: string, unit: string) => `${value} ${unit}`,
  lowAndHigh: (low: string, high: string, unit: string) => `${low} to ${high} ${unit}`,
  rate: (mlPerKg: string) => `${mlPerKg} ml/kg`,
  bothSpecies: 'Canine and feline',
  controlled: 'Controlled',
  controlledSchedule: (schedule: string) => `Controlled C-${schedule}`,
  lowAboveHigh: 'Low is above high',

  move: 'Move to another section',
  copy: 'Copy',
  titles: {
    create: () => 'New Drug',
    copy: () => 'Copy Drug',
    edit: (name: string) => `Edit ${name}`,
    view: (name: string) => `View ${name}`,
  },
  fluidTitles: {
    create: () => 'New Fluid',
    copy: () => 'Copy Fluid',
    edit: (name: string) => `Edit ${name}`,
    view: (name: string) => `View ${name}`,
  },
  species: 'Species',
  route: (species: string) => `${species} route`,
  form: 'Form',
  sectionHint: 'To change it, move the drug from its card.',
  controlledDrug: 'Controlled substance',
  schedule: 'Schedule',
  noSchedule: 'None',
  schedules: (schedule: string) => `C-${schedule}`,
  rounded: (saved: string, unit: string) => `Will be saved as ${saved} ${unit}.`,
  reversed: 'The low dosage is above the high dosage.',
  outside: (from: string, to: string, unit: string) => {
    if (from === '') return `Above the highest usual dosage, ${to} ${unit}.`
    if (to === '') return `Below the lowest usual dosage, ${from} ${unit}.`
    return `Outside the usual range of ${from} to ${to} ${unit}.`
  },
  notListed: (species: string) => `It will not be listed under ${species}.`,
  savedElsewhere: (name: string, species: string) => `${name} is listed under ${species} only.`,

  moveTitle: (name: string) => `Move ${name}`,
  moveText: 'Move it to',
  moved: (name: string, section: string) => `${name} is now in ${section}.`,
  movedBack: (name: string, section: string) => `${name} is back in ${section}.`,
  notMoved: (name: string) => `not saved: ${name} was not moved.`,
  noSections: 'There is no other section to move it to.',
  cancel: 'CANCEL',
  foundIn: (section: string) => `Found in ${section}.`,
  showIn: 'SHOW THERE',
  emptySection: (species: string, section: string) => `No ${species} drugs in ${section}`,
  removedSection: (title: string) =>
    `The section ${title} was removed. Its drugs are in Unset Medications until they are moved.`,
} as const
