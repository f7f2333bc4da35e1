import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { localDay } from 'sync-protocol/rules/local-day'
import { savingSheet, type SheetIntent } from 'sync-protocol/rules/sheet-intents'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createAutosave, type Autosave } from './autosave.ts'
import { rememberUsed } from './kept-shortcuts.ts'
import { MODAL_STEP } from './modal-steps.ts'
import { nextPatient, renewal, renewed, type LastPatient, type LibraryChange } from './next-patient.ts'
import {
  closed,
  exportPressed,
  exportWindowOpened,
  isExporting,
  keepable,
  reviewConfirmed,
  sheetReset,
  sheetSaved,
  speciesPressed,
  startSheet,
  wasWiped,
  wipeUndone,
  wouldLose,
  type OpenSheet,
} from './open-sheet.ts'
import { remember } from './remembered-choices.ts'
import { failureIntent } from './save-failure.ts'

/** The data layer as this screen needs it, bound to one user, so that what was typed is kept even while they are signed out. */
export interface SheetServices {
  newId(): string
  /** The present time in ms. */
  now(): number
  save(intent: { action: string; detail?: string; ops: Op[] }): Promise<unknown>
  saveDraft(id: string, content: SheetDraft): Promise<unknown>
  endDraftOp(id: string): Promise<Op | null>
}

export interface SessionOptions {
  services: SheetServices
  user: { _id: string; time_zone: string }
  storage: Storage
  sheet: OpenSheet
  /** The draft that `sheet` came from, and what is stored of it. */
  continued: { id: string; stored: SheetDraft | null } | null
  /** All that was typed is stored, or is over. */
  onStored(): void
  onDraft(id: string | null): void
  /** What `step` took off the sheet can be brought back. */
  onWiped(step: 'species' | 'put-away' | 'undo', before: SheetDraft, undo: () => void): void
  /** Told whenever leaving begins or ceases to lose something. */
  onLoss(wouldLose: boolean): void
}

export interface SessionState {
  sheet: OpenSheet
  /** False while the open sheet cannot be kept in the local database. */
  kept: boolean
  saving: 'no' | 'busy' | 'failed'
  /** Grows with each NEXT PATIENT. */
  patient: number
  /** Whose sheet the next patient's began with; null for a first one. */
  lastPatient: LastPatient | null
  /** What of it the library has otherwise now, until it was read. */
  libraryChanges: readonly LibraryChange[]
}

export interface SheetSession {
  store: StoreApi<SessionState>
  update(transition: (sheet: OpenSheet) => OpenSheet): void
  pressSpecies(): void
  /** Offers to bring back what was on the screen before this empty sheet. */
  putAway(before: OpenSheet): void
  /** ADD or SAVE CHANGES in a review; goes on to the export window where EXPORT had asked for the protocol. */
  confirmReview(): void
  pressExport(): void
  /** NO to an emergency protocol. */
  openExportWindow(): void
  /** YES to 'Save Anesthesia Sheet?', and RETRY. */
  saveSheet(): Promise<void>
  /** NO: nothing is saved. */
  declineSave(): void
  /** A file of it was made. */
  exported(): void
  /**
   * After a save: the same species, procedure, protocols and unit for another patient, without a question; resolves when they
   * are as the library has them now.
   */
  nextPatient(): Promise<void>
  /** RESET SHEET: another patient too, whose protocols are as the library has them now. */
  reset(): Promise<void>
  dismissLibraryChanges(): void
  /** Keeps what is typed now, without the usual pause. */
  flush(): Promise<void>
  unwritten(): ReturnType<Autosave['unwritten']>
  losesOnLeave(): boolean
  /** Leaving and losing what is unsaved. */
  discard(): Promise<void>
  /** The screen goes: what would be lost is kept, what is over is ended. */
  close(): Promise<void>
}

const placesOf = ({ again }: OpenSheet): string[] => (again ? [again.sheet_id, ...again.draw_ids] : [])

