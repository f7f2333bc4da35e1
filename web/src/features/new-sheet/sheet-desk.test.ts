import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sheet as savedSheet, sheetDraft } from '../../sync/testing/samples.ts'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { liveRead } from '../../data/database/live-read.ts'
import { openDrafts } from '../../data/drafts/open-draft.ts'
import { watchSheet } from '../../data/drafts/followed-sheet.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { sheetDesk, deskAtHand, type SheetDesk } from './sheet-desk.ts'
import { USER } from './testing/sheet-samples.ts'
import { leaveGuard } from '../../data/drafts/leave-guard.ts'
import { ownSheetReader } from './earlier-draft.ts'
import { typed } from './open-sheet.ts'
import { codeSheetAtHand, idAtHand } from './sheet-at-hand.ts'
import { acceptToast, dismissToasts, useToasts } from '../../ui/toast-queue.ts'
import { readOwnDrafts, rememberOwnDraft } from '../../data/drafts/own-drafts.ts'

let clinic: ClinicDatabase
let desk: SheetDesk

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  desk = sheetDesk(USER)
  await desk.open()
})
afterEach(() => {
  dismissToasts()
  vi.restoreAllMocks()
  desk.close()
  setSignedIn(undefined)
  clinic.close()
})

/** What another tablet makes of its open sheet. */
async function elsewhere(_id: string, name: string | null, version = 1): Promise<void> {
  await viewOf(clinic, 'drafts').put({
    collection: 'drafts',
    _id,
    schema: 1,
    version,
    seq: version,
    deleted: name === null,
    load: 0,
    meta: {
      author_id: USER._id,
      author_name: USER.name,
      date_created: '2026-11-20T10:00:00.000Z',
      date_edited: new Date(Date.UTC(2026, 10, 20, 10, 0, version)).toISOString(),
    },
    content: name === null ? null : sheetDraft({ species: 0, name }),
  })
}
const opened = () => desk.store.getState().opened
const offered = () => opened()?.earlier?.content.name ?? null
const isOffered = (name: string | null) => vi.waitFor(() => expect(offered()).toBe(name))
/** Everything that was stored by now has been looked at. */
async function lookedAt(): Promise<void> {
  const id = newId()
  desk.dismiss()
  await elsewhere(id, 'Last')
  await isOffered('Last')
}

test('[M1] the offer of a sheet that is open on another tablet comes, changes and goes with that sheet', async () => {
  expect(opened()?.earlier).toBeNull()
  const id = newId()
  await elsewhere(id, 'Bel')
  await isOffered('Bel')
  await elsewhere(id, 'Bella', 2)
  await isOffered('Bella')
  await elsewhere(id, null, 3)
  await isOffered(null)
})

test('one that was put aside is not offered again, and none over a sheet that somebody has begun', async () => {
  const id = newId()
  await elsewhere(id, 'Rex')
  await isOffered('Rex')
  desk.dismiss()
  await elsewhere(id, 'Rex too', 2)
  await lookedAt()
  desk.dismiss()
  const session = opened()?.session
  const nameNow = () => session?.store.getState().sheet.draft.name
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  await session?.flush()
  const shown: unknown[] = []
  desk.store.subscribe(() => shown.push([offered(), nameNow()]))
  const isLookedAt = new Promise<void>((resolve) => {
    liveRead(
      () => openDrafts('sheet'),
      (drafts) =>
        drafts.some(({ content }) => content?.kind === 'sheet' && content.name === 'Otto') && resolve(),
    )
  })
  await elsewhere(newId(), 'Otto', 3)
  await isLookedAt
  for (let read = 0; read < 5; read++) await viewOf(clinic, 'drafts').count()
  session?.update((sheet) => typed(sheet, 'name', ''))
  await session?.flush()
  await isOffered('Otto')
  expect(shown).toEqual([['Otto', '']])
})

test('what is gone on with is as the other tablet left it', async () => {
  const id = newId()
  await elsewhere(id, 'Bel')
  await isOffered('Bel')
  await elsewhere(id, 'Bella', 2)
  await isOffered('Bella')
  const earlier = opened()?.earlier
  if (earlier) desk.goOn(earlier)
  expect(opened()?.session.store.getState().sheet.draft.name).toBe('Bella')
  expect(offered()).toBeNull()
})

