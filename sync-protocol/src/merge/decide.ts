import type { Flag } from '../records/envelope.ts'
import { asKnown } from '../records/known.ts'
import { drawContent } from '../records/draw.ts'
import type { JsonObject } from '../records/json.ts'
import { sheetContent } from '../records/sheet.ts'
import { checkVolumes, drawFollows } from '../rules/sheet.ts'
import { isExplained } from '../rules/sheet-guard.ts'
import { sumsDiffer } from './balance-sums.ts'
import type { FactFlags, Mode } from './merge-state.ts'

/** False for a draw whose volume does not follow from the sheet that it is saved with. Of one that is not here nothing can be said. */
function isOfItsSheet(records: Parameters<FactFlags>[0], content: JsonObject): boolean {
  const draw = asKnown(drawContent, content)
  if (draw === null || draw.sheet_id === '-') return true
  const sheet = asKnown(sheetContent, records.find('sheets', draw.sheet_id)?.content)
  return sheet === null || drawFollows(draw, sheet)
}

/** The tablet computed the numbers a moment ago; who decides looks again. A fact is stored all the same (sync contract P8). */
const flagsOf: FactFlags = (records, collection, content): Flag[] => {
  if (collection === 'balances') return sumsDiffer(records, content) ? ['sums_differ'] : []
  if (collection === 'draws') return isOfItsSheet(records, content) ? [] : ['volume_differs']
  const sheet = collection === 'sheets' ? asKnown(sheetContent, content) : null
  if (sheet === null) return []
  return [
    ...(checkVolumes(sheet) ? [] : (['volume_differs'] as const)),
    ...(isExplained(sheet) ? [] : (['dose_unexplained'] as const)),
  ]
}

/** As the server decides. */
export const DECIDES: Mode = { decides: flagsOf }
