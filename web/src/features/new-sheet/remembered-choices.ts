import { OUTCOMES, WEIGHT_UNITS } from 'sync-protocol/records/sheet'
import type { RememberedChoices } from 'sync-protocol/rules/sheet'

/** Clinics share tablets, so each user's choices have their own keys. */
const key = (userId: string, what: 'outcome' | 'weight_units') => `new-sheet/${userId}/${what}`

/** Values that this browser does not know (or an older version wrote) count as not remembered. */
export function readRemembered(storage: Storage, userId: string): RememberedChoices {
  const outcome = storage.getItem(key(userId, 'outcome'))
  const units = storage.getItem(key(userId, 'weight_units'))
  return {
    outcome: OUTCOMES.find((one) => one === outcome) ?? 'N/A',
    weight_units: WEIGHT_UNITS.find((one) => one === units) ?? '-',
  }
}

/** Full or forbidden storage must never stop a form: what is remembered is only a convenience. */
function write(storage: Storage, at: string, value: string): void {
  try {
    storage.setItem(at, value)
  } catch (error) {
    console.warn('A choice could not be remembered.', error)
  }
}

export function remember(storage: Storage, userId: string, choices: RememberedChoices): void {
  write(storage, key(userId, 'outcome'), choices.outcome)
  write(storage, key(userId, 'weight_units'), choices.weight_units)
}
