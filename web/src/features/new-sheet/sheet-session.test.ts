import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import { sheetContent } from 'sync-protocol/records/sheet'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { sheetOfDraft } from 'sync-protocol/rules/sheet'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { newId } from '../../data/database/ids.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { MemoryStorage } from '../../data/database/memory-storage.ts'
import { allRecords } from '../../data/view/records.ts'
import { save } from '../../data/outbox/save.ts'
import { pressedUnitsSince } from '../../data/drafts/pressed-units.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import {
  closed,
  emergencyListed,
  emergencyReviewed,
  emergencyWanted,
  exportWindowClosed,
  isSaved,
  pickerPressed,
  restoreSheet,
  sheetReset,
  speciesPressed,
  typed,
  startSheet,
  unitChosen,
  type OpenSheet,
} from './open-sheet.ts'
import { nextPatient } from './next-patient.ts'
import { readRemembered } from './remembered-choices.ts'
import { ANESTHESIA, completeSheet, EMERGENCY, USER } from './sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import { openSheetSession, type SheetSession } from './sheet-session.ts'
import { readExported } from './exported-at.ts'
import { forgetUnwritten, keepUnwritten, readUnwritten } from './unwritten-draft.ts'

let clinic: ClinicDatabase
let storage: Storage
let drafts: (string | null)[]
let opened: SheetSession[]
let losses: boolean[]
let undecided: number
let undos: { step: string; name: string; undo: () => void }[]

function open(
  sheet: OpenSheet,
  services = sheetServices(),
  continued: { id: string; stored: SheetDraft } | null = null,
): SheetSession {
  const session = openSheetSession({
    services,
    user: USER,
    storage,
    sheet,
    continued,
    onStored: () => forgetUnwritten(storage, USER._id),
    onDraft: (id) => drafts.push(id),
    onUndecided: () => undecided++,
    onWiped: (step, { name }, undo) => undos.push({ step, name, undo }),
    onLoss: (wouldLose) => losses.push(wouldLose),
  })
  opened.push(session)
  return session
}

const kg = (sheet: OpenSheet) => unitChosen(sheet, 'kg')

/** Complete, exported, and asked whether to save. */
async function asked(services = sheetServices()): Promise<SheetSession> {
  const session = open(completeSheet(), services)
  session.update((sheet) => typed(sheet, 'name', 'Bella'))
  await session.flush()
  session.pressExport()
  session.update(exportWindowClosed)
  return session
}

const rows = async () =>
  (await clinic.outbox.toArray()).map(({ body }) => ({
    action: body.action,
    detail: body.detail,
    ops: body.ops.map(({ op, collection }) => `${op} ${collection}`),
  }))

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
  storage = new MemoryStorage()
  pressedUnitsSince(storage)
  drafts = []
  opened = []
  losses = []
  undecided = 0
  undos = []
})

afterEach(async () => {
  // One that waits to keep something would keep it in the next test.
  await Promise.allSettled(opened.map((session) => session.close()))
  setSignedIn(undefined)
  clinic.close()
  vi.restoreAllMocks()
})

