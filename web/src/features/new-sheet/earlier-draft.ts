import { withMine } from 'sync-protocol/merge/three-way'
import { kinds } from 'sync-protocol/records/kinds'
import { asKnown } from 'sync-protocol/records/known'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { sameJson } from 'sync-protocol/records/json'
import { numberText } from 'sync-protocol/rules/number-input'
import { openDrafts, type OpenDraft } from '../../data/drafts/open-draft.ts'
import { refusedSheet, type RefusedSheet } from '../../data/drafts/refused-sheet.ts'
import { claimDraft } from '../../data/drafts/draft-claim.ts'
import { allSetAside, readSheet, type SetAside } from '../../data/drafts/followed-sheet.ts'
import { readOwnDrafts, rememberOwnDraft } from '../../data/drafts/own-drafts.ts'
import { withPressedUnit } from '../../data/drafts/pressed-units.ts'
import { openSheetsOfClinic } from '../../data/view/recent-sheets.ts'
import { viewOf } from '../../data/database/clinic-database.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { currentClinic, currentUser } from '../../data/people/session.ts'
import type { SheetAtHand } from '../../records/patient.ts'
import type { SetAsideWeight } from '../../records/row-weighing.ts'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { followDraft, type Followed } from './follow-draft.ts'
import { keepPaper } from './kept-paper.ts'
import type { LibraryChange } from './next-patient.ts'
import { NO_PAPER, type KnownPatient } from './open-sheet.ts'
import { sheetText } from './sheet-text.ts'
import { readUnwritten } from './unwritten-draft.ts'

export interface EarlierDraft {
  /** Null when not one write of it was taken. */
  id: string | null
  content: SheetDraft
  /** What is stored of it: less than `content` when the page went too soon. */
  stored: SheetDraft | null
  /** It was open on this tablet: it comes back by itself. Another tablet's is only offered. */
  own: boolean
  /** The refused sheet that it is again. */
  again: RefusedSheet | null
  /** Whom it was saved for, or begun for from the list of the day. */
  of?: KnownPatient | null
  /** What the library has otherwise than the sheet that it was copied from. */
  changes?: readonly LibraryChange[]
  release: () => void
}

type Found = Omit<EarlierDraft, 'again'>

/** An open sheet that can be gone on with; null for one that cannot be read. */
export function readable({
  _id: id,
  content,
  meta,
}: OpenDraft): (Pick<Found, 'content' | 'stored'> & { id: string }) | null {
  const stored = asKnown(sheetDraft, content)
  if (stored === null) return null
  const at = meta.date_edited ?? meta.date_created
  return { id, content: withPressedUnit(localStorage, stored, at), stored }
}

/** So long the page before may need to let go of the sheet; after that another tab has it. */
const PAGE_BEFORE_MS = 2000

/** Whoever picks the tablet up again has to read what became of the sheet. */
const TOLD_SECONDS = 30

async function readAgain(id: string): Promise<ReturnType<typeof readable>> {
  const draft = (await openDrafts('sheet')).find(({ _id }) => _id === id)
  return draft ? readable(draft) : null
}

/** What was open in this tab, or else the newest that no other tab has open. */
async function storedDraft(userId: string): Promise<Found | null> {
  const { here, last } = readOwnDrafts(userId)
  // One that was saved elsewhere is opened by who asks for it, and is nobody's open sheet.
  const newest = (await openDrafts('sheet')).filter(({ _id, saved }) => saved === undefined || _id === here)
  const order = [...newest.filter(({ _id }) => _id === here), ...newest.filter(({ _id }) => _id !== here)]
  for (const draft of order) {
    const found = readable(draft)
    const patience = found?.id === here ? PAGE_BEFORE_MS : 0
    const release = found && (await claimDraft(navigator.locks, found.id, patience))
    if (found && release === null && found.id === here)
      showToast({ text: sheetText.inAnotherTab(found.content.name.trim()), kind: 'attention' })
    if (!found || !release) continue
    // The page before may have written its last while this one waited.
    const now = patience === 0 ? found : await readAgain(found.id)
    if (now) return { ...now, own: now.id === here || now.id === last, release }
    release()
  }
  return null
}

/** What is read of an open sheet, with what waits for a decision. */
const withAside = (sheet: SheetDraft, setAside: readonly SetAside[]): SheetAtHand => {
  const set_aside = asideOf(sheet, setAside)
  return set_aside === undefined ? sheet : { ...sheet, set_aside }
}

