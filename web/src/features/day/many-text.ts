import type { PlanField } from './many.ts'

const patients = (count: number) => (count === 1 ? '1 patient' : `${count} patients`)

export const manyText = {
  title: 'Set for Many Patients',
  what: 'What is set',
  fields: {
    procedure: 'Procedure',
    anesthesia_protocol_id: 'Anesthesia protocol',
    emergency_protocol_id: 'Emergency protocol',
  } as Readonly<Record<PlanField, string>>,
  pick: {
    procedure: 'Select Procedure',
    anesthesia_protocol_id: 'Select Anesthesia Protocol',
    emergency_protocol_id: 'Select Emergency Protocol',
  } as Readonly<Record<PlanField, string>>,
  noRecords: {
    procedure: 'No procedures',
    anesthesia_protocol_id: 'No anesthesia protocols',
    emergency_protocol_id: 'No emergency protocols',
  } as Readonly<Record<PlanField, string>>,
  species: 'Species',
  ofSpecies: (species: 0 | 1, count: number) => `${['Canine', 'Feline'][species]} (${count})`,
  quickly: 'Choose patients',
  lacking: (count: number) => `MISSING (${count})`,
  all: (count: number) => `ALL (${count})`,
  nobody: 'NONE',
  has: (name: string) => `Has ${name}`,
  replaces: (name: string) => `Has ${name}, which is replaced`,
  notHere: 'one that is not in the library',
  list: 'Patients',
  patient: (number: string, name: string) => (number === '' ? name : `${number} · ${name}`),
  chosen: (species: 0 | 1, count: number) =>
    `${count} ${[count === 1 ? 'dog' : 'dogs', count === 1 ? 'cat' : 'cats'][species]} chosen`,
  leftOut: (words: string) => `Left out: ${words}`,
  keep: (count: number) =>
    `${count} ${count === 1 ? 'has' : 'have'} one and ${count === 1 ? 'keeps' : 'keep'} it`,
  replaced: (count: number) => `${count} ${count === 1 ? 'has' : 'have'} one that is replaced`,
  others: (species: 0 | 1, count: number) => `${count} ${['feline', 'canine'][species]}`,
  over: (count: number) => `${count} drawn or refused`,
  emptySpecies: (species: 0 | 1) => `No ${['canine', 'feline'][species]} patient is still to be drawn.`,
  choose: (count: number) => (count === 0 ? 'CHOOSE' : `CHOOSE FOR ${count}`),
  needOne: 'Please choose at least one patient.',
  cancel: 'CANCEL',
  done: (name: string, count: number) => `${name} is set for ${patients(count)}.`,
  stay: (count: number) =>
    count === 1
      ? '1 patient was edited in the meantime and skipped.'
      : `${count} patients were edited in the meantime and skipped.`,
  /** Of the other species, whom it was not set for. */
  leftOthers: (species: 0 | 1, count: number) =>
    `${count} ${['feline', 'canine'][species]} ${count === 1 ? 'patient was' : 'patients were'} not included.`,
  notTakenBack: 'Could not undo. Please try again.',
} as const
