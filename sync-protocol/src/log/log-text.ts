import type { ConflictContent } from '../records/conflict.ts'
import { kinds } from '../records/kinds.ts'
import type { Choice, Op } from '../records/mutation.ts'

/** What its second half did, and with which operations; with others, each is said by itself. */
export const VERBS: Readonly<Record<string, { done: string; todo: string; ops: readonly Op['op'][] }>> = {
  create: { done: 'Created', todo: 'create', ops: ['create'] },
  update: { done: 'Edited', todo: 'edit', ops: ['update'] },
  edit: { done: 'Edited', todo: 'edit', ops: ['update'] },
  move: { done: 'Moved', todo: 'move', ops: ['update'] },
  copy: { done: 'Copied', todo: 'copy', ops: ['create'] },
  delete: { done: 'Deleted', todo: 'delete', ops: ['delete', 'void'] },
  restore: { done: 'Restored', todo: 'restore', ops: ['restore'] },
  undo: { done: 'Undid the last change to', todo: 'undo the last change to', ops: ['update'] },
  record: { done: 'Recorded', todo: 'record', ops: ['create'] },
  save: { done: 'Saved', todo: 'save', ops: ['create'] },
  void: { done: 'Voided', todo: 'void', ops: ['void'] },
  combine: { done: 'Combined', todo: 'combine', ops: ['create'] },
  export: { done: 'Exported', todo: 'export', ops: [] },
  fetch: { done: 'Loaded', todo: 'load', ops: [] },
}

/** What an operation did, within a sentence. */
export const DONE: Readonly<Record<Op['op'], string>> = {
  create: 'created',
  update: 'edited',
  delete: 'deleted',
  restore: 'restored',
  void: 'voided',
  settle: 'decided',
}

/** Actions without records, by their whole name; the failures of `spec 1 §8` and `spec 2 §8` in its words. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'session.log_in': 'Logged in without a network',
  'session.log_in_failed': 'Failed to log in without a network: the password was wrong',
  'session.log_out': 'Logged out',
  'tablet.storage_lost':
    'The browser deleted this app’s data from this tablet; what was not sent by then is lost',
  'balance.blanks': 'Generated blank balance sheets',
  'organization.export': 'Exported all data',
  'ledger.export': 'Exported the controlled-substance ledger',
  'ledger.verify': 'Verified the controlled-substance ledger',
  'ledger.alarm': 'Checked a warning about the controlled-substance ledger',
  'attention.discard': 'Discarded a change that only this tablet had',
  'attention.discard_unsent': 'Discarded changes by someone who could no longer send them',
  'sheet.save_failed': 'Failed to save sheet',
  'sheet.take_over': 'Took over the open sheet',
  'anesthesia_protocol.save_failed': "Couldn't save anesthesiaProtocol.",
  'draw.create_failed': "Couldn't create single draw",
  'draw.delete_failed': "Couldn't delete single draw",
  'draw.fetch_failed': "Couldn't fetch draws.",
  'balance.combine_failed': "Couldn't combine balances",
  'user.change_failed': 'Could not change organization users',
  unreadable: 'Sent a change that could not be read',
}

/** What was chosen for a conflict: to keep what stands, or to take what was set aside. */
export const SETTLED: Readonly<Record<ConflictContent['kind'], readonly [keep: string, take: string]>> = {
  update: ['kept the current version', 'used the version set aside'],
  invalid_merge: ['kept the current version', 'used the version set aside'],
  restore_of_changed: ['kept the current version', 'used the version set aside'],
  update_of_deleted: ['left it deleted', 'restored it with the edit'],
  delete_of_changed: ['kept it', 'deleted it'],
}
/** The same where nobody knows the conflict any more. */
export const CHOSEN: Readonly<Record<Choice, string>> = {
  theirs: 'kept the current version',
  mine: 'used the version set aside',
  edited: 'entered other values',
  restore: 'restored the record',
  dismiss: 'dismissed it',
}
export const ATTENTION: Readonly<Record<string, string>> = {
  'attention.approve': 'Approved',
  'attention.complete': 'Completed and approved',
  'attention.discard': 'Discarded',
  'attention.reopen': 'Reopened',
}

export const SPECIES = ['canine', 'feline', 'exotic'] as const

export const factText = {
  none: 'none',
  name: 'name',
  weight: 'weight',
  status: 'status',
  both: 'canine and feline',
  per: (species: string, label: string) => `${species} ${label}`,
  reversalOf: (drug: string) => `reversal of ${drug}`,
  inSection: (drug: string, section: string) => `${drug} in ${section}`,
  outcome: (value: string) => `outcome ${value}`,
  emergency: (name: string) => `emergency protocol ${name}`,
  injections: (names: string) => `injections ${names}`,
  patientId: (id: string) => `ID ${id}`,
  checkedBy: (name: string) => `checked by ${name}`,
  container: (ml: string) => `container ${ml} ml`,
  closing: (ml: string) => `closing balance ${ml} ml`,
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
} as const

export const UNSET_SECTION_TITLE = 'Unset Medications'
export const EMERGENCY_SECTION_TITLE = 'Emergency Medications'