/** Of two versions those that say whose doses are read, and for which weight. */
export function asideOf(sheet: SheetDraft, setAside: readonly SetAside[]): SetAsideWeight | undefined {
  const groups = setAside.flatMap(({ conflict }) => conflict.groups)
  const weights = groups.filter(({ group }) => group === 'weight')
  const wanted =
    weights.length === 0 ? undefined : asKnown(sheetDraft, withMine(kinds.drafts, sheet, weights))
  if (wanted !== undefined && wanted !== null) {
    const { weight, weight_units, estimated } = wanted
    return { weight: { weight, weight_units, ...(estimated === true && { estimated }) } }
  }
  return groups.some(({ group }) => group === 'patient' || group === 'species') ? { weight: null } : undefined
}

/** An open sheet as it is stored, only to be read; null when it is over, or not of `by`; undefined when there never was one. */
async function openSheet(id: string, by?: string): Promise<SheetAtHand | null | undefined> {
  const { draft, setAside } = await readSheet(currentClinic(), id)
  if (draft === undefined) return undefined
  if (draft.deleted || (by !== undefined && draft.meta.author_id !== by)) return null
  const found = readable(draft)
  return found && withAside(found.content, setAside)
}

/** An open sheet as it is stored, whosever it is, only to be read; null when it is over. For a query that stays live. */
export const storedSheet = async (id: string): Promise<SheetAtHand | null> => (await openSheet(id)) ?? null

/**
 * Reads this tablet's own open sheet as it was left; null when there is none. For a query that stays live: what the page before
 * could not write stays, and what other tablets enter since comes in.
 */
export function ownSheetReader(userId: string): () => Promise<SheetAtHand | null> {
  let before: Pick<Followed, 'draft' | 'seen'> | null = null
  return async () => {
    const unwritten = readUnwritten(localStorage, userId)
    const { here, last } = readOwnDrafts(userId)
    const id = unwritten === null ? (here ?? last) : unwritten.id
    if (id === null) return unwritten?.content ?? null
    const stored = await openSheet(id, userId)
    if (unwritten === null || stored === null) return stored ?? null
    if (stored === undefined) return unwritten.content
    const { set_aside } = stored
    const { draft, seen } = before ?? { draft: unwritten.content, seen: stored }
    before = /* @rule unwritten-followed */ followDraft(draft, seen, stored)
    return set_aside === undefined ? before.draft : { ...before.draft, set_aside }
  }
}

/** An open sheet, only to be read. */
export interface OfferedSheet {
  id: string
  sheet: SheetAtHand
  /** Who has it open, where that is a colleague. */
  by?: string
}

/** Whether it is offered as an open one: a colleague's correction of a saved sheet is found among the saved ones. */
export const isOffered = ({ by, sheet }: OfferedSheet): boolean => by === undefined || sheet.saved_as === null

/** All open sheets of the signed-in user, of other tablets too, and then those of colleagues, each the newest first. */
export async function openSheets(userId: string): Promise<OfferedSheet[]> {
  const clinic = currentClinic()
  const [own, all, setAside] = await Promise.all([
    openDrafts('sheet'),
    openSheetsOfClinic(clinic),
    allSetAside(clinic),
  ])
  const read = (sheet: SheetDraft, id: string) => withAside(sheet, setAside.get(id) ?? [])
  const at = ({ meta }: OpenDraft) => meta.date_edited ?? meta.date_created
  const others = all
    .filter(({ meta }) => meta.author_id !== userId)
    .sort((a, b) => (at(a) < at(b) ? 1 : -1))
    .flatMap(({ _id: id, content, meta }): OfferedSheet[] => {
      const sheet = asKnown(sheetDraft, content)
      return sheet === null ? [] : [{ id, sheet: read(sheet, id), by: meta.author_name }]
    })
  return [
    ...own.flatMap((draft): OfferedSheet[] => {
      const sheet = readable(draft)?.content
      return sheet === undefined ? [] : [{ id: draft._id, sheet: read(sheet, draft._id) }]
    }),
    ...others,
  ]
}

/** The same offer with what the other tablet has made of its sheet by now; undefined once that sheet is over or saved. */
export function offerNow(offer: EarlierDraft, drafts: readonly OpenDraft[]): EarlierDraft | undefined {
  const draft = drafts.find(({ _id, saved }) => _id === offer.id && saved === undefined)
  const now = draft && readable(draft)
  if (!now) return undefined
  return sameJson(now.stored, offer.stored) ? offer : { ...offer, ...now }
}

/** The newest open sheet that no tab has open, to be offered; those that this one had, or was shown, are passed over. */
export async function newOffer(
  drafts: readonly OpenDraft[],
  passedOver: ReadonlySet<string>,
): Promise<EarlierDraft | null> {
  for (const draft of drafts) {
    const found = draft.saved === undefined && !passedOver.has(draft._id) ? readable(draft) : null
    const release = found && (await claimDraft(navigator.locks, found.id))
    if (found && release)
      return { ...found, own: false, again: await refusedSheet(found.content.saved_as), release }
  }
  return null
}