describe('saving', () => {
  test('is one change: the sheet, a draw for each controlled drug, and the end of the draft', async () => {
    const session = await asked()
    expect(await openDraft()).toMatchObject({ content: { name: 'Bella' } })
    await session.saveSheet()

    expect(await rows()).toEqual([
      { action: 'draft.save', detail: null, ops: ['create drafts'] },
      { action: 'sheet.save', detail: null, ops: ['create sheets', 'create draws', 'delete drafts'] },
    ])
    const [sheet] = await allRecords('sheets')
    const [draw] = await allRecords('draws')
    expect(sheetContent.parse(sheet?.content)).toMatchObject({
      name: 'Bella',
      weight: 22,
      weight_units: 'lb',
    })
    expect(draw?.content).toMatchObject({ drug_name: 'Methadone', drug_volume: 0.5, sheet_id: sheet?._id })
    expect(await openDraft()).toBeUndefined()
  })

  test('stays on the sheet, marked saved, with nothing to lose', async () => {
    const session = await asked()
    await session.saveSheet()
    const { sheet } = session.store.getState()
    expect([isSaved(sheet), sheet.modal, session.losesOnLeave(), drafts.at(-1)]).toEqual([
      true,
      null,
      false,
      null,
    ])
    await session.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('that fails keeps the question and the sheet; RETRY saves it once, and the log hears of the failure', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const session = await asked()
    clinic.close()
    await session.saveSheet()
    const failed = session.store.getState()
    expect([failed.saving, failed.sheet.modal]).toMatchObject(['failed', { step: 8, ask: 'save' }])

    await clinic.open()
    expect(await allRecords('sheets')).toEqual([])
    await session.saveSheet()
    expect(await allRecords('sheets')).toHaveLength(1)
    expect(session.store.getState().saving).toBe('no')
    expect((await rows()).at(-1)).toEqual({
      action: 'sheet.save_failed',
      detail: 'Failed to save sheet',
      ops: [],
    })
  })

  test('ends the warning that the open sheet is not kept', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    clinic.close()
    const session = await asked()
    expect(session.store.getState().kept).toBe(false)
    await clinic.open()
    await session.saveSheet()
    expect(session.store.getState()).toMatchObject({ kept: true, saving: 'no' })
  })

  test('that was written although it was reported as failed is not written twice by RETRY', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const services = sheetServices()
    let lost = false
    const session = await asked({
      ...services,
      async save(intent) {
        await services.save(intent)
        if (lost || intent.action !== 'sheet.save') return
        lost = true
        throw new Error('the answer was lost')
      },
    })
    await session.saveSheet()
    expect(session.store.getState().saving).toBe('failed')
    await session.saveSheet()
    expect(session.store.getState().saving).toBe('no')
    expect(await allRecords('sheets')).toHaveLength(1)
    expect(await allRecords('draws')).toHaveLength(1)
  })

  test('NO saves nothing', async () => {
    const session = await asked()
    session.declineSave()
    expect(session.store.getState().sheet.modal).toBeNull()
    expect(await allRecords('sheets')).toEqual([])
    expect(await allRecords('draws')).toEqual([])
  })

  test('twice makes two sheets; a change in between begins a new draft that knows the first', async () => {
    const session = await asked()
    await session.saveSheet()
    const first = session.store.getState().sheet.saved?.sheetId
    session.update((sheet) => typed(sheet, 'weight', '23'))
    await session.flush()
    expect(await openDraft()).toMatchObject({ content: { weight: '23', saved_as: first } })
    session.pressExport()
    session.update(exportWindowClosed)
    await session.saveSheet()
    expect(new Set((await allRecords('sheets')).map(({ content }) => content?.['weight']))).toEqual(
      new Set([22, 23]),
    )
    expect(await openDraft()).toBeUndefined()
  })

  test('[T3] [Q-34] of one that was refused takes its place and keeps its day, once', async () => {
    const [sheet_id, draw] = [newId(), newId()]
    const again = { sheet_id, draw_ids: [draw], day: '2026-11-20' }
    const { draft } = completeSheet()
    const remembered = { outcome: 'N/A', weight_units: 'lb' } as const
    const session = open(restoreSheet(remembered, { ...draft, name: 'Bella', saved_as: sheet_id }, again))
    const saved = async () => {
      session.pressExport()
      session.update(exportWindowClosed)
      await session.saveSheet()
      const [row] = (await clinic.outbox.toArray()).slice(-1)
      return row?.body.ops.flatMap((op) => (op.op === 'create' ? [[op._id, op.content['day']]] : []))
    }
    expect(await saved()).toEqual([
      [sheet_id, '2026-11-20'],
      [draw, '2026-11-20'],
    ])
    session.update((sheet) => typed(sheet, 'weight', '23'))
    const more = (await saved())?.map(([id]) => id)
    expect(more?.filter((id) => id === sheet_id || id === draw)).toEqual([])
    expect(more).toHaveLength(2)
    await session.discard()
    for (const next of [nextPatient, sheetReset, speciesPressed])
      expect(next(restoreSheet(remembered, draft, again)).again).toBeNull()
  })

  test('NEXT PATIENT goes on with species and protocols, without a unit, and its own draft', async () => {
    const session = await asked()
    await session.saveSheet()
    await session.nextPatient()
    await session.flush()
    const { sheet } = session.store.getState()
    expect([sheet.draft.name, sheet.draft.weight_units, sheet.draft.species, sheet.saved]).toEqual([
      '',
      '-',
      0,
      null,
    ])
    expect(await openDraft()).toMatchObject({ content: { name: '', saved_as: null } })
  })
})

