import type { CodeTap } from '../records/code-event.ts'

/** What a tap says on every screen, on paper and in the action log. */
export const CODE_WORDS: Readonly<Record<CodeTap, string>> = {
  started: 'CPR started',
  epinephrine: 'Epinephrine given',
  drug: 'Drug given',
  rhythm: 'Rhythm checked',
  shock: 'Shock given',
  stopped: 'CPR stopped',
}

/** What a rhythm check may find. */
export const RHYTHMS = ['Asystole', 'PEA', 'VF', 'Pulseless VT', 'Pulse'] as const

/** Why CPR is stopped. */
export const ENDS = ['Pulse is back', 'Patient died', 'Other reason'] as const
