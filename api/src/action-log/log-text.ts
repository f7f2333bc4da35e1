import type { Collection } from 'sync-protocol/records/envelope'
import type { Choice } from 'sync-protocol/records/mutation'

/** The words of the action log. */
export const NOUNS: Readonly<Record<Collection, readonly [one: string, many: string]>> = {
  drugs: ['drug', 'drugs'],
  fluids: ['fluid', 'fluids'],
  sections: ['drug section', 'drug sections'],
  anesthesia_protocols: ['anesthesia protocol', 'anesthesia protocols'],
  emergency_protocols: ['emergency protocol', 'emergency protocols'],
  injections: ['injection', 'injections'],
  procedures: ['procedure', 'procedures'],
  sheets: ['anesthesia sheet', 'anesthesia sheets'],
  draws: ['controlled substance draw', 'controlled substance draws'],
  balances: ['balance sheet', 'balance sheets'],
  drafts: ['draft', 'drafts'],
  conflicts: ['conflict', 'conflicts'],
  attention: ['refused change', 'refused changes'],
}

/** What the first half of an action's name is about. */
export const SUBJECTS: Readonly<Record<string, Collection>> = {
  drug: 'drugs',
  fluid: 'fluids',
  section: 'sections',
  anesthesia_protocol: 'anesthesia_protocols',
  emergency_protocol: 'emergency_protocols',
  injection: 'injections',
  procedure: 'procedures',
  sheet: 'sheets',
  draw: 'draws',
  balance: 'balances',
}

/** What its second half did. */
export const VERBS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Edited',
  delete: 'Deleted',
  restore: 'Restored',
  save: 'Saved',
  void: 'Voided',
  combine: 'Combined',
  export: 'Exported',
}

export const CHOSEN: Readonly<Record<Choice, string>> = {
  theirs: 'kept the stored values',
  mine: 'took the own values',
  edited: 'entered other values',
  restore: 'restored the record',
  dismiss: 'dismissed it',
}

/** Failures that are written down without a record (`spec 1 §8`). */
export const FAILURES: Readonly<Record<string, string>> = { 'sheet.save_failed': 'Failed to save sheet' }

export const logText = {
  quoted: (name: string) => `'${name}'`,
  more: (count: number) => `${count} more`,
  withDraws: (count: number) => ` with ${count} ${NOUNS.draws[count === 1 ? 0 : 1]}`,
  draw: (volume: string, drug: string, patient: string) => `${volume} ml of '${drug}' for '${patient}'`,
  approved: (what: string) => `Approved a change that waited for it: ${what}`,
  settled: (what: string, choice: string) => `Settled a ${what}: ${choice}`,
  unknown: (action: string, detail: string | null) =>
    `Action ${action}${detail === null ? '' : `: ${detail}`}`,
  unreadable: 'Sent a change that could not be read',
  refused: (why: string) => ` (refused: ${why})`,
  parked: (why: string) => ` (waiting for a decision: ${why})`,
  conflict: ' (in part, a conflict is left to settle)',
} as const
