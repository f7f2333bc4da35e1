import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { SheetAtHand } from '../../records/patient.ts'
import { savedWithOf } from '../../records/row-weighing.ts'
import { readOwnDrafts } from '../../data/drafts/own-drafts.ts'
import { liveRead } from '../../data/database/live-read.ts'
import { asideOf, openSheets, ownSheetReader, storedSheet, type OfferedSheet } from './earlier-draft.ts'
import { firstOf, readCorrections } from '../../records/corrections-kept.ts'
import type { SessionState } from './session-state.ts'
import { readUnwritten } from './unwritten-draft.ts'
import { deskAtHand, type SheetDesk } from './sheet-desk.ts'

/** How many screens show the sheet of a desk in place of its own. */
const watchers = new WeakMap<SheetDesk, number>()
const count = (desk: SheetDesk, by: 1 | -1): number => {
  const now = (watchers.get(desk) ?? 0) + by
  watchers.set(desk, now)
  return now
}

/** A sheet that was set down stays for as long as somebody looks at it, and for who comes back to it then. */
function heldSheet(desk: SheetDesk): () => void {
  count(desk, 1)
  return () => {
    // Its own screen takes it up with the same step.
    if (count(desk, -1) === 0) setTimeout(() => (watchers.get(desk) === 0 ? desk.closeSetDown() : undefined))
  }
}

const NOTHING = () => () => undefined

const sessionOf = (desk: SheetDesk | null) => desk?.store.getState().opened?.session.store

/**
 * The open sheet of this tab as it stands; where there is none, the one that is stored as this tablet's. Only to be read, and
 * live. Undefined until that is known, null where there is none.
 */
export function useSheetAtHand(userId: string): SheetAtHand | null | undefined {
  const [desk] = useState(() => deskAtHand(userId))
  const [session] = useState(() => sessionOf(desk))
  const shown = useSyncExternalStore(session?.subscribe ?? NOTHING, () => session?.getState().sheet.draft)
  const taken = useSyncExternalStore(session?.subscribe ?? NOTHING, () => takenOverId(session?.getState()))
  const saved = useSyncExternalStore(
    session?.subscribe ?? NOTHING,
    () => session?.getState().elsewhere?.saved,
  )
  const isPutAway = useSyncExternalStore(
    session?.subscribe ?? NOTHING,
    () => session?.getState().elsewhere?.how === 'put-away',
  )
  const setAside = useSyncExternalStore(session?.subscribe ?? NOTHING, () => session?.getState().setAside)
  const here = useMemo(
    () => (shown === undefined ? shown : withElsewhere(shown, saved?.sheet, setAside ?? [], isPutAway)),
    [shown, saved, setAside, isPutAway],
  )
  useEffect(() => (desk === null ? undefined : heldSheet(desk)), [desk])
  const [stored, setStored] = useState<SheetAtHand | null>()
  useEffect(
    () =>
      taken !== null
        ? liveRead(() => storedSheet(taken), setStored)
        : session === undefined
          ? liveRead(ownSheetReader(userId), setStored)
          : undefined,
    [session, taken, userId],
  )
  // Its doses go by what the colleague enters who took it over, never by what stood here before.
  return taken === null ? (here ?? stored) : stored
}

/**
 * Saved on another tablet, perhaps with another weight: what stands here may be newer, so that a person has to look. So with what
 * two tablets entered at once.
 */
function withElsewhere(
  shown: SheetDraft,
  saved: SheetContent | undefined,
  setAside: SessionState['setAside'],
  isPutAway: boolean,
): SheetAtHand {
  const set_aside = asideOf(shown, setAside)
  return {
    ...shown,
    ...(saved !== undefined && { saved_with: savedWithOf(saved) }),
    ...(set_aside !== undefined && { set_aside }),
    ...(isPutAway && { put_away: true }),
  }
}

/** The id of a sheet that a colleague took over while it was open here, also once it is over there. */
const takenOverId = (state: Pick<SessionState, 'elsewhere' | 'wasHandedOver'> | undefined): string | null =>
  state?.wasHandedOver === true ? (state.elsewhere?.draftId ?? null) : null

/**
 * The id of the sheet at hand: of the open one, also once that is over, or of the saved one where nothing of it is open; null before
 * its first write. Never that of another tab's sheet.
 */
export function idAtHand(userId: string, { saved_as }: Pick<SheetDraft, 'saved_as'>): string | null {
  const session = deskAtHand(userId)?.store.getState().opened?.session
  if (session !== undefined) {
    const { elsewhere } = session.store.getState()
    return /* @rule own-code */ session.draftId() ?? elsewhere?.draftId ?? saved_as
  }
  // The same one as `ownSheetReader` reads.
  const unwritten = readUnwritten(localStorage, userId)
  if (unwritten !== null) return unwritten.id ?? saved_as
  const { here, last } = readOwnDrafts(userId)
  return here ?? last ?? saved_as
}

/**
 * For which sheet a code of it is recorded: one that is corrected goes on with the code of the one that was saved first. While it
 * may be another patient's, the code is not put on the sheet of the patient before.
 */
export function codeSheetAtHand(userId: string, sheet: Pick<SheetDraft, 'saved_as'>): string | null {
  const session = deskAtHand(userId)?.store.getState().opened?.session
  if (/* @rule code-of-other */ session?.mayBeAnother() === true) return session.draftId()
  const id = sheet.saved_as ?? idAtHand(userId, sheet)
  return id === null ? null : codeSheetOf(id)
}

/** The same of a sheet that was chosen. */
export const codeSheetOf = (sheetId: string): string => firstOf(sheetId, readCorrections(localStorage))

/**
 * All open sheets as they are stored: of the signed-in user, of other tablets too, and of colleagues; live. Undefined until they
 * are read.
 */
export function useOpenSheets(userId: string): readonly OfferedSheet[] | undefined {
  const [sheets, setSheets] = useState<readonly OfferedSheet[]>()
  useEffect(() => liveRead(() => openSheets(userId), setSheets), [userId])
  return sheets
}
