import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { sheet, sheetDraft } from '../../sync/testing/samples.ts'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { chooseForThisTab, rememberOwnDraft } from '../../data/drafts/own-drafts.ts'
import { useToasts } from '../../ui/toast-queue.ts'
import type * as followedSheetModule from '../../data/drafts/followed-sheet.ts'
import type * as openDraftModule from '../../data/drafts/open-draft.ts'
import { asideOf, earlierDraft, isOffered, openSheets, ownSheetReader, storedSheet } from './earlier-draft.ts'
import { USER } from './testing/sheet-samples.ts'
import { forgetUnwritten, keepUnwritten } from './unwritten-draft.ts'

const feed = vi.hoisted(() => {
  /** What the feed brings once the first of the reads that follow is done. */
  const next: { arrival: (() => Promise<void>) | null } = { arrival: null }
  const afterwards =
    <A extends unknown[], R>(read: (...asked: A) => Promise<R>) =>
    async (...asked: A): Promise<R> => {
      const found = await read(...asked)
      const bring = next.arrival
      next.arrival = null
      await bring?.()
      return found
    }
  return { next, afterwards }
})
vi.mock('../../data/drafts/open-draft.ts', async (original) => {
  const real = await original<typeof openDraftModule>()
  return { ...real, openDrafts: feed.afterwards(real.openDrafts) }
})
vi.mock('../../data/drafts/followed-sheet.ts', async (original) => {
  const real = await original<typeof followedSheetModule>()
  return { ...real, readSheet: feed.afterwards(real.readSheet) }
})

let clinic: ClinicDatabase
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

test('[M1] what another tablet saves while the open sheet is looked for is opened here, or told', async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', {})
  const _id = newId()
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const record = { schema: 1, version: 1, seq: 1, deleted: false, load: 0, meta }
  const draft = { ...record, collection: 'drafts' as const, _id }
  await viewOf(clinic, 'drafts').put({ ...draft, content: sheetDraft({ species: 0, name: 'Luna' }) })
  rememberOwnDraft(USER._id, _id)
  feed.next.arrival = () =>
    clinic.transaction('rw', [viewOf(clinic, 'drafts'), viewOf(clinic, 'sheets')], async () => {
      await viewOf(clinic, 'drafts').put({ ...draft, version: 2, seq: 2, deleted: true, content: null })
      await viewOf(clinic, 'sheets').put({
        ...record,
        collection: 'sheets',
        _id,
        seq: 2,
        content: sheet('Luna') as never,
      })
    })
  const found = await earlierDraft(USER._id)
  // Opened, it follows: what became of it is said where it stands.
  const told = useToasts
    .getState()
    .toasts.some(({ text }) => text.startsWith('The sheet for Luna was saved by'))
  expect(told || found?.id === _id).toBe(true)
})

test('the sheet of this tab comes back although the page before has not let go of it yet', async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  /** Held by the page before, until somebody asks for it. */
  const held = { by: 'the page before' as string | null }
  const locks = {
    async request(_: string, options: LockOptions, work: (lock: object | null) => unknown) {
      if (held.by !== null && options.ifAvailable === true) return work(null)
      held.by = null
      return work({})
    },
  }
  vi.stubGlobal('navigator', { locks })
  const _id = newId()
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  await viewOf(clinic, 'drafts').put({
    collection: 'drafts',
    _id,
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    load: 0,
    meta,
    content: sheetDraft({ species: 0, name: 'Luna' }),
  })
  rememberOwnDraft(USER._id, _id)
  expect(await earlierDraft(USER._id)).toMatchObject({ id: _id, own: true })
})

const [SAVED, ROW] = [newId(), newId()]
test.each<[string, object, object | null]>([
  ['saved', { saved_as: SAVED }, { name: 'Luna', weight: '12', weight_units: 'kg' }],
  ['begun from the list', { day_row: ROW }, { name: 'Luna', weight: '10', weight_units: 'lb' }],
  ['of nobody before', {}, null],
])('a sheet that comes back and was %s knows whose it was', async (_, more, of) => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', {})
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const record = { schema: 1, version: 1, seq: 1, deleted: false, load: 0, meta }
  const content = sheetDraft({ species: 0, name: 'Max', ...more })
  await viewOf(clinic, 'drafts').put({ ...record, collection: 'drafts', _id: 'open', content })
  const saved = { ...sheet('Luna'), weight: 12, weight_units: 'kg' } as never
  await viewOf(clinic, 'sheets').put({ ...record, collection: 'sheets', _id: SAVED, content: saved })
  const row = { day: '2026-11-20', order: 'i', name: 'Luna', species: 0, status: 'weighed' } as const
  const listed = { ...row, weight: 10, weight_units: 'lb' } as const
  await viewOf(clinic, 'day_rows').put({ ...record, collection: 'day_rows', _id: ROW, content: listed })
  rememberOwnDraft(USER._id, 'open')
  const found = await earlierDraft(USER._id)
  expect(found).toMatchObject({ id: 'open', content: { name: 'Max' } })
  if (of === null) expect(found?.of).toBe(null)
  else expect(found?.of).toMatchObject(of)
})

