import type { SheetDraft } from 'sync-protocol/records/draft'
import { sameJson } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'

/** The parts of an open sheet that change as one each: of a weight and its unit never one without the other (sync contract M1). */
const { kind: _kind, table: _table, ...PARTS } = kinds.drafts.groups
export type DraftPart = string

type Values = Readonly<Record<string, unknown>>
const samePart = (part: DraftPart, a: SheetDraft, b: SheetDraft) =>
  (PARTS[part] ?? []).every((field) => {
    // Who entered the same at another time entered nothing else.
    if (kinds.drafts.times?.includes(field)) return true
    const [one, other] = [(a as Values)[field], (b as Values)[field]]
    return sameJson(one ?? null, other ?? null)
  })

const withPart = (part: DraftPart, to: SheetDraft, from: SheetDraft): SheetDraft => ({
  ...to,
  ...Object.fromEntries((PARTS[part] ?? []).map((field) => [field, (from as Values)[field]])),
})

/** The parts in which two sheets differ. */
export const differingParts = (a: SheetDraft, b: SheetDraft): DraftPart[] =>
  Object.keys(PARTS).filter((part) => !samePart(part, a, b))

export interface Followed {
  /** What is on the screen from now on. */
  draft: SheetDraft
  /** What this tablet has seen from now on: what it types next is typed over that. */
  seen: SheetDraft
  /** The parts that came from another tablet onto the screen. */
  came: readonly DraftPart[]
}

/**
 * What another tablet entered comes onto the screen, but in a part that was typed into here since `seen`: there what was
 * typed stays, and is sent as typed over what was seen, so that the server keeps both.
 */
export function followDraft(screen: SheetDraft, seen: SheetDraft, stored: SheetDraft): Followed {
  let draft = screen
  let known = seen
  const came: DraftPart[] = []
  for (const part of differingParts(seen, stored)) {
    const typedHere = !samePart(part, screen, seen)
    const agrees = samePart(part, screen, stored)
    if (typedHere && !agrees) continue
    known = withPart(part, known, stored)
    if (agrees) continue
    draft = withPart(part, draft, stored)
    came.push(part)
  }
  // One object where nothing is left to write.
  return differingParts(draft, known).length === 0
    ? { draft, seen: draft, came }
    : { draft, seen: known, came }
}
