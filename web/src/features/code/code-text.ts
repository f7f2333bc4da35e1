import { CODE_WORDS } from 'sync-protocol/rules/code-words'

export const codeText = {
  code: 'CODE',
  start: 'Start CPR now and record it',
  running: (patient: string) => `A code is running: ${patient}`,
  goOn: 'CONTINUE',
  recent: (count: number) =>
    count === 1 ? '1 code in the last 7 days' : `${count} codes in the last 7 days`,
  recentOne: (patient: string, at: string) => `${patient}, ${at}`,
  titleOf: (patient: string) => `Code: ${patient}`,
  noName: ['Dog', 'Cat'],
  otherWeight: (now: string, here: string) =>
    `The sheet says ${now} now. ${here === '' ? 'There are no doses here.' : `The doses here are for ${here}.`}`,
  ended: (here: string) =>
    `The sheet was reset or deleted. ${here === '' ? 'There are no doses here.' : `The doses here are for ${here}.`}`,
  beside: (title: string, here: string) =>
    `${title}. ${here === '' ? 'There are no doses here.' : `The doses here are for ${here}.`}`,
  otherPatient: (name: string, weight: string) =>
    `The sheet is of another patient now: ${weight === '' ? name : `${name}, ${weight}`}.`,
  close: 'CLOSE',
  print: 'PRINT',
  printing: 'PRINTING',
  printedAlready: 'PRINTED',
  printed: (name: string) => `Downloaded ${name}`,
  notPrinted: 'Could not make the PDF. Please try again.',
  nameless: 'No PDF can be made: a drug would appear without its name',
  lacking: 'The PDF shows a placeholder for some letters',
  keptWithSheet: 'The DOCX of the sheet keeps every letter.',
  kept: 'This list and EXPORT ALL DATA keep every letter.',
  fileName: (patient: string, day: string) => `Code - ${patient} - ${day}`,

  clock: 'Since the start',
  stoppedAt: (clock: string) => `Stopped after ${clock}`,
  cycle: (nth: number) => `Cycle ${nth}`,
  cycleLeft: (clock: string) => `${clock} left`,
  cycleOver: 'Check the rhythm. Switch compressors.',

  epinephrine: 'EPINEPHRINE',
  dose: { none: 'Not given yet', due: 'Due now', overdue: 'Overdue' },
  dosesGiven: (doses: number, clock: string) =>
    doses === 0 ? `Last dose was ${clock} ago, before this start` : `Dose ${doses} was ${clock} ago`,
  nextIn: (from: string) => `next in ${from}`,
  rhythm: 'Rhythm check',
  rhythms: { Asystole: 'ASYSTOLE', PEA: 'PEA', VF: 'VF', 'Pulseless VT': 'PULSELESS VT', Pulse: 'PULSE' },
  shock: 'SHOCK',
  shocks: (count: number) => (count === 1 ? '1 shock' : `${count} shocks`),
  joules: (low: number, high: number) => `${low === high ? low : `${low}–${high}`} J biphasic`,
  volume: (low: string | null, high: string, route: string) =>
    `${low === null ? '' : `${low}–`}${high} ml ${route}`,
  drug: 'OTHER DRUG',
  whichDrug: 'Which drug was given?',
  anotherDrug: 'Another drug',
  record: 'RECORD',
  back: 'BACK',
  stop: 'STOP CPR',
  whyStop: 'Stop CPR?',
  ends: { 'Pulse is back': 'PULSE IS BACK', 'Patient died': 'PATIENT DIED', 'Other reason': 'OTHER REASON' },
  startNow: 'START CPR',
  startAgain: 'START CPR AGAIN',
  metronome: 'METRONOME',
  perMinute: (beats: number) => `${beats} a minute`,
  noSound: 'This browser cannot play sound.',
  mayTurnOff: 'The screen may turn off by itself on this tablet.',

  taps: 'What was done',
  words: CODE_WORDS,
  tap: (words: string, detail: string | undefined) => (detail === undefined ? words : `${words}: ${detail}`),
  mistake: (words: string, at: string) => `Pressed by mistake: ${words}, ${at}`,
  mistakeReason: 'Pressed by mistake',
  mistakeTitle: 'Pressed by mistake?',
  mistakeText: (words: string, at: string) =>
    `${words}, ${at}. It stays on the list, struck through, and does not count.`,
  mistakeBy: (name: string) => `Pressed by mistake (${name})`,
  twice: 'Twice within a minute. If it was one dose, mark one of them as pressed by mistake.',
  notStored: 'Not saved on this tablet yet',
  again: 'TRY AGAIN',
  mistakeFailed: 'Could not mark it. Please try again.',
} as const