test('what a colleague took over while nobody looked is told, and not opened; what was left unwritten is a copy without its row', async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', {})
  const [_id, day_row] = [newId(), newId()]
  const meta = { author_id: newId(), author_name: 'Ben', date_created: '2026-11-20T10:00:00.000Z' }
  const content = { ...sheetDraft({ species: 0, name: 'Luna' }), day_row }
  await viewOf(clinic, 'drafts').put({
    collection: 'drafts',
    _id,
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    load: 0,
    meta,
    content: { ...content, taken_from: [USER._id] },
  })
  rememberOwnDraft(USER._id, _id)
  expect(await earlierDraft(USER._id)).toBe(null)
  const told = () => useToasts.getState().toasts.map(({ text }) => text)
  expect(told()).toContain('The sheet for Luna was taken over by Ben.')
  expect(await storedSheet(_id)).toMatchObject({ name: 'Luna' })

  keepUnwritten(localStorage, USER._id, { id: _id, content: { ...content, weight: '12' } })
  rememberOwnDraft(USER._id, _id)
  const copy = await earlierDraft(USER._id)
  expect(copy).toMatchObject({ id: null, content: { name: 'Luna', weight: '12' } })
  expect(copy?.content).not.toHaveProperty('day_row')
})

test('open sheets are offered own ones first, then those of colleagues by whose they are, without those that were saved', async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  const put = (author: { _id: string; name: string }, name: string, date_created: string, part = {}) =>
    viewOf(clinic, 'drafts').put({
      collection: 'drafts',
      _id: newId(),
      schema: 1,
      version: 1,
      seq: 1,
      deleted: false,
      load: 0,
      meta: { author_id: author._id, author_name: author.name, date_created },
      content: { ...sheetDraft({ species: 0, name }), ...part },
    })
  const ben = { _id: newId(), name: 'Ben' }
  await put(ben, 'Earlier', '2026-11-20T10:00:00.000Z')
  await put(ben, 'Later', '2026-11-20T11:00:00.000Z')
  await put(ben, 'Saved', '2026-11-20T12:00:00.000Z', { saved_as: newId() })
  await put(USER, 'Own', '2026-11-20T09:00:00.000Z')
  const open = await openSheets(USER._id)
  // It is followed by who chose it, and offered among the saved ones.
  expect(open.map(({ sheet: { name } }) => name)).toContain('Saved')
  const offered = open.filter(isOffered)
  expect(offered.map(({ sheet: { name }, by }) => [name, by])).toEqual([
    ['Own', undefined],
    ['Later', 'Ben'],
    ['Earlier', 'Ben'],
  ])
})

test('what the page before could not write is read, and what another tablet enters since comes in', async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  const [_id, other] = [newId(), newId()]
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const stored = {
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    load: 0,
    meta,
    collection: 'drafts' as const,
    _id,
  }
  // Weighed: its unit was pressed, whenever that was.
  const onn = sheetDraft({
    species: 0,
    name: 'Onn',
    weight: '12',
    weight_units: 'kg',
    weighed_at: meta.date_created,
  })
  await viewOf(clinic, 'drafts').put({ ...stored, content: onn })
  await viewOf(clinic, 'drafts').put({
    ...stored,
    _id: other,
    content: sheetDraft({ species: 0, name: 'Maxi' }),
  })
  rememberOwnDraft(USER._id, other)
  chooseForThisTab(USER._id, _id)
  keepUnwritten(localStorage, USER._id, { id: _id, content: { ...onn, weight: '12.4' } })
  const read = ownSheetReader(USER._id)
  expect(await read()).toMatchObject({ name: 'Onn', weight: '12.4' })
  await viewOf(clinic, 'drafts').put({ ...stored, version: 2, content: { ...onn, name: 'Zed' } })
  expect(await read()).toMatchObject({ name: 'Zed', weight: '12.4' })
  // It was written after all, and is followed from then on.
  await viewOf(clinic, 'drafts').put({
    ...stored,
    version: 3,
    content: { ...onn, name: 'Zed', weight: '12.4' },
  })
  expect(await read()).toMatchObject({ weight: '12.4' })
  await viewOf(clinic, 'drafts').put({
    ...stored,
    version: 4,
    content: { ...onn, name: 'Zed', weight: '44' },
  })
  expect(await read()).toMatchObject({ name: 'Zed', weight: '44' })
  // Once it is over, no other tab's sheet takes its place.
  await viewOf(clinic, 'drafts').put({ ...stored, version: 5, deleted: true, content: null })
  expect(await read()).toBe(null)
  forgetUnwritten(localStorage, USER._id)
  expect(await read()).toBe(null)
})

test('of two versions the weights are said, and that two patients were entered', () => {
  const onn = sheetDraft({ species: 0, name: 'Onn', weight: '13', weight_units: 'kg' })
  const aside = (group: string, mine: object) =>
    asideOf(onn, [{ conflict: { groups: [{ group, base: {}, theirs: {}, mine }] } } as never])
  expect(aside('weight', { weight: '44', weight_units: 'lb' })).toEqual({
    weight: { weight: '44', weight_units: 'lb' },
  })
  expect(aside('patient', { name: 'Zed', patient_id: '' })).toEqual({ weight: null })
  expect(aside('injections', { injections: [] })).toBeUndefined()
  expect(asideOf(onn, [])).toBeUndefined()
})
