import type { Flag } from '../records/envelope.ts'
import { asKnown } from '../records/known.ts'
import { sheetContent } from '../records/sheet.ts'
import { checkVolumes } from '../rules/sheet.ts'
import { isExplained } from '../rules/sheet-guard.ts'
import { sumsDiffer } from './balance-sums.ts'
import type { FactFlags, Mode } from './merge-state.ts'

/** The tablet computed the numbers a moment ago; who decides looks again. A fact is stored all the same (sync contract P8). */
const flagsOf: FactFlags = (lookUp, collection, content): Flag[] => {
  if (collection === 'balances') return sumsDiffer(lookUp, content) ? ['sums_differ'] : []
  const sheet = collection === 'sheets' ? asKnown(sheetContent, content) : null
  if (sheet === null) return []
  return [
    ...(checkVolumes(sheet) ? [] : (['volume_differs'] as const)),
    ...(isExplained(sheet) ? [] : (['dose_unexplained'] as const)),
  ]
}

/** As the server decides. */
export const DECIDES: Mode = { decides: flagsOf }
