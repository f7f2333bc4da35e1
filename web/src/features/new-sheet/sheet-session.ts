import { asKnown } from 'sync-protocol/records/known'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { takenFrom } from 'sync-protocol/records/is-table'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { localDay } from 'sync-protocol/rules/local-day'
import type { Weight } from 'sync-protocol/rules/dose'
import { checkOf } from 'sync-protocol/rules/double-check'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SetAside } from '../../data/drafts/followed-sheet.ts'
import { printOf } from '../../exports/earlier-print.ts'
import { createAutosave, type Autosave } from './autosave.ts'
import { elsewhereOf, wordsOfDraft, type Elsewhere } from './elsewhere.ts'
import { keepCame, readCame } from './came-kept.ts'
import { keepPaper } from './kept-paper.ts'
import { keepQuestion, questionOf, type KeptQuestion } from './kept-question.ts'
import { libraryInTime } from './library-in-time.ts'
import { differingParts, followDraft, type DraftPart } from './follow-draft.ts'
import { rememberUsed } from './kept-shortcuts.ts'
import { MODAL_STEP, type GoingOn } from './modal-steps.ts'
import { nextPatient, renewal, renewed, type LibraryChange } from './next-patient.ts'
import {
  NO_PAPER,
  askedAgain,
  closed,
  doubleChecked,
  exportPressed,
  exported,
  followed,
  goesOn,
  goneOn,
  injectionsBack,
  injectionsReset,
  keepable,
  opened,
  otherSaid,
  pressed,
  reviewConfirmed,
  sameSaid,
  savePressed,
  sheetReset,
  speciesPressed,
  startSheet,
  timed,
  toSave,
  wasWiped,
  wipeUndone,
  wentWithoutEmergency,
  whoseAsked,
  wouldLose,
  type Making,
  type OpenSheet,
} from './open-sheet.ts'
import { remember } from './remembered-choices.ts'
import type { SessionState, SheetServices } from './session-state.ts'
import { sheetSaving } from './sheet-saving.ts'

export interface SessionOptions {
  services: SheetServices
  user: { _id: string; time_zone: string }
  storage: Storage
  sheet: OpenSheet
  /** The draft that `sheet` came from, and what is stored of it. */
  continued: { id: string; stored: SheetDraft | null } | null
  /** The question that was open when the page went. */
  question?: KeptQuestion | null
  /** What the library has otherwise than the sheet that it was copied from. */
  libraryChanges?: readonly LibraryChange[]
  /** All that was typed is stored, or is over. */
  onStored(): void
  onDraft(id: string | null): void
  /** What `step` took off the sheet can be brought back. */
  onWiped(step: 'species' | 'put-away' | 'undo', before: SheetDraft, undo: () => void): void
  /** The injections went, and can come back; returns what takes the offer away. */
  onInjectionsReset(count: number, undo: () => void): () => void
  /** EXPORT was pressed before it was decided which of two versions is right. */
  onUndecided(): void
  /** Told whenever leaving begins or ceases to lose something. */
  onLoss(wouldLose: boolean): void
}

export interface SheetSession {
  store: StoreApi<SessionState>
  /** Under which id it is stored; null before its first write. */
  draftId(): string | null
  update(transition: (sheet: OpenSheet) => OpenSheet): void
  pressSpecies(): void
  resetInjections(): void
  /** Offers to bring back what was on the screen before this empty sheet. */
  putAway(before: OpenSheet): void
  /** Asks whose the sheet is, where it was saved and may be another patient's by now. */
  askWhose(): void
  /** Whether that is still to be asked. */
  mayBeAnother(): boolean
  /** The answer; EXPORT or SAVE goes on where it had asked. */
  sayWhose(whose: 'same' | 'other'): void
  /** ADD or SAVE CHANGES in a review; EXPORT or SAVE goes on where it had asked for the protocol. */
  confirmReview(): void
  pressExport(): void
  /** NO to an emergency protocol. */
  goWithoutEmergency(): void
  /** EXPORT or SAVE although doses have no reason. */
  goOn(): void

