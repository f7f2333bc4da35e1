import type { SheetDraft } from 'sync-protocol/records/draft'
import { sameJson } from 'sync-protocol/records/json'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { numberText, numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { procedureName } from 'sync-protocol/rules/sheet'
import { checkOf, savedCheck } from 'sync-protocol/rules/double-check'
import { asDrawn, reasonsInPlace } from 'sync-protocol/rules/sheet-guard'
import { emergencyProtocolOfSheet, protocolOfSheet } from 'sync-protocol/rules/sheet-protocols'
import type { FollowedSheet } from '../../data/drafts/followed-sheet.ts'
import type { RefusedSheet } from '../../data/drafts/refused-sheet.ts'
import type { DraftPart } from './follow-draft.ts'
import { partWords, sheetText } from './sheet-text.ts'

/** A part that stood otherwise on this tablet than in the saved sheet, in words. */
export interface Difference {
  part: DraftPart
  here: string
  saved: string
}

/** What another tablet made of the open sheet, whose end that is here too. */
export interface Elsewhere {
  how: 'saved' | 'put-away' | 'handed-over'
  by: string
  at: string
  draftId: string
  /** The sheet that it was saved as. */
  saved: { _id: string; sheet: SheetContent; preparer: string } | null
  /** The open sheet lives still: it holds what was entered too late to be in the saved one. */
  open: boolean
  differs: readonly Difference[]
}

/** Reasons for doses, in an order of their own. */
const listed = (reasons: readonly { name: string; reason: string }[]) =>
  reasons
    .map(({ name, reason }) => `${name}: ${reason}`)
    .sort()
    .join(', ')

const reasonsOf = ({ anesthesia_protocol: { sections }, emergency_protocol: emergency }: SheetContent) =>
  [...sections.flatMap(({ drugs }) => drugs), ...(emergency?.drugs ?? [])].flatMap(({ name, guard }) =>
    guard?.reason === undefined ? [] : [{ name, reason: guard.reason }],
  )

/** What a saved sheet says, part by part, in the words of an open one. */
const wordsOfSaved = (sheet: SheetContent): Record<DraftPart, string> => ({
  species: sheetText.speciesNames[sheet.species === 2 ? -1 : sheet.species],
  patient: partWords.patient(sheet.name, sheet.patient_id ?? ''),
  weight: partWords.weight(numberText(sheet.weight), sheet.weight_units, sheet.estimated),
  outcome: sheet.outcome,
  procedure: procedureName(sheet.procedure),
  anesthesia: sheet.anesthesia_protocol.name,
  emergency: sheet.emergency_protocol?.name ?? '',
  injections: sheet.injections.join(', '),
  explained: listed(reasonsOf(sheet)),
  check: savedCheck(sheet)?.name ?? '',
})

const plainNumber = (typed: string): string => {
  const read = readNumber(typed)
  return read === 'empty' || read === 'invalid' ? typed.trim() : numberText(numberOf(read))
}

/** What an open sheet says, part by part. */
export const wordsOfDraft = (draft: SheetDraft): Record<DraftPart, string> => ({
  species: sheetText.speciesNames[draft.species],
  patient: partWords.patient(draft.name.trim(), draft.patient_id.trim()),
  weight: partWords.weight(plainNumber(draft.weight), draft.weight_units, draft.estimated),
  outcome: draft.outcome,
  procedure: draft.procedure?.content.name ?? '',
  anesthesia: draft.anesthesia_protocol?.content.name ?? '',
  emergency: draft.emergency_protocol?.content.name ?? '',
  injections: draft.injections.join(', '),
  explained: listed(reasonsInPlace(draft)),
  check: checkOf(draft)?.name ?? '',
})

/** Of protocols the name says too little: their drugs are compared, at the weight that was saved. */
function hasOtherDrugs(draft: SheetDraft, sheet: SheetContent): DraftPart[] {
  const weight = { weight: numberText(sheet.weight), units: sheet.weight_units }
  const { anesthesia_protocol: anesthesia, emergency_protocol: emergency } = draft
  const same = (make: () => unknown, stands: unknown) => {
    try {
      return sameJson(make(), stands)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }
  const found: DraftPart[] = []
  if (
    anesthesia &&
    !same(() => asDrawn(protocolOfSheet(anesthesia.content, weight)), asDrawn(sheet.anesthesia_protocol))
  )
    found.push('anesthesia')
  if (
    emergency &&
    !same(
      () => asDrawn(emergencyProtocolOfSheet(emergency.content, weight)),
      sheet.emergency_protocol ? asDrawn(sheet.emergency_protocol) : null,
    )
  )
    found.push('emergency')
  return found
}

/** In what the screen differs from the saved sheet. */
export function differencesFrom(draft: SheetDraft, sheet: SheetContent): Difference[] {
  const here = wordsOfDraft(draft)
  const saved = wordsOfSaved(sheet)
  const others = hasOtherDrugs(draft, sheet)
  return Object.keys(here).flatMap((part): Difference[] => {
    const [ours, theirs] = [here[part] ?? '', saved[part] ?? '']
    if (ours !== theirs) return [{ part, here: ours, saved: theirs }]
    return others.includes(part) ? [{ part, here: partWords.otherDrugs(ours), saved: theirs }] : []
  })
}

/** What became of the open sheet on another tablet; null while it is open. */
export function elsewhereOf(
  { draft, sheet, savedAs }: FollowedSheet,
  draftId: string,
  { draft: screen, again }: { draft: SheetDraft; again: RefusedSheet | null },
  userId: string,
): Elsewhere | null {
  const open = draft !== undefined && !draft.deleted
  // A refused sheet that two people opened again, and one of them saved.
  const found = sheet ?? (again === null ? undefined : savedAs)
  const content = found?.content
  if (found !== undefined && content) {
    const { author_name: by, date_created: at } = found.meta
    const saved = { _id: found._id, sheet: content, preparer: by }
    return { how: 'saved', by, at, draftId, saved, open, differs: differencesFrom(screen, content) }
  }
  if (draft === undefined) return null
  const { author_id, author_name: by, date_edited, date_created } = draft.meta
  const end = { by, at: date_edited ?? date_created, draftId, saved: null, open: false, differs: [] }
  if (draft.deleted) return { how: 'put-away', ...end }
  return author_id === userId ? null : { how: 'handed-over', ...end }
}
