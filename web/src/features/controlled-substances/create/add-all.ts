import type { DrawFacts } from 'sync-protocol/rules/balance-facts'
import { fullDrawOf, NO_NUMBER, volumeOfDraw } from 'sync-protocol/rules/draw-list'
import { drawAdded, isFull, tableIn, type CreateFlow } from './create-flow.ts'

/** Before which draw a person has to decide something, and what. */
export interface AddingStopped {
  why: 'measure' | 'differs' | 'twice' | 'corrected' | 'below' | 'full'
  draw: DrawFacts
}

interface Added {
  flow: CreateFlow
  added: number
  stopped: AddingStopped | null
}

interface DrawsOfDay {
  /** In the order of their creation. */
  draws: readonly DrawFacts[]
  /** The running number of each within its day. */
  numbers: ReadonlyMap<string, number>
  /** Its sheet was saved twice, and perhaps drawn once. */
  isTwice: (draw: Pick<DrawFacts, 'sheet_id'>) => boolean
  /** Its sheet was corrected later, and perhaps drawn by the correction alone. */
  isCorrected: (draw: Pick<DrawFacts, 'sheet_id'>) => boolean
  /** Its volume does not follow from its sheet. */
  differs: (draw: Pick<DrawFacts, '_id'>) => boolean
}

function stopAt(
  flow: CreateFlow,
  draw: DrawFacts,
  { isTwice, isCorrected, differs }: DrawsOfDay,
): AddingStopped['why'] | null {
  if (isFull(flow.open)) return 'full'
  if (isTwice(draw)) return 'twice'
  if (/* @rule corrected-draws */ isCorrected(draw)) return 'corrected'
  if (differs(draw)) return 'differs'
  return volumeOfDraw(draw) === null ? 'measure' : null
}

/**
 * Adds draws one after the other, up to the first that a person has to decide about: the rows of a balance sheet stand in the
 * order in which the drug was drawn, so that none is passed over.
 */
export function allAdded(flow: CreateFlow, day: DrawsOfDay): Added {
  let now: Added = { flow, added: 0, stopped: null }
  for (const draw of day.draws) {
    const why = stopAt(now.flow, draw, day)
    if (why !== null) return { ...now, stopped: { why, draw } }
    const next = drawAdded(now.flow, fullDrawOf(draw, day.numbers.get(draw._id) ?? NO_NUMBER))
    const table = tableIn(next.open)
    if (table !== null && table.balance < 0) return { ...now, stopped: { why: 'below', draw } }
    now = { flow: next, added: now.added + 1, stopped: null }
  }
  return now
}
