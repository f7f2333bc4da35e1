import { OUTCOMES } from 'sync-protocol/records/sheet'
import type { RememberedChoices } from 'sync-protocol/rules/sheet'

/** Clinics share tablets, so each user's choices have their own keys. */
const key = (userId: string, what: 'outcome' | 'weight_units' | 'draft') => `new-sheet/${userId}/${what}`

const UNITS = ['kg', 'lb'] as const

/** Values that this browser does not know (or an older version wrote) count as not remembered. */
export function readRemembered(storage: Storage, userId: string): RememberedChoices {
  const outcome = storage.getItem(key(userId, 'outcome'))
  const units = storage.getItem(key(userId, 'weight_units'))
  return {
    outcome: OUTCOMES.find((one) => one === outcome) ?? 'N/A',
    weight_units: UNITS.find((one) => one === units) ?? '-',
  }
}

/** Full or forbidden storage must never stop a form: what is remembered is only a convenience. */
function write(storage: Storage, at: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(at)
    else storage.setItem(at, value)
  } catch (error) {
    console.warn('A choice could not be remembered.', error)
  }
}

export function remember(storage: Storage, userId: string, choices: RememberedChoices): void {
  write(storage, key(userId, 'outcome'), choices.outcome)
  write(storage, key(userId, 'weight_units'), choices.weight_units)
}

/** The open sheets of this tablet: they come back by themselves; one of another tablet is offered. */
export interface OwnDrafts {
  /** What was open in this tab. */
  here: string | null
  /** What was opened last, in any tab. */
  last: string | null
}

export const readOwnDrafts = (userId: string): OwnDrafts => ({
  here: sessionStorage.getItem(key(userId, 'draft')),
  last: localStorage.getItem(key(userId, 'draft')),
})

export function rememberOwnDraft(userId: string, draftId: string | null): void {
  for (const storage of [sessionStorage, localStorage]) write(storage, key(userId, 'draft'), draftId)
}