  /** YES to 'Save Anesthesia Sheet?', and RETRY. */
  saveSheet(): Promise<void>
  /** NO: nothing is saved. */
  declineSave(): void
  /** A second person typed this weight; true where it counts. `again` is what was typed once more for the sheet. */
  doubleCheck(second: { by: string; name: string; read: Weight }, again: Weight | null): boolean
  /** A file was made of it as it stood then. */
  exported(made: SheetContent): void
  /**
   * SAVE: asks what EXPORT asks, and saves then. 'Save Anesthesia Sheet?' comes only where there is something to look at:
   * `asks`, a sheet that was saved already, a patient who was.
   */
  pressSave(asks?: boolean): void
  /**
   * After a save: the same species, procedure, protocols and unit for another patient, without a question; resolves when they
   * are as the library has them now.
   */
  nextPatient(listed?: SheetDraft): Promise<void>
  /** RESET SHEET: another patient too, whose protocols are as the library has them now. */
  reset(): Promise<void>
  dismissLibraryChanges(): void
  readWhatCame(): void
  endLeftover(): Promise<void>
  /** Decides between two versions of a part. */
  choose(one: SetAside, choice: 'theirs' | 'mine'): Promise<void>
  /** Keeps what is typed now, without the usual pause. */
  flush(): Promise<void>
  unwritten(): ReturnType<Autosave['unwritten']>
  losesOnLeave(): boolean
  /** Leaving and losing what is unsaved. */
  discard(): Promise<void>
  /** The screen goes: what would be lost is kept, what is over is ended. */
  close(): Promise<void>
}

