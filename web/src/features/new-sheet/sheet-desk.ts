import { createStore } from 'zustand/vanilla'
import { buildListsAtIdle } from '../../data/lists/list-index.ts'
import type { SheetStart, Species } from '../../paths.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { beginSheet } from './begin-sheet.ts'
import { liveRead } from '../../data/database/live-read.ts'
import { openDrafts, type OpenDraft } from '../../data/drafts/open-draft.ts'
import { documentDesk } from '../../data/drafts/open-document.ts'
import { chooseForThisTab, readOwnDrafts } from '../../data/drafts/own-drafts.ts'
import { watchSheet } from '../../data/drafts/followed-sheet.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { takeOverSheet } from '../../data/drafts/take-over.ts'
import { inTurn } from '../../data/drafts/write-line.ts'
import { earlierDraft, newOffer, offerNow, toldOfLeft, type EarlierDraft } from './earlier-draft.ts'
import { offerLeft } from './left-sheet.ts'
import { copiedSheet } from './copied-sheet.ts'
import { keepable, speciesAsked, type OpenSheet } from './open-sheet.ts'
import { COLLECTION_OF } from './picked-record.ts'
import { sheetOfRow } from './sheet-of-row.ts'
import type { SheetSession } from './sheet-session.ts'
import { sheetText } from './sheet-text.ts'

export interface Opened {
  session: SheetSession
  /** What was restored or can be, until somebody decides. */
  earlier: EarlierDraft | null
}

/** Nobody has begun anything on it: another tablet's sheet can be offered. */
const isEmpty = (sheet: OpenSheet) => sheet.saved === null && keepable(sheet) === null

const report = (error: unknown) => console.error(error)

/** What a new sheet begins with, where that is known of a patient. */
type Filled = Exclude<SheetStart, { species: Species }>

/** The species that a new sheet was asked for with; null for nothing, or for a patient's. */
const speciesIn = (from: SheetStart | undefined): Species | null =>
  from !== undefined && 'species' in from ? from.species : null

/** Longer than one desk: a screen that comes back waits for the last sheet to be put away. */
const afterThat = inTurn()

/** Whose sheet is on the screen, or set down for a moment. */
let atHand: { userId: string; desk: SheetDesk } | null = null

/** The desk of this user's open sheet in this tab; null while there is none. */
export const deskAtHand = (userId: string): SheetDesk | null =>
  atHand?.userId === userId ? atHand.desk : null

function goOnHere(userId: string, earlier: EarlierDraft): boolean {
  const desk = deskAtHand(userId)
  if (desk === null || desk.store.getState().opened === null) return false
  desk.goOn(earlier)
  return true
}

