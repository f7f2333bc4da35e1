const MOST = 20
/** Named by their words, which may say a patient's name: of this page alone. */
const ON_SCREEN = 'here/'

/** Clinics share tablets: each person's are their own, and go with what else a revoked tablet remembers of them. */
const place = (userId: string) => `palette/${userId}/recent`

/** What was chosen on this page, also where nothing can be stored. */
const chosen = new Map<string, readonly string[]>()

function stored(storage: Storage, userId: string): readonly string[] {
  try {
    const keys: unknown = JSON.parse(storage.getItem(place(userId)) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string').slice(0, MOST) : []
  } catch (error) {
    console.warn('What was chosen lately could not be read.', error)
    return []
  }
}

/** The keys of what this person chose on this tablet, the last first. */
export const recentChoices = (storage: Storage, userId: string): readonly string[] =>
  chosen.get(userId) ?? stored(storage, userId)

/** A reload does not forget it. Only keys are stored: whoever reads them needs the records for a name. */
export function noteChoice(storage: Storage, userId: string, key: string): void {
  const keys = [key, ...recentChoices(storage, userId).filter((one) => one !== key)].slice(0, MOST)
  chosen.set(userId, keys)
  try {
    const kept = /* @rule recent-names */ keys.filter((one) => !one.startsWith(ON_SCREEN))
    storage.setItem(place(userId), JSON.stringify(kept))
  } catch (error) {
    console.warn('What was chosen could not be remembered.', error)
  }
}

/** As after a reload. */
export const forgetChosen = (): void => chosen.clear()
