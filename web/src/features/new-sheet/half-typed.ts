import { useSession, useSheet } from './session-context.ts'
import type { SheetSession } from './sheet-session.ts'

/** What was begun to be typed on an open sheet and is no part of it yet. */
const begun = new WeakMap<SheetSession, { patient: string; texts: Map<string, string> }>()

/** A text that is typed below a row: EMERGENCY in between does not lose it, another patient does. */
export function useHalfTyped(what: string): {
  text: string | undefined
  keep: (text: string | undefined) => void
} {
  const session = useSession()
  const patient = useSheet(({ sheets, sheet }) => `${sheets} ${sheet.draft.species}`)
  const kept = begun.get(session)
  return {
    text: kept?.patient === patient ? kept.texts.get(what) : undefined,
    keep(text) {
      const texts = kept?.patient === patient ? kept.texts : new Map<string, string>()
      if (text === undefined) texts.delete(what)
      else texts.set(what, text)
      begun.set(session, { patient, texts })
    },
  }
}