/** Where a user's sheets are opened and put away, for as long as the screen stands, or comes back to it at once. */
export function sheetDesk(user: { _id: string; time_zone: string }) {
  /** Null for the moment in which the local database is asked. */
  const store = createStore<{ opened: Opened | null }>(() => ({ opened: null }))
  const desk = documentDesk(afterThat)
  let unwatch = () => undefined as void
  let unwatchLeft = () => undefined as void
  let watched: string | undefined
  let newest: readonly OpenDraft[] = []
  /** Sheets that were open here, or whose offer was read: nobody is offered them again on this screen. */
  const passedOver = new Set<string>()
  let setDown = (_isDown: boolean): void => undefined
  let isDown = false
  /** What a new sheet was asked for with: an open one came back in its place, and may be put away for it. */
  let species: Species | null = null

  function start(continued: EarlierDraft | null, earlier: EarlierDraft | null = null): SheetSession {
    const begun = beginSheet(user, continued, (left) => offerLeft(left, goOnHere))
    desk.begun(begun.end)
    setDown = begun.setDown
    // Its own screen says what becomes of it.
    if (continued?.id === watched) unwatchLeft()
    if (continued?.id != null) passedOver.add(continued.id)
    // Of what was taken off again in the last moment nothing came back.
    const came = earlier?.own !== true || begun.session.losesOnLeave()
    store.setState({ opened: { session: begun.session, earlier: came ? earlier : null } })
    return begun.session
  }

  /** Another tablet's sheet that was offered, and that nobody answered for, is not held any longer. */
  function letGo(): void {
    const { opened } = store.getState()
    if (opened?.earlier?.own === false) opened.earlier.release()
  }

  /** The offer is as the other tablets' sheets are by now. */
  async function follow(drafts: readonly OpenDraft[], isWanted: () => boolean): Promise<void> {
    const { here } = readOwnDrafts(user._id)
    if (here !== null) passedOver.add(here)
    const { opened } = store.getState()
    if (!isWanted() || opened === null || opened.earlier?.own === true) return
    const { session, earlier: offer } = opened
    const now = offer && offerNow(offer, drafts)
    if (now) return void (now !== offer && store.setState({ opened: { session, earlier: now } }))
    offer?.release()
    if (offer) store.setState({ opened: { session, earlier: null } })
    const canOffer = () => isEmpty(session.store.getState().sheet)
    const next = canOffer() ? await newOffer(drafts, passedOver) : null
    const present = store.getState().opened
    const stands = isWanted() && present?.session === session && present.earlier === null && canOffer()
    if (next && stands) store.setState({ opened: { session, earlier: next } })
    else next?.release()
  }

  function watchOffers(isWanted: () => boolean): void {
    unwatch()
    unwatch = liveRead(
      () => openDrafts('sheet'),
      (drafts) => {
        newest = drafts
        void afterThat(() => follow(drafts, isWanted))
      },
    )
  }

  /** The page before had that sheet still, or its end is on the way: what becomes of it is told. */
  function watchLeft(draftId: string, isWanted: () => boolean): void {
    const tell = async () => {
      if (isWanted() && watched === draftId && (await toldOfLeft(user._id, draftId))) unwatchLeft()
    }
    const end = watchSheet(currentClinic(), draftId, () => void afterThat(tell))
    watched = draftId
    unwatchLeft = () => {
      watched = undefined
      end()
    }
  }

  /** A new sheet begins with the species that was asked for; false where a sheet that somebody has begun stays as it is. */
  function askSpecies({ update, store: { getState } }: SheetSession): boolean {
    if (species === null) return true
    const asked = species
    const before = getState().sheet
    update((sheet) => speciesAsked(sheet, asked))
    return getState().sheet !== before
  }

  /** An empty sheet, which nothing was looked at for yet. */
  function startFresh(): SheetSession {
    const { here } = readOwnDrafts(user._id)
    if (here !== null) passedOver.add(here)
    desk.putAway()
    const session = start(null)
    askSpecies(session)
    const isWanted = desk.visit()
    void afterThat(() => follow(newest, isWanted))
    return session
  }

  /** Until something is entered nothing is lost with it: the list of the day, or the saved sheet, has it all. */
  function startFilled(filled: EarlierDraft): void {
    const session = start(filled)
    if (filled.id === null) session.update((sheet) => ({ ...sheet, baseline: sheet.draft }))
  }

  function takeUp(): Promise<void> {
    isDown = false
    setDown(false)
    const session = store.getState().opened?.session
    if (session !== undefined && !askSpecies(session)) {
      const { name } = session.store.getState().sheet.draft
      showToast({ text: sheetText.stillOpen(name.trim()), kind: 'attention' })
    }
    return Promise.resolve()
  }

  const filledIn = (from: Filled) =>
    'day_row' in from ? sheetOfRow(user._id, from.day_row) : copiedSheet(user._id, from.copied_from)

  const find = (from?: Filled): Promise<void> =>
    desk.open(async (isWanted) => {
      const lost = (error: unknown) => {
        report(error)
        return null
      }
      let left = null as string | null
      const filled = from === undefined ? null : await filledIn(from).catch(lost)
      const earlier = filled ?? (await earlierDraft(user._id, (id) => (left = id)).catch(lost))
      unwatchLeft()
      if (!isWanted()) earlier?.release()
      else {
        if (left !== null) watchLeft(left, isWanted)
        if (filled !== null) startFilled(filled)
        else askSpecies(start(earlier?.own === true ? earlier : null, earlier))
        watchOffers(isWanted)
      }
      buildListsAtIdle(Object.values(COLLECTION_OF))
    })

  function close(): void {
    if (atHand?.desk === here) atHand = null
    isDown = false
    unwatch()
    unwatchLeft()
    letGo()
    desk.leave()
    store.setState({ opened: null })
  }

  const here = {
    store,
    /**
     * Where it begins with a patient, the sheet that stood here stays open, and is stored. With a species alone it is opened as
     * without one: a sheet that was open comes back, and stays as it is.
     */
    open(from?: SheetStart): Promise<void> {
      atHand = { userId: user._id, desk: here }
      species = speciesIn(from)
      if (from === undefined || 'species' in from) return isDown ? takeUp() : find()
      isDown = false
      desk.putAway()
      // What is typed meanwhile would be of the patient before.
      store.setState({ opened: null })
      return find(from)
    },
    close,
    /** The screen goes for a moment: the sheet stays as it is, and is stored. One that is not open yet is closed. */
    setDown(): void {
      if (store.getState().opened === null) return close()
      isDown = true
      setDown(true)
    },
    /** Nobody came back to it. */
    closeSetDown(): void {
      if (isDown) close()
    },
    /** The offer or the notice is read: an offered sheet stays where it is. */
    dismiss(): void {
      letGo()
      const { opened } = store.getState()
      if (opened?.earlier?.id != null) passedOver.add(opened.earlier.id)
      store.setState({ opened: opened && { ...opened, earlier: null } })
    },
    /** Goes on with the sheet of another tablet. */
    goOn(earlier: EarlierDraft): void {
      desk.putAway()
      start(earlier)
    },
    /** What stood here when another tablet ended the sheet goes on as a sheet of its own, which knows what that was saved as. */
    keepMine(): void {
      const { opened } = store.getState()
      if (opened === null) return
      const before = opened.session
      const { sheet, elsewhere } = before.store.getState()
      const { taken_from: _hands, ...draft } = sheet.draft
      // A refused sheet that is opened again was never saved.
      const own = /* @rule copy-corrects */ sheet.again === null ? draft.saved_as : null
      const content = { ...draft, saved_as: elsewhere?.saved?._id ?? own }
      desk.putAway()
      const session = start({
        id: null,
        content,
        stored: null,
        own: true,
        again: null,
        release: () => undefined,
      })
      session
        .flush()
        .then(() => before.endLeftover())
        .catch(report)
    },
    /** The sheet that a colleague took over is this person's again, as it stands by now; false where it is over. */
    async takeBack(draftId: string): Promise<boolean> {
      if ((await takeOverSheet(draftId)) === undefined) return false
      chooseForThisTab(user._id, draftId)
      desk.putAway()
      await find()
      return true
    },
    /** Puts the restored sheet away for an empty one. */
    startEmpty(): void {
      const { opened } = store.getState()
      if (opened === null) return
      const { sheet, elsewhere } = opened.session.store.getState()
      if (elsewhere !== null) {
        startFresh()
        return
      }
      opened.session.discard().catch(report)
      startFresh().putAway(sheet)
    },
  }
  return here
}
export type SheetDesk = ReturnType<typeof sheetDesk>