test('[M1] once the sheet that another tablet ended is left for an empty one, the next open one is offered at once', async () => {
  const session = opened()?.session
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  await session?.flush()
  const [own] = await viewOf(clinic, 'drafts').toArray()
  await elsewhere(own?._id ?? '', null, 5)
  await vi.waitFor(() => expect(session?.store.getState().elsewhere?.how).toBe('put-away'))
  const isLookedAt = new Promise<void>((resolve) => {
    liveRead(
      () => openDrafts('sheet'),
      (drafts) => drafts.length > 0 && resolve(),
    )
  })
  await elsewhere(newId(), 'Bella')
  await isLookedAt
  for (let read = 0; read < 5; read++) await viewOf(clinic, 'drafts').count()
  expect(offered()).toBeNull()
  desk.startEmpty()
  await isOffered('Bella')
  expect(opened()?.session.store.getState().sheet.draft.name).toBe('')
})

test('what goes on as a sheet of its own is still a correction, and of its patient of the day list', async () => {
  const [saved_as, day_row] = [newId(), newId()]
  const session = opened()?.session
  session?.update((sheet) => ({ ...sheet, draft: { ...sheet.draft, name: 'Max', saved_as, day_row } }))
  await session?.flush()
  const [own] = await viewOf(clinic, 'drafts').toArray()
  await elsewhere(own?._id ?? '', null, 5)
  await vi.waitFor(() => expect(session?.store.getState().elsewhere?.how).toBe('put-away'))
  desk.keepMine()
  expect(opened()?.session.store.getState().sheet.draft).toMatchObject({ name: 'Max', saved_as, day_row })
})

/** What another tablet saved of its open sheet. */
async function savedElsewhere(_id: string, name: string): Promise<void> {
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const record = { collection: 'sheets' as const, schema: 1, version: 1, seq: 9, deleted: false, load: 0 }
  await viewOf(clinic, 'sheets').put({ ...record, _id, meta, content: savedSheet(name) as never })
}
const messages = () => useToasts.getState().toasts.map(({ text }) => text)

test('[M1] a sheet that the page before does not let go of is told as saved once it is, and only once', async () => {
  desk.close()
  const id = newId()
  await elsewhere(id, 'Luna')
  rememberOwnDraft(USER._id, id)
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, options: LockOptions, work: (lock: object | null) => unknown) => {
        if (!name.endsWith(id)) return work({})
        if (options.ifAvailable === true) return work(null)
        throw new DOMException('Given up', 'TimeoutError')
      },
    },
  })
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  await desk.open()
  expect(opened()?.session.store.getState().sheet.draft.name).toBe('')
  opened()?.session.update((sheet) => typed(sheet, 'name', 'Otto'))
  await opened()?.session.flush()
  const { here } = readOwnDrafts(USER._id)
  await savedElsewhere(id, 'Luna')
  await elsewhere(id, null, 5)
  await vi.waitFor(() =>
    expect(messages()).toContainEqual(expect.stringMatching(/^The sheet for Luna was saved by /)),
  )
  dismissToasts()
  const isLookedAt = new Promise<void>((resolve) => {
    watchSheet(clinic, id, () => resolve())
  })
  await elsewhere(id, null, 6)
  await isLookedAt
  for (let read = 0; read < 5; read++) await viewOf(clinic, 'drafts').count()
  expect(messages()).toEqual([])
  // What was begun meanwhile stays this tab's own.
  expect(readOwnDrafts(USER._id).here).toBe(here)
})

test('[M1] a sheet that is gone on with here is no longer told of as one that was left', async () => {
  desk.close()
  const id = newId()
  rememberOwnDraft(USER._id, id)
  await elsewhere(id, null, 5)
  await desk.open()
  await elsewhere(id, 'Luna', 6)
  desk.goOn({
    id,
    content: sheetDraft({ species: 0, name: 'Luna' }),
    stored: sheetDraft({ species: 0, name: 'Luna' }),
    own: true,
    again: null,
    release: () => undefined,
  })
  await savedElsewhere(id, 'Luna')
  await elsewhere(id, null, 7)
  await vi.waitFor(() => expect(opened()?.session.store.getState().elsewhere?.how).toBe('saved'))
  for (let read = 0; read < 5; read++) await viewOf(clinic, 'drafts').count()
  expect(messages()).toEqual([])
})

test('[M1] a sheet whose end comes before what it was saved as is told as saved', async () => {
  desk.close()
  const id = newId()
  await elsewhere(id, null, 5)
  rememberOwnDraft(USER._id, id)
  await desk.open()
  expect(messages()).toEqual([])
  await savedElsewhere(id, 'Luna')
  await vi.waitFor(() =>
    expect(messages()).toContainEqual(expect.stringMatching(/^The sheet for Luna was saved by /)),
  )
})

