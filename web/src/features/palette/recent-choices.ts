import type { PaletteEntry } from './palette-entry.ts'

const MOST = 20
/** Clinics share tablets: each person's are their own. A reload forgets them. */
const chosen = new Map<string, readonly PaletteEntry[]>()

/** What this person chose, the last first. */
export const recentChoices = (userId: string): readonly PaletteEntry[] => chosen.get(userId) ?? []

export function noteChoice(userId: string, entry: PaletteEntry): void {
  const others = recentChoices(userId).filter(({ key }) => key !== entry.key)
  chosen.set(userId, [entry, ...others].slice(0, MOST))
}