/** One open sheet: its state, its draft in the local database, and its save. */
export function openSheetSession(options: SessionOptions): SheetSession {
  const { services, user, storage, continued, onDraft, onLoss, onStored } = options
  const store = createStore<SessionState>(() => ({
    sheet: options.sheet,
    kept: true,
    saving: 'no',
    patient: 1,
    lastPatient: null,
    libraryChanges: [],
  }))
  const sheetNow = () => store.getState().sheet
  let losing = wouldLose(options.sheet)
  let over = false
  let prepared: { sheet: SheetContent; sheetId: string; intent: SheetIntent } | null = null
  let unlogged = 0
  let renewals = 0
  if (losing) onLoss(true)

  const autosave = createAutosave({
    store: {
      newId: services.newId,
      saveDraft: services.saveDraft,
      async endDraft(id) {
        const op = await services.endDraftOp(id)
        if (op !== null) await services.save({ action: 'draft.end', ops: [op] })
      },
    },
    current: () => keepable(sheetNow()),
    nothing: () => startSheet(sheetNow().remembered).draft,
    onId: onDraft,
    onKept(kept, error) {
      if (error !== undefined) console.error(error)
      if (store.getState().kept !== kept) store.setState({ kept })
      if (kept && autosave.unwritten() === null) onStored()
    },
    continued: continued ?? undefined,
  })
  if (autosave.unwritten() !== null) autosave.changed()

  function update(transition: (sheet: OpenSheet) => OpenSheet): void {
    const before = sheetNow()
    const sheet = transition(before)
    if (over || sheet === before) return
    store.setState({ sheet })
    if (sheet.remembered !== before.remembered) remember(storage, user._id, sheet.remembered)
    if (sheet.draft !== before.draft) autosave.changed()
    const loses = wouldLose(sheet)
    if (loses !== losing) onLoss(loses)
    losing = loses
  }

  /** Offers UNDO; what was typed since, and goes by it, is offered in turn. */
  function offerBack(step: 'species' | 'put-away' | 'undo', before: OpenSheet, after: OpenSheet): void {
    options.onWiped(step, before.draft, () => {
      const replaced = sheetNow()
      update((sheet) => wipeUndone(sheet, before))
      if (wasWiped(replaced.draft, after.draft)) offerBack('undo', replaced, before)
    })
  }

  const present = () => {
    const at = new Date(services.now()).toISOString()
    return { at, day: localDay(at, user.time_zone) }
  }

  /** 'Failed to save sheet' belongs in the action log (`spec 1 §8`); while nothing can be written, it waits for what can. */
  async function logFailures(): Promise<void> {
    while (unlogged > 0) {
      await services.save(failureIntent())
      unlogged -= 1
    }
  }

  async function saveSheet(): Promise<void> {
    const { modal, draft } = sheetNow()
    if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'save') return
    if (store.getState().saving === 'busy') return
    store.setState({ saving: 'busy' })
    const stored = await autosave.pause()
    try {
      if (prepared?.sheet !== modal.sheet) {
        const places = placesOf(sheetNow())
        const newId = () => places.shift() ?? services.newId()
        const sheetId = newId()
        prepared = { sheet: modal.sheet, sheetId, intent: savingSheet(modal.sheet, sheetId, newId) }
      }
      const { sheetId, intent } = prepared
      const end = stored === null ? null : await services.endDraftOp(stored)
      await services.save(end === null ? intent : { ...intent, ops: [...intent.ops, end] })
      const { at } = present()
      update((sheet) => sheetSaved(sheet, draft, sheetId, at))
      rememberUsed(storage, user._id, draft)
      store.setState({ saving: 'no', kept: true })
      autosave.resume(true)
      onStored()
    } catch (error) {
      console.error(error)
      unlogged += 1
      store.setState({ saving: 'failed' })
      autosave.resume(false)
    }
    await logFailures().catch((error: unknown) => console.error(error))
  }

  /** What stays for the next patient is looked up in the library, which may have changed since the last one. */
  async function renew(): Promise<void> {
    const mine = ++renewals
    const found = await renewal(sheetNow().draft)
    if (over || renewals !== mine) return
    update((now) => renewed(now, found))
    store.setState({ libraryChanges: found.changes })
  }

  return {
    store,
    update,
    saveSheet,
    declineSave() {
      prepared = null
      store.setState({ saving: 'no' })
      update(closed)
    },
    exported: () => rememberUsed(storage, user._id, sheetNow().draft),
    nextPatient() {
      const { draft } = sheetNow()
      update(nextPatient)
      store.setState(({ patient }) => ({
        patient: patient + 1,
        lastPatient: { name: draft.name.trim(), draft },
        libraryChanges: [],
      }))
      return renew()
    },
    reset() {
      update(sheetReset)
      store.setState({ lastPatient: null, libraryChanges: [] })
      return renew()
    },
    dismissLibraryChanges: () => store.setState({ libraryChanges: [] }),
    pressSpecies() {
      const before = sheetNow()
      update(speciesPressed)
      store.setState({ libraryChanges: [] })
      if (wasWiped(before.draft, sheetNow().draft)) offerBack('species', before, sheetNow())
    },
    putAway: (before) => offerBack('put-away', before, sheetNow()),
    confirmReview() {
      const exporting = isExporting(sheetNow())
      const { day, at } = present()
      update((sheet) => {
        const confirmed = reviewConfirmed(sheet)
        return exporting ? exportWindowOpened(confirmed, day, at) : confirmed
      })
    },
    pressExport() {
      const { day, at } = present()
      update((sheet) => exportPressed(sheet, day, at))
    },
    openExportWindow() {
      const { day, at } = present()
      update((sheet) => exportWindowOpened(sheet, day, at))
    },
    losesOnLeave: () => losing,
    flush: () => autosave.flush(),
    unwritten: () => (over ? null : autosave.unwritten()),
    async discard() {
      over = true
      onStored()
      await autosave.discard()
    },
    async close() {
      if (over) return
      over = true
      if (losing) await autosave.flush()
      else await autosave.discard()
    },
  }
}