/** One open sheet: its state, its draft in the local database, and its save. */
export function openSheetSession(options: SessionOptions): SheetSession {
  const { services, user, storage, continued, onDraft, onLoss, onStored } = options
  const store = createStore<SessionState>(() => ({
    sheet: options.sheet,
    kept: true,
    saving: 'no',
    looking: false,
    patient: 1,
    sheets: 1,
    lastPatient: null,
    libraryChanges: options.libraryChanges ?? [],
    came: readCame(storage, user._id, continued?.id ?? null),
    setAside: [],
    elsewhere: null,
    wasHandedOver: false,
  }))
  const sheetNow = () => store.getState().sheet
  let losing = wouldLose(options.sheet)
  let over = false
  let renewals = 0
  let isToBeLookedAt = false
  let lastSaved: { id: string; content: SheetContent } | null = null
  /** What was this patient's is not offered to the next one. */
  let forgetInjections = () => undefined as void
  let unwatch = () => undefined as void
  let draftId = continued?.id ?? null
  store.subscribe(({ came }, before) => {
    if (came !== before.came && draftId !== null) keepCame(storage, user._id, draftId, came)
  })
  if (losing) onLoss(true)

  async function endDraft(id: string): Promise<void> {
    const op = await services.endDraftOp(id)
    if (op !== null) await services.save({ action: 'draft.end', ops: [op] })
  }

  const autosave = createAutosave({
    store: { newId: services.newId, saveDraft: services.saveDraft, endDraft },
    current: () => keepable(sheetNow()),
    nothing: () => startSheet(sheetNow().remembered).draft,
    onId(id) {
      // What was printed of a sheet that may be taken back is not forgotten.
      if (draftId !== null && store.getState().elsewhere?.how !== 'handed-over') {
        keepPaper(storage, user._id, draftId, NO_PAPER)
        keepCame(storage, user._id, draftId, null)
        keepQuestion(storage, user._id, draftId, null)
      }
      draftId = id
      if (id !== null) keepCame(storage, user._id, id, store.getState().came)
      notePaper()
      noteQuestion()
      watch(id)
      onDraft(id)
    },
    onKept(kept, error) {
      if (error !== undefined) console.error(error)
      if (store.getState().kept !== kept) store.setState({ kept })
      if (kept && autosave.unwritten() === null) onStored()
    },
    continued: continued ?? undefined,
  })
  if (autosave.unwritten() !== null) autosave.changed()
  watch(continued?.id ?? null)

  /** Paper is known of after a reload too. */
  function notePaper(): void {
    if (draftId !== null) keepPaper(storage, user._id, draftId, sheetNow())
  }

  function noteQuestion(): void {
    if (draftId !== null) keepQuestion(storage, user._id, draftId, questionOf(sheetNow()))
  }

  function watch(id: string | null): void {
    unwatch()
    unwatch = () => undefined
    if (over || id === null) return
    unwatch = services.watchSheet(id, () => void autosave.look(look))
  }

  /** What other tablets made of the open sheet by now. */
  async function look(id: string, seen: SheetDraft): Promise<void> {
    const found = await services.readSheet(id)
    if (over || store.getState().saving === 'busy') return
    // Written here, though the answer was lost: RETRY finds it.
    if (found.sheet !== undefined && found.sheet._id === saving.sheetId()) return
    const elsewhere = elsewhereOf(found, id, sheetNow(), user._id)
    if (elsewhere !== null) return leaveOff(id, elsewhere)
    store.setState({ setAside: found.setAside })
    const stored = asKnown(sheetDraft, found.draft?.content)
    if (stored === null || keepable(sheetNow()) === null) return
    const next = followDraft(sheetNow().draft, seen, stored)
    if (next.draft !== sheetNow().draft) update((sheet) => followed(sheet, next.draft))
    autosave.saw(next.seen)
    const { came } = next
    // Of several who may have typed, nobody is named.
    const by = takenFrom(found.draft?.content).length > 0 ? '' : (found.draft?.meta.author_name ?? '')
    if (came.length > 0)
      store.setState((state) => ({ came: added(state.came, came, wordsOfDraft(stored), by) }))
  }

  /** What came before and was neither read nor typed over stays told, as it came. */
  function added(
    before: SessionState['came'],
    parts: readonly DraftPart[],
    said: Readonly<Record<DraftPart, string>>,
    by: string,
  ): SessionState['came'] {
    if (before === null) return { parts, said, by }
    const unread = before.parts.filter((part) => !parts.includes(part))
    const all = { ...said }
    for (const part of unread) all[part] = before.said[part] ?? ''
    const writers = unread.length === 0 || before.by === by ? by : `${before.by}, ${by}`
    return { parts: [...unread, ...parts], said: all, by: writers }
  }

  async function leaveOff(id: string, elsewhere: Elsewhere): Promise<void> {
    const wasHandedOver = /* @rule handed-over */ elsewhere.how === 'handed-over'
    store.setState(({ sheet }) => ({
      elsewhere,
      wasHandedOver,
      sheet: closed(sheet),
      came: null,
      setAside: [],
    }))
    if (losing) onLoss(false)
    losing = false
    await autosave.over()
    // Nothing of it is anywhere else but in the sheet.
    if (elsewhere.open && elsewhere.differs.length === 0) await endDraft(id)
    onStored()
    if (elsewhere.how === 'handed-over') followColleague(id)
  }

  /** Who gave a sheet away hears what becomes of it: that it was saved, and as what. */
  function followColleague(id: string): void {
    if (over) return
    unwatch()
    unwatch = services.watchSheet(id, () => {
      lookAfter(id).catch((error: unknown) => console.error(error))
    })
  }

  async function lookAfter(id: string): Promise<void> {
    const elsewhere = elsewhereOf(await services.readSheet(id), id, sheetNow(), user._id)
    if (over || elsewhere === null) return
    store.setState({ elsewhere })
    // A sheet that was saved stays as it is.
    if (elsewhere.how !== 'handed-over') unwatch()
  }

  /** Gives up what another tablet's sheet does not hold, where that is stored still. */
  async function endLeftover(): Promise<void> {
    const { elsewhere } = store.getState()
    if (elsewhere?.open === true) await endDraft(elsewhere.draftId)
  }

  /** What came from another tablet and stands as it came. */
  function stillSaid(before: SheetDraft, after: SheetDraft): SessionState['came'] {
    const { came } = store.getState()
    if (came === null || after === before) return came
    const typedOver = differingParts(before, after)
    const parts = came.parts.filter((part) => !typedOver.includes(part))
    return parts.length === 0 ? null : { ...came, parts }
  }

  /** A press or a key: a weight that it changes was changed now. */
  function enter(transition: (sheet: OpenSheet) => OpenSheet): void {
    update((sheet) => timed(sheet, transition(sheet), present().at))
  }

  function update(transition: (sheet: OpenSheet) => OpenSheet): void {
    const before = sheetNow()
    const sheet = transition(before)
    if (over || sheet === before || store.getState().elsewhere !== null) return
    store.setState({ sheet, came: stillSaid(before.draft, sheet.draft) })
    if (sheet.remembered !== before.remembered) remember(storage, user._id, sheet.remembered)
    if (sheet.exportedAt !== before.exportedAt || sheet.printed !== before.printed) notePaper()
    if (questionOf(sheet) !== questionOf(before)) noteQuestion()
    if (sheet.draft !== before.draft) autosave.changed()
    const loses = wouldLose(sheet)
    if (loses !== losing) onLoss(loses)
    losing = loses
  }

  /** Offers UNDO; what was typed since, and goes by it, is offered in turn. */
  function offerBack(step: 'species' | 'put-away' | 'undo', before: OpenSheet, after: OpenSheet): void {
    const bringBack = () => {
      const replaced = sheetNow()
      update((sheet) => wipeUndone(sheet, before))
      if (wasWiped(replaced.draft, after.draft)) offerBack('undo', replaced, before)
    }
    options.onWiped(step, before.draft, () => void saving.afterwards(bringBack))
  }

  const present = () => {
    const at = new Date(services.now()).toISOString()
    return { at, day: localDay(at, user.time_zone) }
  }

  async function whenRead(
    found: Promise<LibraryLookup>,
    saved: Promise<SheetContent | null>,
    go: (lookup: LibraryLookup, before: SheetContent | null) => void,
  ): Promise<void> {
    store.setState({ looking: true })
    const lookup = await libraryInTime(found)
    const before = await saved
    store.setState({ looking: false })
    go(lookup, before)
  }

  /** What the open sheet was last saved as; null of one that was not, or that cannot be read: it holds up nothing (sync contract P8). */
  function savedBefore(): SheetContent | null | Promise<SheetContent | null> {
    const { draft, again } = sheetNow()
    const { saved_as } = draft
    if (saved_as === null || again !== null) return null
    if (lastSaved?.id === saved_as) return lastSaved.content
    return services.savedSheet(saved_as).then(
      (content) => {
        if (content !== null) lastSaved = { id: saved_as, content }
        return content
      },
      (error: unknown) => {
        console.error(error)
        return null
      },
    )
  }

  function mayBeAnother(): boolean {
    const sheet = sheetNow()
    return lastSaved?.id === sheet.draft.saved_as && whoseAsked(sheet, lastSaved.content, null) !== null
  }

  function askWhose(): void {
    const ask = (before: SheetContent | null) => {
      if (before === null || sheetNow().modal !== null) return
      update((sheet) => whoseAsked(sheet, before, null) ?? sheet)
    }
    const found = savedBefore()
    if (found instanceof Promise) void found.then(ask)
    else ask(found)
  }

  function sayWhose(whose: 'same' | 'other'): void {
    const { modal } = sheetNow()
    if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'whose') return
    const { goingOn } = modal
    if (whose === 'same') update(sameSaid)
    else {
      forgetInjections()
      autosave.another()
      update(otherSaid)
      store.setState(({ sheets }) => ({ sheets: sheets + 1, lastPatient: null, came: null }))
    }
    if (goingOn !== null) make((sheet, making) => pressed(sheet, making, goingOn), goingOn)
  }

  /** Makes what is printed and saved: not before it is decided what stands, nor before the library is here to judge by. */
  function make(
    press: (sheet: OpenSheet, making: Making) => OpenSheet,
    goingOn: GoingOn | null = null,
  ): void {
    if (store.getState().looking) return
    if (store.getState().setAside.length > 0) return options.onUndecided()
    const go = (lookup: LibraryLookup, before: SheetContent | null = null) => {
      const making = { ...present(), lookup, doubleCheck: services.doubleCheck() }
      update((sheet) => {
        const asked = before && goingOn && whoseAsked(sheet, before, goingOn)
        return /* @rule whose-first */ asked ?? withoutQuestion(press(sheet, making))
      })
      if (toSave(sheetNow())?.unasked === true) void saving.save()
    }
    const found = services.lookUp(sheetNow().draft.species === 1 ? 1 : 0)
    const before = goingOn === null ? null : savedBefore()
    if (!(found instanceof Promise || before instanceof Promise)) return go(found, before)
    void whenRead(Promise.resolve(found), Promise.resolve(before), go)
  }

  /** SAVE is a YES already, unless there is something to look at first. */
  function withoutQuestion(sheet: OpenSheet): OpenSheet {
    const modal = toSave(sheet)
    if (modal === null) return sheet
    const { draft, again } = sheet
    const own = [draftId, again?.sheet_id].filter((id) => id != null)
    const isSavedBefore = draft.saved_as !== null && again === null
    const asks = isToBeLookedAt || isSavedBefore || services.savedToday(modal.sheet, own)
    return /* @rule save-asks-again */ asks ? sheet : opened(sheet, { ...modal, unasked: true })
  }

  const saving = sheetSaving({
    store,
    services,
    autosave,
    update,
    present,
    seen: () => autosave.look(look),
    isOver: () => over,
    pressAgain: () => make(savePressed, 'save'),
    onUndecided: options.onUndecided,
    onSaved(draft, id, content) {
      lastSaved = { id, content }
      rememberUsed(storage, user._id, draft)
      onStored()
    },
  })

  /** What stays for the next patient is looked up in the library, which may have changed since the last one. */
  async function renew(): Promise<void> {
    const mine = ++renewals
    const found = await renewal(sheetNow().draft)
    if (over || renewals !== mine) return
    update((now) => renewed(now, found))
    store.setState({ libraryChanges: found.changes })
  }

  // So that CODE, which waits for nothing, knows whose the sheet may be.
  void savedBefore()

  const { question } = options
  if (question) {
    isToBeLookedAt = true
    make(
      (sheet, making) => askedAgain(sheet, making, question),
      question === 'emergency/export' ? 'export' : 'save',
    )
  }

  function resetInjections(): void {
    const { injections } = sheetNow().draft
    if (injections.length === 0) return
    enter(injectionsReset)
    const undo = () => enter((sheet) => injectionsBack(sheet, injections))
    forgetInjections = options.onInjectionsReset(injections.length, undo)
  }

  function pressSpecies(): void {
    const before = sheetNow()
    update(speciesPressed)
    store.setState({ libraryChanges: [] })
    if (!wasWiped(before.draft, sheetNow().draft)) return
    forgetInjections()
    autosave.another()
    offerBack('species', before, sheetNow())
  }

  function reset(): Promise<void> {
    forgetInjections()
    // Else the tablet that has this patient's sheet open would go on with another's.
    autosave.another()
    update(sheetReset)
    store.setState(({ sheets }) => ({
      sheets: sheets + 1,
      lastPatient: null,
      libraryChanges: [],
      came: null,
    }))
    return renew()
  }

  return {
    store,
    draftId: () => draftId,
    update: enter,
    saveSheet: () => saving.save(),
    endLeftover,
    declineSave() {
      saving.forget()
      store.setState({ saving: 'no' })
      update(closed)
    },
    doubleCheck(second, again) {
      enter((sheet) => doubleChecked(sheet, { ...second, at: present().at }, again))
      return checkOf(sheetNow().draft)?.by === second.by
    },
    exported(made) {
      rememberUsed(storage, user._id, sheetNow().draft)
      const { at } = present()
      update((sheet) => exported(sheet, printOf(made, at)))
    },
    pressSave(asks = false) {
      isToBeLookedAt = asks
      make(savePressed, 'save')
    },
    resetInjections,
    askWhose,
    mayBeAnother,
    sayWhose,
    nextPatient(listed) {
      forgetInjections()
      const { draft } = sheetNow()
      update((sheet) => nextPatient(sheet, listed))
      store.setState(({ patient, sheets }) => ({
        patient: patient + 1,
        sheets: sheets + 1,
        lastPatient: { name: draft.name.trim(), draft },
        libraryChanges: [],
        came: null,
      }))
      return renew()
    },
    reset: () => saving.afterwards(reset),
    readWhatCame: () => store.setState({ came: null }),
    async choose({ record: { _id, version } }, choice) {
      const op: Op = { op: 'settle', collection: 'conflicts', _id, base: version, choice }
      await services.save({ action: 'conflict.settle', ops: [op] })
    },
    dismissLibraryChanges: () => store.setState({ libraryChanges: [] }),
    pressSpecies: () => (saving.underWay() ? void saving.afterwards(pressSpecies) : pressSpecies()),
    putAway: (before) => offerBack('put-away', before, sheetNow()),
    confirmReview() {
      const goingOn = goesOn(sheetNow())
      update(reviewConfirmed)
      if (goingOn !== null) make((sheet, making) => pressed(sheet, making, goingOn), goingOn)
    },
    pressExport() {
      make(exportPressed, 'export')
    },
    goWithoutEmergency: () => make(wentWithoutEmergency),
    goOn: () => make(goneOn),
    losesOnLeave: () => losing,
    flush: () => autosave.flush(),
    unwritten: () => (over || store.getState().elsewhere !== null ? null : autosave.unwritten()),
    async discard() {
      await saving.underWay()
      over = true
      unwatch()
      onStored()
      await autosave.discard()
    },
    async close() {
      await saving.underWay()
      if (over) return
      over = true
      unwatch()
      if (store.getState().elsewhere !== null) return
      if (losing) await autosave.flush()
      else await autosave.discard()
    },
  }
}
