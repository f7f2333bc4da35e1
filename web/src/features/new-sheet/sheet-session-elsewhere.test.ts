import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { sheetOfDraft } from 'sync-protocol/rules/sheet'
import { viewOf } from '../../data/database/clinic-database.ts'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { newId } from '../../data/database/ids.ts'
import { allRecords } from '../../data/view/records.ts'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { keepPaper, readPaper } from './kept-paper.ts'
import { exportWindowClosed, typed, NO_PAPER } from './open-sheet.ts'
import { completeSheet, USER } from './testing/sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import type { SheetSession } from './sheet-session.ts'
import { sheetTablet, type SheetTablet } from './testing/sheet-tablet.ts'

const MINUTE = 60_000
/** A sheet of the release before is looked for among those whose ids are of its day. */
const SAVED_AT = new Date(Date.now() - MINUTE).toISOString()
const BEFORE_THAT = new Date(Date.now() - 3 * MINUTE).toISOString()

let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  await tablet.close()
  vi.restoreAllMocks()
})

describe('on another tablet', () => {
  const record = async () => {
    const found = await openDraft()
    if (found === undefined) throw new Error('no open sheet')
    return found
  }
  const others = { author_id: USER._id, author_name: USER.name }

  /** An open sheet that the server has, as the feed would leave it. */
  async function begun() {
    const session = tablet.open(completeSheet())
    session.update((sheet) => typed(sheet, 'weight', '12'))
    await session.flush()
    await tablet.clinic.outbox.clear()
    const { pending: _, ...draft } = await record()
    await viewOf(tablet.clinic, 'drafts').put({ ...draft, version: 1, seq: 1 })
    return { session, id: draft._id }
  }
  async function typedThere(change: Partial<SheetDraft>) {
    const draft = await record()
    await viewOf(tablet.clinic, 'drafts').put({
      ...draft,
      version: draft.version + 1,
      content: { ...sheetDraft.parse(draft.content), ...change },
    })
  }
  async function endedThere(id: string, at = SAVED_AT) {
    const draft = await record()
    await viewOf(tablet.clinic, 'drafts').put({
      ...draft,
      deleted: true,
      content: null,
      version: draft.version + 1,
      meta: { ...draft.meta, date_edited: at },
    })
    return id
  }
  async function savedThere(draftId: string, change: Partial<SheetDraft> = {}, _id = newId()) {
    const date_created = SAVED_AT
    const content = sheetOfDraft(
      { ...sheetDraft.parse((await record()).content), ...change },
      SAVED_AT.slice(0, 10),
    )
    await tablet.clinic.transaction(
      'rw',
      [viewOf(tablet.clinic, 'sheets'), viewOf(tablet.clinic, 'drafts')],
      async () => {
        await viewOf(tablet.clinic, 'sheets').put({
          collection: 'sheets',
          _id,
          schema: 1,
          version: 1,
          seq: 9,
          deleted: false,
          load: 0,
          meta: { ...others, date_created },
          content: content,
        })
        await endedThere(draftId, date_created)
      },
    )
    return _id
  }
  const stateOf = (session: SheetSession) => session.store.getState()

  test('[M1] what is entered there comes here, with who, and is not written once more', async () => {
    const { session } = await begun()
    await typedThere({ weight: '15', weight_units: 'kg' })
    await vi.waitFor(() => expect(stateOf(session).came).not.toBeNull())
    expect(stateOf(session)).toMatchObject({
      came: { parts: ['weight'], by: 'Ana Smith' },
      sheet: { draft: { name: 'Bella', weight: '15', weight_units: 'kg' } },
    })
    await session.flush()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    await session.discard()
  })

  test('[M1] what came is told as it came, and no more once something else is typed over it here', async () => {
    const { session } = await begun()
    await typedThere({ weight: '15', weight_units: 'kg', outcome: 'rescue' })
    await vi.waitFor(() => expect(stateOf(session).came).not.toBeNull())
    session.update((sheet) => typed(sheet, 'name', 'Bella B'))
    expect(stateOf(session).came).toMatchObject({ parts: ['weight', 'outcome'], said: { weight: '15 kg' } })
    session.update((sheet) => typed(sheet, 'weight', '16'))
    expect(stateOf(session).came).toMatchObject({ parts: ['outcome'], said: { outcome: 'rescue' } })
    session.update((sheet) => typed(sheet, 'weight', '15'))
    expect(stateOf(session).came?.parts).toEqual(['outcome'])
    await session.nextPatient()
    expect(stateOf(session).came).toBeNull()
    await session.discard()
  })

  test('[M1] what came and was not read stays told when more comes', async () => {
    const { session } = await begun()
    const ana = await record()
    await viewOf(tablet.clinic, 'drafts').put({
      ...ana,
      meta: { ...ana.meta, author_name: 'Ana Smith, DVM' },
    })
    await typedThere({ weight: '15', weight_units: 'kg' })
    await vi.waitFor(() => expect(stateOf(session).came?.parts).toEqual(['weight']))
    await typedThere({ outcome: 'adoption' })
    await vi.waitFor(() => expect(stateOf(session).came?.parts).toContain('outcome'))
    expect(stateOf(session).came).toMatchObject({
      parts: ['weight', 'outcome'],
      said: { weight: '15 kg', outcome: 'adoption' },
      by: 'Ana Smith, DVM',
    })
    session.readWhatCame()
    await typedThere({ outcome: 'rescue' })
    await vi.waitFor(() => expect(stateOf(session).came?.parts).toEqual(['outcome']))
    await session.discard()
  })

  test('[M1] what came and was not read is told after a reload too, until it is read', async () => {
    const { session, id } = await begun()
    await typedThere({ weight: '15', weight_units: 'kg' })
    await vi.waitFor(() => expect(stateOf(session).came?.parts).toEqual(['weight']))
    const again = async () => {
      const stored = sheetDraft.parse((await record()).content)
      return tablet.open({ ...completeSheet(), draft: stored }, sheetServices(), { id, stored })
    }
    await session.close()
    const reloaded = await again()
    expect(stateOf(reloaded).came).toEqual(stateOf(session).came)
    reloaded.readWhatCame()
    await reloaded.close()
    const read = await again()
    expect(stateOf(read).came).toBeNull()
    await typedThere({ outcome: 'rescue' })
    await vi.waitFor(() => expect(stateOf(read).came?.parts).toEqual(['outcome']))
    await read.nextPatient()
    const keys = Array.from({ length: tablet.storage.length }, (_, at) => tablet.storage.key(at) ?? '')
    expect(keys.filter((key) => key.includes('came'))).toEqual([])
    await read.discard()
  })

  test('[M3] what is typed here says what was seen here: the server notices that both entered a weight', async () => {
    const { session, id } = await begun()
    session.update((sheet) => typed(sheet, 'weight', '13'))
    await typedThere({ weight: '15', weight_units: 'kg' })
    await session.flush()
    const [row] = await tablet.clinic.outbox.toArray()
    expect(row?.body.ops).toEqual([
      {
        op: 'update',
        collection: 'drafts',
        _id: id,
        base: 2,
        set: { weight: '13', weighed_at: expect.any(String) as string },
        was: { weight: '12', weight_units: 'lb', estimated: null, weighed_at: expect.any(String) as string },
      },
    ])
    await session.discard()
  })

  test('a sheet that was printed or asked about before a change came is not saved as it was', async () => {
    const { session } = await begun()
    session.pressExport()
    session.update(exportWindowClosed)
    await typedThere({ weight: '15', weight_units: 'kg' })
    await session.saveSheet()
    expect(stateOf(session).sheet).toMatchObject({ modal: null, draft: { weight: '15' } })
    expect(await allRecords('sheets')).toEqual([])
    await session.discard()
  })

  test.each([
    ['by this release', (id: string) => sheetIdFrom(id, newId())],
    ['by the release before', () => newId()],
  ])('saved there %s it is said, shown, and not saved or offered again', async (_, idOf) => {
    const { session, id } = await begun()
    session.pressExport()
    session.update(exportWindowClosed)
    const sheetId = await savedThere(id, { weight: '15', weight_units: 'kg' }, idOf(id))
    await session.saveSheet()
    await vi.waitFor(() => expect(stateOf(session).elsewhere).not.toBeNull())
    expect(stateOf(session)).toMatchObject({
      sheet: { modal: null },
      elsewhere: {
        how: 'saved',
        by: 'Ana Smith',
        at: SAVED_AT,
        saved: { _id: sheetId, sheet: { weight: 15, weight_units: 'kg' } },
        differs: [{ part: 'weight', here: '12 lb', saved: '15 kg' }],
      },
    })
    session.update((sheet) => typed(sheet, 'name', 'Another'))
    await session.flush()
    await session.close()
    expect(await allRecords('sheets')).toHaveLength(1)
    expect(await allRecords('draws')).toEqual([])
    expect(await openDraft()).toBeUndefined()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(tablet.told.losses.at(-1)).toBe(false)
  })

  test('[M5] what was typed here and not written goes beside the saved sheet, and opens nothing again', async () => {
    const { session, id } = await begun()
    session.update((sheet) => typed(sheet, 'weight', '13'))
    await savedThere(id, {}, sheetIdFrom(id, newId()))
    await vi.waitFor(async () => expect(await tablet.clinic.outbox.count()).toBe(1))
    const [row] = await tablet.clinic.outbox.toArray()
    expect(row?.body.ops).toMatchObject([{ op: 'update', _id: id, set: { weight: '13' } }])
    expect(await openDraft()).toBeUndefined()
    expect(stateOf(session).elsewhere?.differs).toMatchObject([{ here: '13 lb', saved: '12 lb' }])
    await session.close()
  })

  test('put away there it is said, with what stood here', async () => {
    const { session, id } = await begun()
    await endedThere(id)
    await vi.waitFor(() => expect(stateOf(session).elsewhere?.how).toBe('put-away'))
    expect(stateOf(session).sheet.draft).toMatchObject({ name: 'Bella', weight: '12' })
    await session.close()
    expect(await openDraft()).toBeUndefined()
  })

  test('a colleague’s by now it is said as that', async () => {
    const { session } = await begun()
    const draft = await record()
    await viewOf(tablet.clinic, 'drafts').put({
      ...draft,
      meta: { ...draft.meta, author_id: newId(), author_name: 'Ben' },
    })
    await vi.waitFor(() =>
      expect(stateOf(session).elsewhere).toMatchObject({ how: 'handed-over', by: 'Ben' }),
    )
  })

  test('[M8] a colleague’s by now, and saved there: it is said, with the sheet as it was saved', async () => {
    const { session, id } = await begun()
    const draft = await record()
    const ben = { author_id: newId(), author_name: 'Ben' }
    await viewOf(tablet.clinic, 'drafts').put({ ...draft, meta: { ...draft.meta, ...ben } })
    await vi.waitFor(() => expect(stateOf(session).elsewhere?.how).toBe('handed-over'))
    const sheetId = sheetIdFrom(id, newId())
    const content = sheetOfDraft({ ...sheetDraft.parse(draft.content), weight: '15' }, SAVED_AT.slice(0, 10))
    await viewOf(tablet.clinic, 'sheets').put({
      collection: 'sheets',
      _id: sheetId,
      schema: 1,
      version: 1,
      seq: 9,
      deleted: false,
      load: 0,
      meta: { ...ben, date_created: SAVED_AT },
      content,
    })
    await vi.waitFor(() =>
      expect(stateOf(session).elsewhere).toMatchObject({
        how: 'saved',
        by: 'Ben',
        saved: { _id: sheetId, sheet: { weight: 15 } },
        differs: [{ part: 'weight', here: '12 lb', saved: '15 lb' }],
      }),
    )
    // Other screens never go back to what stood here.
    expect(stateOf(session).wasHandedOver).toBe(true)
  })

  test('a colleague’s by now, what was printed of it is remembered for who takes it back', async () => {
    const { session, id } = await begun()
    session.exported(sampleSheet)
    expect(readPaper(tablet.storage, id).exportedAt).not.toBe(null)
    const draft = await record()
    await viewOf(tablet.clinic, 'drafts').put({
      ...draft,
      meta: { ...draft.meta, author_id: newId(), author_name: 'Ben' },
    })
    await vi.waitFor(() => expect(stateOf(session).elsewhere?.how).toBe('handed-over'))
    expect(readPaper(tablet.storage, id).exportedAt).not.toBe(null)
    // The paper lies beside the tablet: a colleague who prints it again there, or saves it, takes the note over.
    const again = { exportedAt: SAVED_AT, printed: null }
    keepPaper(tablet.storage, newId(), id, again)
    expect(readPaper(tablet.storage, id)).toEqual(again)
    keepPaper(tablet.storage, newId(), id, NO_PAPER)
    expect(readPaper(tablet.storage, id)).toEqual(NO_PAPER)
  })

  test('of a sheet that was taken over nobody is said to have entered what came', async () => {
    const { session } = await begun()
    await typedThere({ weight: '15', taken_from: [newId()] })
    await vi.waitFor(() => expect(stateOf(session).came?.parts).toContain('weight'))
    expect(stateOf(session).came?.by).toBe('')
  })

  test('saved there while more was entered here, it lives on as what the saved sheet does not hold', async () => {
    const { session, id } = await begun()
    const draft = await record()
    const sheetId = sheetIdFrom(id, newId())
    // As a page of the feed is stored: what is unsent here stands over it from the same moment on.
    await tablet.clinic.transaction('rw', tablet.clinic.tables, async () => {
      await savedThere(id, { weight: '15' }, sheetId)
      await viewOf(tablet.clinic, 'drafts').put(draft)
    })
    await vi.waitFor(() => expect(stateOf(session).elsewhere?.open).toBe(true))
    expect(await openDraft()).toMatchObject({ _id: id, saved: { _id: sheetId } })
    await session.endLeftover()
    expect(await openDraft()).toBeUndefined()
  })

  test('RESET SHEET and another species end this patient’s sheet there: the next one’s is another', async () => {
    const { session, id } = await begun()
    await session.reset()
    session.update((sheet) => typed(sheet, 'name', 'Max'))
    await session.flush()
    expect(await viewOf(tablet.clinic, 'drafts').get(id)).toMatchObject({ deleted: true })
    const next = await record()
    expect([next._id === id, sheetDraft.parse(next.content).name]).toEqual([false, 'Max'])
    session.pressSpecies()
    session.update((sheet) => typed(sheet, 'name', 'Mimi'))
    await session.flush()
    expect(await viewOf(tablet.clinic, 'drafts').get(next._id)).toMatchObject({ deleted: true })
    expect(await record()).toMatchObject({ content: { name: 'Mimi' } })
  })

  test('EXPORT waits until one of two versions is chosen', async () => {
    const { session, id } = await begun()
    const lb = (weight: string) => ({ weight, weight_units: 'lb' })
    const group = { group: 'weight', base: lb('11'), theirs: lb('12'), mine: lb('13') }
    await viewOf(tablet.clinic, 'conflicts').put({
      collection: 'conflicts',
      _id: newId(),
      schema: 1,
      version: 1,
      seq: 2,
      deleted: false,
      load: 0,
      meta: { ...others, date_created: BEFORE_THAT },
      content: {
        record: { collection: 'drafts', _id: id },
        kind: 'update',
        groups: [group],
        version: 1,
        mutation_id: newId(),
        lane: newId(),
        device: newId(),
        at: BEFORE_THAT,
      },
    })
    await vi.waitFor(() => expect(stateOf(session).setAside).toHaveLength(1))
    session.pressExport()
    expect([tablet.told.undecided, stateOf(session).sheet.modal]).toEqual([1, null])
    const [one] = stateOf(session).setAside
    if (one === undefined) return
    await session.choose(one, 'mine')
    await vi.waitFor(() => expect(stateOf(session).setAside).toEqual([]))
    expect(stateOf(session).sheet.draft.weight).toBe('13')
    await session.discard()
  })
})