const asks = () => leaveGuard.getState().guard !== null

test('a sheet that is set down is stored, asks nothing, and is the same one for who comes back to it', async () => {
  const session = opened()?.session
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  expect(asks()).toBe(true)
  desk.setDown()
  expect(asks()).toBe(false)
  await vi.waitFor(async () => expect((await ownSheetReader(USER._id)())?.name).toBe('Max'))
  // What another tablet enters meanwhile makes it ask nothing either.
  session?.update((sheet) => typed(sheet, 'name', ''))
  session?.update((sheet) => typed(sheet, 'name', 'Maxi'))
  expect(asks()).toBe(false)

  expect(deskAtHand(USER._id)).toBe(desk)
  expect(deskAtHand('somebody else')).toBeNull()
  await desk.open()
  expect(opened()?.session).toBe(session)
  expect(asks()).toBe(true)
  desk.closeSetDown()
  expect(opened()?.session).toBe(session)
  await session?.flush()
})

test('a sheet that was set down and that nobody comes back to is put away, and stays stored', async () => {
  const session = opened()?.session
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  desk.setDown()
  // The other screens have nothing to do with it.
  expect(opened()?.session).toBe(session)
  desk.closeSetDown()
  expect(opened()).toBeNull()
  expect(deskAtHand(USER._id)).toBeNull()
  await vi.waitFor(async () => expect((await ownSheetReader(USER._id)())?.name).toBe('Max'))
  const again = sheetDesk(USER)
  await again.open()
  expect(again.store.getState().opened?.earlier?.content.name).toBe('Max')
  again.close()
})

test('while the sheet of another patient is looked for, nobody types into the one that stood here', async () => {
  const session = opened()?.session
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  desk.setDown()
  const found = desk.open({ day_row: newId() })
  expect(opened()).toBeNull()
  await found
  expect(opened()?.session).not.toBe(session)
  expect(await ownSheetReader(USER._id)()).toMatchObject({ name: 'Max' })
})

test('before a sheet is open there is none to set down', () => {
  const early = sheetDesk(USER)
  void early.open()
  early.setDown()
  expect(deskAtHand(USER._id)).toBeNull()
})

test('a sheet that was not written yet has no id, whichever sheet another tab has; then it has its own', async () => {
  rememberOwnDraft(USER._id, 'of another tab')
  const session = opened()?.session
  if (session === undefined) throw new Error('There is an open sheet.')
  session.update((sheet) => typed(sheet, 'name', 'Milo'))
  const { draft } = session.store.getState().sheet
  expect(idAtHand(USER._id, draft)).toBeNull()
  await session.flush()
  expect(idAtHand(USER._id, draft)).toBe(session.draftId())
  expect(session.draftId()).not.toBeNull()
  expect(idAtHand(USER._id, { saved_as: 'saved' })).toBe(session.draftId())
  // One that is corrected goes on with the code of the saved one.
  expect(codeSheetAtHand(USER._id, { saved_as: 'saved' })).toBe('saved')
  expect(codeSheetAtHand(USER._id, draft)).toBe(session.draftId())
  // Once it is over elsewhere it is the same sheet still: its code is.
  const id = session.draftId() ?? ''
  await elsewhere(id, null, 2)
  await expect.poll(() => session.store.getState().elsewhere?.how).toBe('put-away')
  expect(session.draftId()).toBeNull()
  expect(idAtHand(USER._id, draft)).toBe(id)
})

test('CPR of who may be another patient than the one who was saved is not put on the saved sheet', async () => {
  const session = opened()?.session
  if (session === undefined) throw new Error('There is an open sheet.')
  session.update((sheet) => typed(sheet, 'name', 'Milo'))
  await session.flush()
  const { draft } = session.store.getState().sheet
  expect(codeSheetAtHand(USER._id, { ...draft, saved_as: 'saved' })).toBe('saved')
  vi.spyOn(session, 'mayBeAnother').mockReturnValue(true)
  expect(codeSheetAtHand(USER._id, { ...draft, saved_as: 'saved' })).toBe(session.draftId())
})

