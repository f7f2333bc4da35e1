import type { EmergencyList } from './use-emergency-list.ts'

/** Every word of the emergency screen. */
export const emergencyText = {
  animals: ['dogs', 'cats'],
  go: 'SHOW DOSES',

  doses: 'Emergency doses',
  fromSheet: (protocol: string) => `${protocol}, from the sheet`,
  otherLists: 'Emergency protocol',
  volume: 'Volume',
  drug: 'Drug',
  low: 'Low',
  high: 'High',
  range: (low: string, high: string) => `${low}–${high}`,
  noProtocol: (animals: string) =>
    `Your clinic has no emergency protocol for ${animals}. These are all emergency drugs for ${animals} in the library.`,
  notLoaded:
    'This tablet has not loaded all of the clinic’s library yet. Doses and reversals may be missing.',
  nothing: (animals: string) => `There are no emergency drugs for ${animals} in the library.`,
  unreadable: 'Could not read this protocol. These are all emergency drugs in the library.',

  reversals: 'Reversals',
  reversedBy: 'reversed by',
  reversedBySaid: (drug: string, agent: string) => `${drug} reversed by ${agent}`,
  notRecorded: 'No reversal dose recorded',
  source: (reference: string) => `Source: ${reference}`,
  noReversal: (drugs: readonly string[]) => `No reversal: ${drugs.join(', ')}.`,
  ketamineStays: 'Ketamine stays unopposed.',
  tiletamineStays: 'Tiletamine stays unopposed.',
  reversalsNeedSheet: 'Reversals are worked out from the drugs on a sheet. This patient has no open sheet.',
  nothingToReverse: 'No drug on this sheet is known to have a reversal.',

  defibrillation: 'Defibrillation, external',
  energy: 'Energy',
  waveform: 'Defibrillator',
  waves: { biphasic: 'Biphasic', monophasic: 'Monophasic' },
  perKg: { biphasic: '2 to 4 J/kg', monophasic: '4 to 6 J/kg' },
  joules: (low: number, high: number) => (low === high ? String(low) : `${low}–${high}`),
  joulesSaid: (low: number, high: number) => (low === high ? `${high} J` : `${low} to ${high} J`),
  belowOneJoule: 'less than 1 J',

  print: 'PRINT',
  printing: 'PRINTING',
  printed: (at: string) => `Printed ${at}`,
  fileName: (patient: string, day: string) => `Emergency - ${patient} - ${day}`,
  reversal: (drug: string, agent: string) => `${drug} → ${agent}`,
  nameless: (drugs: readonly string[]) =>
    `No PDF can be made: it would not show the name of ${drugs.join(', ')}.`,
  namelessPatient: 'The PDF does not show the patient’s name: paper has no letters for it.',
  lacking: (names: readonly string[]) =>
    `The PDF shows a placeholder for some letters of ${names.join(', ')}.`,
  notPrinted: 'Could not make the PDF. Please try again.',

  failed: 'Could not read the library.',
  again: 'TRY AGAIN',
  said: (doses: number, patient: string) =>
    `${doses === 1 ? '1 emergency dose' : `${doses} emergency doses`} for ${patient}.`,
} as const

export function titleOfList({ from, name }: Pick<EmergencyList, 'from' | 'name'>): string {
  if (from === 'sheet') return emergencyText.fromSheet(name)
  return from === 'protocol' ? name : emergencyText.doses
}