/**
 * The user's open sheet of an earlier visit, claimed for this tab; null when there is none, or another tab has it. `onLeft` is
 * told of the one that was open here, and that neither came back nor is known to be over.
 */
export async function earlierDraft(
  userId: string,
  onLeft: (draftId: string) => void = () => undefined,
): Promise<EarlierDraft | null> {
  const found = await foundDraft(userId, onLeft)
  if (found === null) return null
  const again = await refusedSheet(found.content.saved_as)
  return { ...found, again, of: await patientBefore(found.content) }
}

/** Whose sheet it was: what is typed over it is of another patient. */
async function patientBefore({ saved_as, day_row }: SheetDraft): Promise<KnownPatient | null> {
  const clinic = currentClinic()
  const saved = saved_as === null ? undefined : (await viewOf(clinic, 'sheets').get(saved_as))?.content
  const found = saved ?? (day_row === undefined ? undefined : (await dayRow(clinic, day_row))?.content)
  if (!found) return null
  const { species, name, patient_id = '', weight, weight_units = '-' } = found
  return { species, name, patient_id, weight: weight === undefined ? '' : numberText(weight), weight_units }
}

/** Says what became of a sheet that was open here, and was left; true once it was said. */
export const toldOfLeft = async (userId: string, draftId: string): Promise<boolean> =>
  (await savedMeanwhile(userId, draftId)) !== null || (await takenOverMeanwhile(userId, draftId))

/** This tab goes on with it no more. */
function forgetOwnDraft(userId: string, draftId: string): void {
  const { here, last } = readOwnDrafts(userId)
  if (here === draftId || (here === null && last === draftId)) rememberOwnDraft(userId, null)
}

/** What this open sheet was saved as while nobody looked at it here; said once. */
async function savedMeanwhile(userId: string, draftId: string | null): Promise<string | null> {
  if (draftId === null) return null
  const { draft, sheet } = await readSheet(currentClinic(), draftId)
  if (draft?.deleted !== true || sheet === undefined) return null
  const { author_name, date_created } = sheet.meta
  const moment = formatDateTime(date_created, currentUser().time_zone)
  showToast({
    text: sheetText.savedMeanwhile(sheet.content?.name ?? '', author_name, moment),
    kind: 'attention',
    seconds: TOLD_SECONDS,
  })
  forgetOwnDraft(userId, draftId)
  keepPaper(localStorage, userId, draftId, NO_PAPER)
  return sheet._id
}

/** Who has this open sheet by now, if a colleague took it over while nobody looked at it here; said once. */
async function takenOverMeanwhile(userId: string, draftId: string | null): Promise<boolean> {
  if (draftId === null) return false
  const { draft } = await readSheet(currentClinic(), draftId)
  if (draft?.content?.kind !== 'sheet' || draft.deleted || draft.meta.author_id === userId) return false
  const text = sheetText.takenOverMeanwhile(draft.content.name.trim(), draft.meta.author_name)
  showToast({ text, kind: 'attention', seconds: TOLD_SECONDS })
  forgetOwnDraft(userId, draftId)
  return true
}

async function foundDraft(userId: string, onLeft: (draftId: string) => void): Promise<Found | null> {
  const { here, last: lastOpen } = readOwnDrafts(userId)
  const last = readUnwritten(localStorage, userId)
  const own = last?.id ?? here ?? lastOpen
  const savedBefore = await savedMeanwhile(userId, own)
  const isTaken = await takenOverMeanwhile(userId, own)
  const stored = await storedDraft(userId)
  // What another tablet's save takes away between the two is not found any more, and has to be told.
  const savedAs = savedBefore ?? (stored?.id === own ? null : await savedMeanwhile(userId, own))
  const isTold = savedAs !== null || isTaken
  if (own !== null && !isTold && stored?.id !== own) onLeft(own)
  if (last === null) return stored
  if (savedAs !== null) {
    stored?.release()
    // It differs from the saved sheet, and is no new patient's.
    const content = { ...last.content, saved_as: savedAs }
    return { id: null, content, stored: null, own: true, release: () => undefined }
  }
  if (stored !== null && stored.id === last.id) return { ...stored, content: last.content, own: true }
  stored?.release()
  const { day_row, taken_from: _hands, ...content } = last.content
  // A colleague has that patient's sheet open: this is another one.
  const copy = isTaken || day_row === undefined ? content : { ...content, day_row }
  return { id: null, content: copy, stored: null, own: true, release: () => undefined }
}