describe('RESET SHEET', () => {
  test('gives the next patient no dose that the library has otherwise by now, and says so', async () => {
    const source_id = newId()
    const { content } = ANESTHESIA
    const create = { op: 'create', collection: 'anesthesia_protocols', _id: source_id, content } as const
    await save({ action: 'anesthesia_protocol.create', ops: [create] })
    const session = open(completeSheet())
    session.update((sheet) => ({
      ...sheet,
      draft: { ...sheet.draft, anesthesia_protocol: { source_id, content } },
    }))
    await session.reset()
    expect(session.store.getState().libraryChanges).toEqual([])
    session.update((sheet) => typed(sheet, 'weight', '10'))
    const sections = content.sections.map((section) => ({
      ...section,
      drugs: section.drugs.map((drug) => ({ ...drug, dosage: 0.2 })),
    }))
    const edit = { op: 'update', collection: 'anesthesia_protocols', _id: source_id, base: 0 } as const
    await save({
      action: 'anesthesia_protocol.edit',
      ops: [{ ...edit, set: { sections }, was: { sections: content.sections } }],
    })
    // The sheet that is open stays as it was chosen.
    expect(session.store.getState().sheet.draft.anesthesia_protocol?.content).toEqual(content)
    await session.reset()
    const { sheet, libraryChanges } = session.store.getState()
    expect(sheet.draft).toMatchObject({ weight: '', anesthesia_protocol: { content: { sections } } })
    expect(libraryChanges).toMatchObject([{ field: 'anesthesia_protocol', became: 'changed' }])
    session.pressSpecies()
    expect(session.store.getState().libraryChanges).toEqual([])
  })
})

describe('the draft', () => {
  test('takes every keystroke, also those after a sign-out, and comes back as it was', async () => {
    const session = open(completeSheet())
    session.update((sheet) => typed(sheet, 'name', 'Bel'))
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'Bello'))
    setSignedIn(undefined)
    await session.close()
    setSignedIn({ clinic, user: USER })
    expect((await openDraft())?.content).toEqual(session.store.getState().sheet.draft)
  })

  test('is written by itself after a short pause in typing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const session = open(completeSheet())
      session.update((sheet) => typed(sheet, 'name', 'Rex'))
      vi.advanceTimersByTime(299)
      session.update((sheet) => typed(sheet, 'name', 'Rexy'))
      vi.advanceTimersByTime(299)
      expect(drafts).toEqual([])
      vi.advanceTimersByTime(1)
      vi.useRealTimers()
      await vi.waitFor(async () => expect(await openDraft()).toMatchObject({ content: { name: 'Rexy' } }), {
        timeout: 20_000,
      })
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not made for a sheet at its start, and ends when the sheet goes back there', async () => {
    const session = open(startSheet({ outcome: 'N/A', weight_units: '-' }))
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'R'))
    await session.flush()
    expect(await openDraft()).toBeDefined()
    session.update((sheet) => typed(sheet, 'name', ''))
    await session.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('ends when leaving loses it', async () => {
    const session = open(completeSheet())
    session.update((sheet) => typed(sheet, 'name', 'Rex'))
    await session.flush()
    await session.discard()
    await session.close()
    session.update((sheet) => typed(sheet, 'name', 'Ghost'))
    await session.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('that cannot be written is said, and is written when the database is back', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const session = open(completeSheet())
    clinic.close()
    session.update((sheet) => typed(sheet, 'name', 'Rex'))
    await session.flush()
    expect(session.store.getState().kept).toBe(false)
    await clinic.open()
    await session.flush()
    expect(session.store.getState().kept).toBe(true)
    expect(await openDraft()).toMatchObject({ content: { name: 'Rex' } })
  })
})

