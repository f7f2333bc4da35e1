import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { savingSheet, type SheetIntent } from 'sync-protocol/rules/sheet-intents'
import type { StoreApi } from 'zustand/vanilla'
import { asCorrection } from './as-correction.ts'
import type { Autosave } from './autosave.ts'
import { closed, opened, sheetSaved, toSave, type OpenSheet } from './open-sheet.ts'
import { failureIntent } from './save-failure.ts'
import type { SessionState, SheetServices } from './session-state.ts'

export interface SavingOptions {
  store: StoreApi<SessionState>
  services: SheetServices
  autosave: Pick<Autosave, 'pause' | 'resume'>
  update(transition: (sheet: OpenSheet) => OpenSheet): void
  /** The present instant. */
  present(): { at: string }
  /** Resolves once what another tablet made of the sheet is on this screen. */
  seen(): Promise<unknown>
  /** The sheet was left: it saves nothing more. */
  isOver(): boolean
  /** SAVE looks at the sheet once more, since it changed. */
  pressAgain(): void
  /** SAVE was pressed before it was decided which of two versions is right. */
  onUndecided(): void
  onSaved(draft: SheetDraft, id: string, content: SheetContent): void
}

const placesOf = ({ again }: OpenSheet): string[] => (again ? [again.sheet_id, ...again.draw_ids] : [])

/** The saving of an open sheet: once for however many presses, and once more after what failed. */
export function sheetSaving(options: SavingOptions) {
  const { store, services, autosave, update, present } = options
  let prepared: {
    sheet: SheetContent
    sheetId: string
    content: SheetContent
    intent: SheetIntent
  } | null = null
  let unlogged = 0
  let logging = Promise.resolve()
  let underWay: Promise<void> | null = null
  const sheetNow = () => store.getState().sheet

  /** 'Failed to save sheet' belongs in the action log (`spec 1 §8`); while nothing can be written, it waits for what can. */
  function logFailures(): Promise<void> {
    const logAll = async () => {
      while (unlogged > 0) {
        await services.save(failureIntent())
        unlogged -= 1
      }
    }
    logging = logging.then(logAll).catch((error: unknown) => console.error(error))
    return logging
  }

  /** As the row stands at the press. One that cannot be read holds up no sheet. */
  async function rowDrawn(rowId: string | undefined, sheetId: string): Promise<Op | null> {
    if (rowId === undefined) return null
    return services.rowDrawnOp(rowId, sheetId).catch((error: unknown) => {
      console.error(error)
      return null
    })
  }

  function save(): Promise<void> {
    underWay ??= saveThrough()
    return underWay
  }

  async function saveThrough(): Promise<void> {
    const isChanged = await saveOnce().finally(() => {
      underWay = null
    })
    if (isChanged) options.pressAgain()
    // RETRY need not wait for it.
    await logFailures()
  }

  /** True where SAVE has to look at the sheet once more, since it changed. */
  async function saveOnce(): Promise<boolean> {
    const asked = toSave(sheetNow())
    if (asked === null) return false
    const { draft } = sheetNow()
    // Nobody saves over what another tablet entered or saved a moment ago.
    await options.seen()
    const { elsewhere, setAside } = store.getState()
    if (options.isOver() || elsewhere !== null) return false
    if (asked.unasked === true && sheetNow().draft !== draft) return true
    // A list may have been opened meanwhile.
    const modal = asked.unasked === true ? asked : toSave(sheetNow())
    if (modal === null) return false
    if (setAside.length > 0) {
      update(closed)
      options.onUndecided()
      return false
    }
    store.setState({ saving: 'busy' })
    const stored = await autosave.pause()
    try {
      if (prepared?.sheet !== modal.sheet) {
        const places = placesOf(sheetNow())
        const newId = () => places.shift() ?? services.newId()
        const content = asCorrection(modal.sheet, sheetNow())
        // Where another tablet saves the same open sheet without knowing of this, both can tell (sync contract M8).
        const sheetId = places.shift() ?? (stored === null ? newId() : sheetIdFrom(stored, services.newId()))
        prepared = {
          sheet: modal.sheet,
          sheetId,
          content,
          intent: savingSheet(content, sheetId, newId),
        }
      }
      const { sheetId, content, intent } = prepared
      const end = stored === null ? null : await services.endDraftOp(stored)
      const row = await rowDrawn(content.day_row, sheetId)
      const beside = [row, end].filter((op) => op !== null)
      await services.save({ ...intent, ops: [...intent.ops, ...beside] })
      const { printed } = sheetNow()
      if (printed !== null)
        services.keepPrint(sheetId, printed).catch((error: unknown) => console.error(error))
      update((sheet) => sheetSaved(sheet, draft, sheetId, present().at))
      store.setState({ saving: 'no', kept: true })
      autosave.resume(true)
      options.onSaved(draft, sheetId, content)
    } catch (error) {
      console.error(error)
      unlogged += 1
      store.setState({ saving: 'failed' })
      const { unasked: _unasked, ...question } = modal
      update((sheet) => opened(sheet, question))
      autosave.resume(false)
    }
    return false
  }

  return {
    save,
    /** Resolves when it is done; null while nothing is saved. */
    underWay: () => underWay,
    /** What makes another patient's sheet of this one waits until it is saved. */
    async afterwards(act: () => unknown): Promise<void> {
      // At once where nothing is saved.
      if (underWay !== null) await underWay
      await act()
    },
    /** As which sheet it is being saved. */
    sheetId: () => prepared?.sheetId,
    /** NO: what is saved next is another sheet. */
    forget: () => {
      prepared = null
    },
  }
}
