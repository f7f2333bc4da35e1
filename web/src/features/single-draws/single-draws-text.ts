const draws = (count: number) => (count === 1 ? '1 single draw' : `${count} single draws`)

export const singleDrawsText = {
  list: 'Single draws',
  many: 'single draws',
  speciesNames: ['Canine', 'Feline', 'Exotic'],
  fields: { patient: 'Patient', name: 'Drug', procedure: 'Procedure', author: 'Author', date: 'Date' },
  placeholders: {
    patient: 'Search by patient name or ID',
    name: 'Search by drug name',
    procedure: 'Search by procedure name',
    author: 'Search by author name',
    date: 'Search by MM/DD/YYYY',
  },
  sorts: { date: 'Created', patient: 'Patient', name: 'Drug', procedure: 'Procedure' },
  counted: draws,
  create: 'CREATE',

  created: 'Created',
  ml: 'ml',
  perMl: (concentration: string) => `${concentration} mg/ml`,
  schedule: (schedule: string) => `C-${schedule}`,
  controlled: (schedule: string | undefined) =>
    schedule === undefined ? 'Controlled' : `Controlled C-${schedule}`,
  voided: 'Voided',
  volumeDiffers: 'Volume not confirmed',
  volumeDiffersSaid:
    'This volume does not follow from the weight and the dosage of its anesthesia sheet. Compare it with what was drawn.',
  voidedBy: (name: string, moment: string, reason: string) =>
    `Voided by ${name}, ${moment}${reason === '' ? '' : `: ${reason}`}`,
  called: (volume: string, drug: string, patient: string) => `${volume} ml ${drug} for ${patient}`,

  emptyTitle: (species: string) => `No ${species} single draws yet`,
  emptyText:
    'A single draw is a volume of a controlled drug drawn for one patient without an anesthesia sheet. Draws of saved sheets are shown on their sheets.',
  loadingTitle: 'Loading draws…',

  deleteOne: 'Delete Single Draw?',
  deleteOneText: (draw: string) => `Are you sure you want to delete the draw of ${draw}?`,
  deleteManyText: (count: number) => `Are you sure you want to delete ${draws(count)}?`,
  kept: 'A deleted draw leaves this list. Its record is kept, struck through, with your name, the time and the reason.',
  cited: (drawn: number, sheets: number) => {
    const which = drawn === 1 ? 'it' : 'some of them'
    return sheets === 1
      ? `A balance sheet uses ${which}. That sheet does not change, but is marked.`
      : `${sheets} balance sheets use ${which}. Those sheets do not change, but are marked.`
  },
  usualReasons: ['Entered twice', 'Wrong patient', 'Wrong volume', 'Wrong drug'],
  notDeleted: "Couldn't delete single draw. This tablet could not store it; nothing was deleted.",
  notRead: "Couldn't fetch draws. Please close this question and try again.",
  deleted: (count: number) => (count === 1 ? 'Single draw deleted.' : `${draws(count)} deleted.`),

  viewTitle: (species: string) => `${species} Single Draw`,
  gone: 'This draw is no longer on this tablet.',
  close: 'CLOSE',
  delete: 'DELETE',
  species: 'Species',
  reason: 'Reason',
  drug: 'Controlled Substance',
  patientName: 'Patient Name',
  patientId: 'Patient ID',
  volume: 'Volume Administered (ml)',
  form: 'Form',
  author: 'Author',
  date: 'Date',
  none: 'None',

  newTitle: (species: string) => `New ${species} Single Draw`,
  changeProcedure: 'Press to Change Procedure',
  noProcedure: 'No procedure selected',
  changeDrug: 'To choose another, exit this form.',
  rounded: (volume: string) => `Will be saved as ${volume} ml, with 2 decimals.`,
  savedRounded: (volume: string) => `Saved as ${volume} ml, with 2 decimals.`,
  tabletHint: 'Balance sheets are kept in ml and do not list tablets.',
  exit: 'EXIT',
  saved: 'SAVED',
  savedNote: (draw: string) => `Saved: ${draw}.`,
  againTitle: 'Save Again?',
  again: 'Are you ready to save this single draw again?',
  againSecond: 'This makes a second record: a second volume drawn.',
  leaveTitle: 'Leave This Draw?',
  leave: 'Are you sure you want to leave? Any unsaved changes will be lost.',
  failed: "Couldn't create single draw. This tablet could not store it. What you typed stays in this form.",
  refused: (day: string | null) =>
    `This draw was not accepted. It is here as you entered it${day === null ? '' : `, and keeps its day, ${day}`}.`,
  /** `author` is null where it was the person who reads this. */
  completes: (author: string | null, message: string) =>
    author === null
      ? `You recorded this draw, but it could not be accepted: ${message} Complete it and save it here.`
      : `${author} recorded this draw, but it could not be accepted: ${message} Complete it. It is saved under the name of ${author}, approved by you.`,
  completed: (author: string | null) =>
    `Completed. The draw is recorded under ${author === null ? 'your name' : `the name of ${author}`}.`,
  completedHere: 'Completed on this tablet. It is recorded once the server has it.',
  notCompleted: (why: string) =>
    `The server did not accept this: ${why} The draw is waiting in Needs Attention.`,
  setAside: 'The server did not accept this draw. It is kept and waiting in Needs Attention.',
  savedBefore: 'This form has already been saved. Saving it again makes another record.',
  /** Of a form that was opened again from Needs Attention, while somebody let its draw stand. */
  madeMeanwhile: (patient: string) =>
    patient.trim() === ''
      ? 'This single draw is already recorded: someone approved it. What you typed is another draw.'
      : `The single draw for ${patient.trim()} is already recorded: someone approved it. What you typed is another draw.`,
  unsaved: (patient: string) =>
    patient.trim() === ''
      ? 'A new single draw is not saved yet.'
      : `The new single draw for ${patient.trim()} is not saved yet.`,
  typedAt: (drug: string, moment: string) => `${drug}, typed on this tablet, ${moment}.`,

  selectDrug: 'Select Controlled Substance',
  searchDrugs: 'Search by drug name',
  readingDrugs: 'Loading controlled substances',
  drugsFailed: 'Could not read the controlled substances on this tablet.',
  noDrugs: 'No controlled substances yet',
  openDrugs: 'OPEN DRUG LIBRARY',
  noDrugsText: 'Mark a drug as controlled in Anesthesia Drugs. It then appears here.',
  noDrugFound: 'No controlled substance matches this search.',
  clearSearch: 'CLEAR SEARCH',
  tryAgain: 'TRY AGAIN',

  selectProcedure: 'Select Procedure',
  noProcedures: 'No procedures here yet.',
} as const