export const logText = {
  quoted: (name: string) => `'${name}'`,
  more: (count: number) => `${count} more`,
  strength: (name: string, perMl: string, unit: string) => `${name} ${perMl} ${unit}`,
  draw: (ml: string, drug: string, patient: string) => `${ml} ml of ${drug} for ${patient}`,
  changed: (label: string, from: string, to: string) => `${label === '' ? '' : `${label} `}${from} to ${to}`,
  added: (item: string) => `added ${item}`,
  removed: (item: string) => `removed ${item}`,
  within: (name: string, words: string) => `${name}${name === '' ? '' : ' '}(${words})`,
  withDraws: (count: number, names: string) =>
    ` with ${count} ${kinds.draws.nouns[count === 1 ? 0 : 1]}: ${names}`,
  reason: (words: string) => `; reason: ${words}`,
  fromSection: (title: string) => ` from section ${title}`,
  toSection: (title: string) => ` to section ${title}`,
  combined: (count: number, name: string) => `Combined ${count} balance sheets of ${name} into one`,
  decided: (of: string, choice: string) => `Decided between two versions${of}: ${choice}`,
  versionsOf: (noun: string, name: string) => ` of ${noun}${name === '' ? '' : ` ${name}`}`,
  not: (words: string) => `not ${words}`,
  attention: (done: string, author: string) =>
    `${done} a ${kinds.attention.nouns[0]}${author === '' ? '' : ` by ${author}`}`,
  because: (why: string) => ` (${why})`,
  failed: (todo: string, noun: string) => `Failed to ${todo} ${noun}`,
  records: (action: string, words: string) => `Changed records (${action}): ${words}`,
  unknown: (action: string) => `Action ${action}`,
  refused: (why: string, message: string) => `Refused (${why}): ${message}`,
  parked: (why: string, message: string) => `Waiting for a decision (${why}): ${message}`,
  lookedAt: 'Checked balance sheets that do not agree',
  lookedAtTwice: 'Checked a sheet that was saved twice',
  sentBy: (message: string, name: string) => `${message} (sent by ${name})`,
  tooLate: (message: string) => `Not done, already decided: ${message}`,
  tookNothing: (message: string) => `Not done, already taken over or closed: ${message}`,
  renewed: (message: string) => `Not done, the record changed in the meantime: ${message}`,
  tookBack: (words: string) => `Withdrew what was set aside: ${words}`,
  alsoTookBack: (message: string, words: string) => `${message}; withdrew what was set aside: ${words}`,
  clash: (message: string) => `Set aside until someone decides: ${message}`,
  clashed: (message: string, words: string) =>
    `${message}; set aside until someone decides${words === '' ? '' : `: ${words}`}`,
} as const

/** Where the ledger of controlled substances and a record differ. */
export const differenceText = {
  strength: (name: string, mgMl: string) => `${name} ${mgMl} mg/ml`,
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  draw: (day: string, drug: string, patient: string) => `Draw of ${day} (${drug}, ${patient})`,
  balance: (days: string, drug: string) => `Balance sheet of ${days} (${drug})`,
  noRecord: (fact: string, n: number) => `${fact}: entry ${n} of the ledger has it, but its record is gone`,
  noEntry: (fact: string) => `${fact}: there is a record of it, but no entry in the ledger`,
  differs: (fact: string, label: string, ledger: string, record: string, n: number | undefined) =>
    `${fact}, ${label}: the ledger says ${ledger}, the record says ${record}${n === undefined ? '' : ` (entry ${n})`}`,
  page: (page: number) => `page ${page}`,
  row: (page: number, row: number) => `page ${page}, row ${row}`,
  nothing: 'nothing',
  notVoided: 'not voided',
  voided: (by: string, reason: string) => `voided by ${by}${reason === '' ? '' : ` ('${reason}')`}`,
  fields: {
    author: 'made by',
    author_name: 'name of who made it',
    at: 'made at',
    received_at: 'reached the server',
    voided: 'voiding',
    'voided.by': 'voided by',
    'voided.by_name': 'voided by',
    'voided.at': 'voided at',
    'voided.reason': 'reason of the voiding',
    drug_name: 'drug',
    drug_concentration: 'concentration',
    drug_volume: 'volume',
    drug_form: 'form',
    schedule: 'schedule',
    sheet_id: 'sheet',
    'sheet_data.patient_name': 'patient',
    'sheet_data.patient_id': 'patient ID',
    'sheet_data.reason': 'procedure',
    'sheet_data.species': 'species',
    enter_measured_volume: 'volume to be measured',
    day: 'day',
    'closing.balance': 'closing',
    'closing.bottle_number': 'bottle at the closing',
    'closing.container_size': 'container at the closing',
    'closing.others': 'other open bottles at the closing',
    container_size: 'container',
    date_start: 'first day',
    date_end: 'last day',
    combined: 'combined',
    combined_ids: 'combined sheets',
    previous_id: 'sheet before',
    procedure_number: 'number',
    bottle_number: 'bottle',
    draw_id: 'draw',
  } as Readonly<Record<string, string>>,
  units: {
    drug_concentration: 'mg/ml',
    drug_volume: 'ml',
    container_size: 'ml',
    balance: 'ml',
    added: 'ml',
    used: 'ml',
    adjusted: 'ml',
  } as Readonly<Record<string, string>>,
} as const
