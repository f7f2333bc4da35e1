import type { Species } from 'sync-protocol/records/fields'

/** Of the tablet, whoever uses it: in an emergency the list is the one that was there the last time. */
const key = (species: Species) => `emergency-now/protocol/${species}`

/** The emergency protocol that was chosen last on this tablet for a species. */
export const readChosen = (storage: Storage, species: Species): string | null => storage.getItem(key(species))

/** Full or forbidden storage must never stop this screen: what is remembered is only a convenience. */
export function rememberChosen(storage: Storage, species: Species, id: string): void {
  try {
    storage.setItem(key(species), id)
  } catch (error) {
    console.warn('Which emergency protocol was chosen could not be remembered.', error)
  }
}