test('a sheet that was left comes back with UNDO, as it stood and with its paper', async () => {
  const session = opened()?.session
  session?.update((sheet) => typed(sheet, 'name', 'Max'))
  await session?.flush()
  const id = session?.draftId() ?? ''
  session?.update((sheet) => typed(sheet, 'weight', '12'))
  session?.update((sheet) => ({ ...sheet, exportedAt: '2026-11-20T10:00:00.000Z' }))
  leaveGuard.getState().guard?.onLeave()
  desk.close()
  await vi.waitFor(async () => expect((await viewOf(clinic, 'drafts').get(id))?.deleted).toBe(true))
  vi.stubGlobal('location', { pathname: '/' })
  const goTo = vi.fn()
  const [toast] = useToasts.getState().toasts
  expect(toast?.text).toBe('The open sheet for Max was discarded.')
  acceptToast(toast?.id ?? 0, goTo)
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/new-sheet'))
  await desk.open()
  const back = opened()?.session
  expect(back?.draftId()).toBe(id)
  expect(back?.store.getState().sheet).toMatchObject({
    draft: { name: 'Max', weight: '12' },
    exportedAt: '2026-11-20T10:00:00.000Z',
  })
  expect((await viewOf(clinic, 'drafts').get(id))?.content).toMatchObject({ name: 'Max', weight: '12' })
})

test('where another sheet is open by then, the one that was left takes its place, and that one stays stored', async () => {
  opened()?.session.update((sheet) => typed(sheet, 'name', 'Max'))
  leaveGuard.getState().guard?.onLeave()
  desk.close()
  await desk.open()
  opened()?.session.update((sheet) => typed(sheet, 'name', 'Otto'))
  vi.stubGlobal('location', { pathname: '/new-sheet' })
  const goTo = vi.fn()
  acceptToast(useToasts.getState().toasts[0]?.id ?? 0, goTo)
  await vi.waitFor(() => expect(opened()?.session.store.getState().sheet.draft.name).toBe('Max'))
  expect(goTo).not.toHaveBeenCalled()
  await vi.waitFor(async () => {
    const names = (await openDrafts('sheet')).map(({ content }) => content?.kind === 'sheet' && content.name)
    expect(new Set(names)).toEqual(new Set(['Max', 'Otto']))
  })
})

test('one that cannot be stored again is offered once more', async () => {
  opened()?.session.update((sheet) => typed(sheet, 'name', 'Max'))
  leaveGuard.getState().guard?.onLeave()
  desk.close()
  await vi.waitFor(() => expect(opened()).toBeNull())
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  clinic.close()
  const goTo = vi.fn()
  acceptToast(useToasts.getState().toasts[0]?.id ?? 0, goTo)
  await vi.waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text, action }) => [text, action?.label])).toEqual([
      ['The sheet for Max could not be brought back.', 'UNDO'],
    ]),
  )
  expect(goTo).not.toHaveBeenCalled()
  expect(error).toHaveBeenCalled()
})

const sheetNow = () => opened()?.session.store.getState().sheet
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

test('a sheet that is asked for with its species has it, and loses nothing when it is left', async () => {
  await desk.open({ species: 1 })
  expect(sheetNow()?.draft).toMatchObject({ species: 1, name: '', procedure: null })
  expect(asks()).toBe(false)
  desk.setDown()
  await desk.open({ species: 0 })
  expect(sheetNow()?.draft.species).toBe(0)
  expect(toasts()).toEqual([])
  // What the next one is asked for without a species has none.
  desk.close()
  await desk.open()
  expect(sheetNow()?.draft.species).toBe(-1)
})

test('a sheet that somebody has begun stays as it is when one of another species is asked for', async () => {
  desk.close()
  await desk.open({ species: 0 })
  opened()?.session.update((sheet) => typed(sheet, 'name', 'Max'))
  desk.setDown()
  await desk.open({ species: 1 })
  expect(sheetNow()?.draft).toMatchObject({ species: 0, name: 'Max' })
  expect(toasts()).toEqual(['The sheet for Max is still open. Save it or press RESET SHEET first.'])
  expect(asks()).toBe(true)
  // The same after the screen went, and with what was asked for once the open one is put away.
  desk.close()
  await desk.open({ species: 1 })
  expect(opened()?.earlier?.own).toBe(true)
  expect(sheetNow()?.draft).toMatchObject({ species: 0, name: 'Max' })
  desk.startEmpty()
  expect(sheetNow()?.draft).toMatchObject({ species: 1, name: '' })
  await vi.waitFor(() => expect(asks()).toBe(false))
})