describe('[Q-65] UNDO of a press on the species', () => {
  const begun = () => {
    const session = open(completeSheet())
    session.pressSpecies()
    return session
  }
  const draftOf = (session: SheetSession) => session.store.getState().sheet.draft

  test('brings the sheet back with the unit of its weight, whatever was pressed since', () => {
    const session = begun()
    session.update(kg)
    expect(draftOf(session)).toMatchObject({ weight: '', weight_units: 'kg' })
    undos[0]?.undo()
    expect(draftOf(session)).toEqual(completeSheet().draft)
    expect(undos).toHaveLength(1)
  })

  test('takes nothing away for good: what was typed since can be brought back in turn', () => {
    const session = begun()
    session.update((sheet) => typed(typed(sheet, 'name', 'Rex'), 'weight', '4'))
    const since = draftOf(session)
    undos[0]?.undo()
    expect(draftOf(session)).toMatchObject({ name: 'Bella', weight: '22', weight_units: 'lb' })
    expect(undos).toMatchObject([
      { step: 'species', name: 'Bella' },
      { step: 'undo', name: 'Rex' },
    ])
    undos[1]?.undo()
    expect(draftOf(session)).toEqual(since)
    expect(undos).toHaveLength(2)
  })

  test('the same holds for a sheet that was put away for an empty one', () => {
    const session = open(startSheet({ outcome: 'N/A', weight_units: 'kg' }))
    session.putAway(completeSheet())
    session.update((sheet) => typed(sheet, 'name', 'Rex'))
    undos[0]?.undo()
    expect(draftOf(session)).toEqual(completeSheet().draft)
    undos[1]?.undo()
    expect(draftOf(session)).toMatchObject({ name: 'Rex', weight: '', weight_units: '-' })
  })
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
    const session = open(completeSheet())
    session.update((sheet) => typed(sheet, 'weight', '12'))
    await session.flush()
    await clinic.outbox.clear()
    const { pending: _, ...draft } = await record()
    await viewOf(clinic, 'drafts').put({ ...draft, version: 1, seq: 1 })
    return { session, id: draft._id }
  }
  async function typedThere(change: Partial<SheetDraft>) {
    const draft = await record()
    await viewOf(clinic, 'drafts').put({
      ...draft,
      version: draft.version + 1,
      content: { ...sheetDraft.parse(draft.content), ...change },
    })
  }
  async function endedThere(id: string, at = '2026-11-25T16:42:00.000Z') {
    const draft = await record()
    await viewOf(clinic, 'drafts').put({
      ...draft,
      deleted: true,
      content: null,
      version: draft.version + 1,
      meta: { ...draft.meta, date_edited: at },
    })
    return id
  }
  async function savedThere(draftId: string, change: Partial<SheetDraft> = {}, _id = newId()) {
    const date_created = '2026-11-25T16:42:00.000Z'
    const content = sheetOfDraft({ ...sheetDraft.parse((await record()).content), ...change }, '2026-11-25')
    await clinic.transaction('rw', [viewOf(clinic, 'sheets'), viewOf(clinic, 'drafts')], async () => {
      await viewOf(clinic, 'sheets').put({
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
    })
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
    expect(await clinic.outbox.count()).toBe(0)
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
    await viewOf(clinic, 'drafts').put({ ...ana, meta: { ...ana.meta, author_name: 'Ana Smith, DVM' } })
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
      return open({ ...completeSheet(), draft: stored }, sheetServices(), { id, stored })
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
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    expect(keys.filter((key) => key.includes('came'))).toEqual([])
    await read.discard()
  })

  test('[M3] what is typed here says what was seen here: the server notices that both entered a weight', async () => {
    const { session, id } = await begun()
    session.update((sheet) => typed(sheet, 'weight', '13'))
    await typedThere({ weight: '15', weight_units: 'kg' })
    await session.flush()
    const [row] = await clinic.outbox.toArray()
    expect(row?.body.ops).toEqual([
      {
        op: 'update',
        collection: 'drafts',
        _id: id,
        base: 2,
        set: { weight: '13' },
        was: { weight: '12', weight_units: 'lb' },
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
        at: '2026-11-25T16:42:00.000Z',
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
    expect(await clinic.outbox.count()).toBe(0)
    expect(losses.at(-1)).toBe(false)
  })

  test('[M5] what was typed here and not written goes beside the saved sheet, and opens nothing again', async () => {
    const { session, id } = await begun()
    session.update((sheet) => typed(sheet, 'weight', '13'))
    await savedThere(id, {}, sheetIdFrom(id, newId()))
    await vi.waitFor(async () => expect(await clinic.outbox.count()).toBe(1))
    const [row] = await clinic.outbox.toArray()
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
    await viewOf(clinic, 'drafts').put({
      ...draft,
      meta: { ...draft.meta, author_id: newId(), author_name: 'Ben' },
    })
    await vi.waitFor(() =>
      expect(stateOf(session).elsewhere).toMatchObject({ how: 'handed-over', by: 'Ben' }),
    )
  })

  test('saved there while more was entered here, it lives on as what the saved sheet does not hold', async () => {
    const { session, id } = await begun()
    const draft = await record()
    const sheetId = sheetIdFrom(id, newId())
    // As a page of the feed is stored: what is unsent here stands over it from the same moment on.
    await clinic.transaction('rw', clinic.tables, async () => {
      await savedThere(id, { weight: '15' }, sheetId)
      await viewOf(clinic, 'drafts').put(draft)
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
    expect(await viewOf(clinic, 'drafts').get(id)).toMatchObject({ deleted: true })
    const next = await record()
    expect([next._id === id, sheetDraft.parse(next.content).name]).toEqual([false, 'Max'])
    session.pressSpecies()
    session.update((sheet) => typed(sheet, 'name', 'Mimi'))
    await session.flush()
    expect(await viewOf(clinic, 'drafts').get(next._id)).toMatchObject({ deleted: true })
    expect(await record()).toMatchObject({ content: { name: 'Mimi' } })
  })

  test('EXPORT waits until one of two versions is chosen', async () => {
    const { session, id } = await begun()
    const lb = (weight: string) => ({ weight, weight_units: 'lb' })
    const group = { group: 'weight', base: lb('11'), theirs: lb('12'), mine: lb('13') }
    await viewOf(clinic, 'conflicts').put({
      collection: 'conflicts',
      _id: newId(),
      schema: 1,
      version: 1,
      seq: 2,
      deleted: false,
      load: 0,
      meta: { ...others, date_created: '2026-11-25T16:40:00.000Z' },
      content: {
        record: { collection: 'drafts', _id: id },
        kind: 'update',
        groups: [group],
        version: 1,
        mutation_id: newId(),
        lane: newId(),
        device: newId(),
        at: '2026-11-25T16:40:00.000Z',
      },
    })
    await vi.waitFor(() => expect(stateOf(session).setAside).toHaveLength(1))
    session.pressExport()
    expect([undecided, stateOf(session).sheet.modal]).toEqual([1, null])
    const [one] = stateOf(session).setAside
    if (one === undefined) return
    await session.choose(one, 'mine')
    await vi.waitFor(() => expect(stateOf(session).setAside).toEqual([]))
    expect(stateOf(session).sheet.draft.weight).toBe('13')
    await session.discard()
  })
})

describe('an emergency protocol', () => {
  const withoutOne = (): OpenSheet => {
    const sheet = completeSheet()
    return { ...sheet, draft: { ...sheet.draft, emergency_protocol: null } }
  }

  test('that EXPORT asked for leads to the export window once it is added', () => {
    const session = open(withoutOne())
    session.pressExport()
    session.update(emergencyWanted)
    session.update((sheet) => emergencyReviewed(sheet, EMERGENCY))
    session.update(emergencyListed)
    session.update((sheet) => emergencyReviewed(sheet, EMERGENCY))
    session.confirmReview()
    const { modal, draft } = session.store.getState().sheet
    expect(draft.emergency_protocol).toEqual(EMERGENCY)
    expect(modal).toMatchObject({ step: 6, sheet: { name: 'Bella', emergency_protocol: { name: 'CPR' } } })
  })

  test('that was chosen by itself, or after the list was closed, leads back to the sheet', () => {
    const session = open(withoutOne())
    session.pressExport()
    session.update(emergencyWanted)
    session.update(closed)
    session.update((sheet) => pickerPressed(sheet, 3))
    session.update((sheet) => emergencyReviewed(sheet, EMERGENCY))
    session.confirmReview()
    const { modal, draft } = session.store.getState().sheet
    expect([modal, draft.emergency_protocol]).toEqual([null, EMERGENCY])
  })
})

test('leaving is guarded from the first input on, and each change of that is told once', () => {
  const session = open(startSheet({ outcome: 'N/A', weight_units: '-' }))
  session.update((sheet) => typed(sheet, 'name', 'R'))
  session.update((sheet) => typed(sheet, 'name', 'Re'))
  session.update((sheet) => typed(sheet, 'name', ''))
  expect(losses).toEqual([true, false])
})

test('unit and outcome are remembered for this user alone', () => {
  open(startSheet({ outcome: 'N/A', weight_units: '-' })).update(kg)
  expect(readRemembered(storage, USER._id)).toEqual({ outcome: 'N/A', weight_units: 'kg' })
  expect(readRemembered(storage, newId())).toEqual({ outcome: 'N/A', weight_units: '-' })
})

test('storage that refuses does not stop the sheet', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const session = open(completeSheet())
  session.update(kg)
  await session.flush()
  expect(await openDraft()).toMatchObject({ content: { weight_units: 'kg' } })
})

describe('what no write has taken yet', () => {
  test('is known until it is stored, and then forgotten', async () => {
    const session = open(completeSheet())
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'Last word'))
    const unwritten = session.unwritten()
    expect(unwritten).toMatchObject({ id: drafts.at(-1), content: { name: 'Last word' } })
    if (unwritten !== null) keepUnwritten(storage, USER._id, unwritten)
    expect(readUnwritten(storage, USER._id)).toEqual(unwritten)
    await session.flush()
    expect([session.unwritten(), readUnwritten(storage, USER._id)]).toEqual([null, null])
  })

  test('what was taken off again in the last moment does not come back as it was stored before', async () => {
    const session = open(startSheet({ outcome: 'N/A', weight_units: '-' }))
    session.update((sheet) => typed(sheet, 'weight', '12'))
    await session.flush()
    session.update((sheet) => typed(sheet, 'weight', ''))
    const unwritten = session.unwritten()
    expect(unwritten).toMatchObject({ id: drafts.at(-1), content: { weight: '', species: -1 } })
    if (unwritten === null) return
    const stored = sheetDraft.parse((await openDraft())?.content)
    expect(stored.weight).toBe('12')

    const remembered = readRemembered(storage, USER._id)
    const again = open(restoreSheet(remembered, unwritten.content), sheetServices(), {
      id: unwritten.id ?? '',
      stored,
    })
    expect(again.losesOnLeave()).toBe(false)
    await again.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('is nothing once the sheet is saved or put away', async () => {
    const session = await asked()
    await session.saveSheet()
    expect(session.unwritten()).toBeNull()
    session.update((sheet) => typed(sheet, 'name', 'More'))
    await session.discard()
    expect(session.unwritten()).toBeNull()
  })

  test('is read only when it is an open sheet', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    for (const text of ['{', '1', '{"content":{"kind":"sheet"}}']) {
      storage.setItem(`new-sheet/${USER._id}/unwritten`, text)
      expect(readUnwritten(storage, USER._id)).toBeNull()
    }
  })
})

describe('a sheet that was exported and not saved', () => {
  const exportedSheet = async () => {
    const session = await asked()
    session.exported()
    return session
  }
  const idNow = async () => (await openDraft())?._id ?? ''

  test('is known as that after a reload, until it is saved', async () => {
    const session = await exportedSheet()
    const at = session.store.getState().sheet.exportedAt
    expect(at).not.toBeNull()
    const id = await idNow()
    expect(readExported(storage, USER._id, id)).toBe(at)
    session.update(closed)
    await session.close()

    const stored = sheetDraft.parse((await openDraft())?.content)
    const restored = restoreSheet(readRemembered(storage, USER._id), stored, null, at)
    const again = open(restored, sheetServices(), { id, stored })
    expect(again.store.getState().sheet.exportedAt).toBe(at)
    again.pressSave()
    await again.saveSheet()
    const { sheet } = again.store.getState()
    expect([sheet.saved === null, sheet.exportedAt]).toEqual([false, null])
    expect(readExported(storage, USER._id, id)).toBeNull()
    again.exported()
    expect(again.store.getState().sheet.exportedAt).toBeNull()
  })

  test.each([
    ['NEXT PATIENT', (session: SheetSession) => session.nextPatient()],
    ['RESET SHEET', (session: SheetSession) => session.reset()],
    ['another species', async (session: SheetSession) => session.pressSpecies()],
    ['leaving and losing it', (session: SheetSession) => session.discard()],
  ])('is not the next patient’s by %s', async (_, step) => {
    const session = await exportedSheet()
    const id = await idNow()
    await step(session)
    await session.flush()
    const next = (await openDraft())?._id
    expect(session.store.getState().sheet.exportedAt === null || next === undefined).toBe(true)
    expect(readExported(storage, USER._id, id)).toBeNull()
    if (next !== undefined) expect(readExported(storage, USER._id, next)).toBeNull()
  })

  test('SAVE says what is wrong with it first', async () => {
    const session = await exportedSheet()
    session.update((sheet) => typed(closed(sheet), 'weight', ''))
    session.pressSave()
    expect(session.store.getState().sheet).toMatchObject({ modal: null, error: { field: 'weight' } })
  })
})
