import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetDraft } from 'sync-protocol/records/draft'
import { sheetContent, type SheetContent } from 'sync-protocol/records/sheet'
import { lookupIn, type LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { lastPrint } from '../../data/database/prints.ts'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { newId } from '../../data/database/ids.ts'
import { allRecords } from '../../data/view/records.ts'
import { save } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import {
  closed,
  emergencyListed,
  emergencyReviewed,
  emergencyWanted,
  estimatedPressed,
  injectionAppended,
  exportWindowClosed,
  isSaved,
  NO_PAPER,
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
import { ANESTHESIA, completeSheet, EMERGENCY, USER } from './testing/sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import type { SheetSession } from './sheet-session.ts'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { MODAL_STEP } from './modal-steps.ts'
import { readPaper } from './kept-paper.ts'
import { keepUnwritten, readUnwritten } from './unwritten-draft.ts'
import { sheetTablet, type SheetTablet } from './testing/sheet-tablet.ts'

let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  await tablet.close()
  vi.restoreAllMocks()
})

const kg = (sheet: OpenSheet) => unitChosen(sheet, 'kg')

describe('saving', () => {
  test('is one change: the sheet, a draw for each controlled drug, and the end of the draft', async () => {
    const session = await tablet.asked()
    expect(await openDraft()).toMatchObject({ content: { name: 'Bella' } })
    await session.saveSheet()

    expect(await tablet.rows()).toEqual([
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
    const session = await tablet.asked()
    await session.saveSheet()
    const { sheet } = session.store.getState()
    expect([isSaved(sheet), sheet.modal, session.losesOnLeave(), tablet.told.drafts.at(-1)]).toEqual([
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
    const session = await tablet.asked()
    tablet.clinic.close()
    await session.saveSheet()
    const failed = session.store.getState()
    expect([failed.saving, failed.sheet.modal]).toMatchObject(['failed', { step: 8, ask: 'save' }])

    await tablet.clinic.open()
    expect(await allRecords('sheets')).toEqual([])
    await session.saveSheet()
    expect(await allRecords('sheets')).toHaveLength(1)
    expect(session.store.getState().saving).toBe('no')
    expect((await tablet.rows()).at(-1)).toEqual({
      action: 'sheet.save_failed',
      detail: 'Failed to save sheet',
      ops: [],
    })
  })

  test('a RETRY pressed while the log still hears of the failure saves', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const services = sheetServices()
    let broken = true
    let log = () => undefined as void
    const logged = new Promise<void>((resolve) => (log = resolve))
    const session = await tablet.asked({
      ...services,
      async save(intent) {
        if (intent.action === 'sheet.save_failed') await logged
        else if (broken && intent.action === 'sheet.save') throw new Error('no room')
        return services.save(intent)
      },
    })
    void session.saveSheet()
    await vi.waitFor(() => expect(session.store.getState().saving).toBe('failed'))
    broken = false
    void session.saveSheet()
    await vi.waitFor(() => expect(session.store.getState().saving).toBe('no'))
    expect(await allRecords('sheets')).toHaveLength(1)

    log()
    const failures = async () => (await tablet.rows()).filter(({ action }) => action === 'sheet.save_failed')
    await vi.waitFor(async () => expect(await failures()).toHaveLength(1))
  })

  test('ends the warning that the open sheet is not kept', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    tablet.clinic.close()
    const session = await tablet.asked()
    expect(session.store.getState().kept).toBe(false)
    await tablet.clinic.open()
    await session.saveSheet()
    expect(session.store.getState()).toMatchObject({ kept: true, saving: 'no' })
  })

  test('that was written although it was reported as failed is not written twice by RETRY', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const services = sheetServices()
    let lost = false
    const session = await tablet.asked({
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
    const session = await tablet.asked()
    session.declineSave()
    expect(session.store.getState().sheet.modal).toBeNull()
    expect(await allRecords('sheets')).toEqual([])
    expect(await allRecords('draws')).toEqual([])
  })

  test('twice makes two sheets; a change in between begins a new draft that knows the first', async () => {
    const session = await tablet.asked()
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
    const session = tablet.open(
      restoreSheet(remembered, { ...draft, name: 'Bella', saved_as: sheet_id }, again),
    )
    const saved = async () => {
      session.pressExport()
      session.update(exportWindowClosed)
      await session.saveSheet()
      const [row] = (await tablet.clinic.outbox.toArray()).slice(-1)
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
    const session = await tablet.asked()
    session.update(estimatedPressed)
    await session.saveSheet()
    await session.nextPatient()
    await session.flush()
    const { sheet } = session.store.getState()
    expect([sheet.draft.estimated, sheet.draft.weighed_at]).toEqual([undefined, undefined])
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
    const session = tablet.open(completeSheet())
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
    const session = tablet.open(completeSheet())
    session.update((sheet) => typed(sheet, 'name', 'Bel'))
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'Bello'))
    setSignedIn(undefined)
    await session.close()
    setSignedIn({ clinic: tablet.clinic, user: USER })
    expect((await openDraft())?.content).toEqual(session.store.getState().sheet.draft)
  })

  test('is written by itself after a short pause in typing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const session = tablet.open(completeSheet())
      session.update((sheet) => typed(sheet, 'name', 'Rex'))
      vi.advanceTimersByTime(299)
      session.update((sheet) => typed(sheet, 'name', 'Rexy'))
      vi.advanceTimersByTime(299)
      expect(tablet.told.drafts).toEqual([])
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
    const session = tablet.open(startSheet({ outcome: 'N/A', weight_units: '-' }))
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'R'))
    await session.flush()
    expect(await openDraft()).toBeDefined()
    session.update((sheet) => typed(sheet, 'name', ''))
    await session.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('ends when leaving loses it', async () => {
    const session = tablet.open(completeSheet())
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
    const session = tablet.open(completeSheet())
    tablet.clinic.close()
    session.update((sheet) => typed(sheet, 'name', 'Rex'))
    await session.flush()
    expect(session.store.getState().kept).toBe(false)
    await tablet.clinic.open()
    await session.flush()
    expect(session.store.getState().kept).toBe(true)
    expect(await openDraft()).toMatchObject({ content: { name: 'Rex' } })
  })
})

describe('[Q-65] UNDO of a press on the species', () => {
  const begun = () => {
    const session = tablet.open(completeSheet())
    session.pressSpecies()
    return session
  }
  const draftOf = (session: SheetSession) => session.store.getState().sheet.draft

  test('brings the sheet back with the unit of its weight, whatever was pressed since', () => {
    const session = begun()
    session.update(kg)
    expect(draftOf(session)).toMatchObject({ weight: '', weight_units: 'kg' })
    tablet.told.undos[0]?.undo()
    expect(draftOf(session)).toEqual(completeSheet().draft)
    expect(tablet.told.undos).toHaveLength(1)
  })

  test('takes nothing away for good: what was typed since can be brought back in turn', () => {
    const session = begun()
    session.update((sheet) => typed(typed(sheet, 'name', 'Rex'), 'weight', '4'))
    const since = draftOf(session)
    tablet.told.undos[0]?.undo()
    expect(draftOf(session)).toMatchObject({ name: 'Bella', weight: '22', weight_units: 'lb' })
    expect(tablet.told.undos).toMatchObject([
      { step: 'species', name: 'Bella' },
      { step: 'undo', name: 'Rex' },
    ])
    tablet.told.undos[1]?.undo()
    expect(draftOf(session)).toEqual(since)
    expect(tablet.told.undos).toHaveLength(2)
  })

  test('the same holds for a sheet that was put away for an empty one', () => {
    const session = tablet.open(startSheet({ outcome: 'N/A', weight_units: 'kg' }))
    session.putAway(completeSheet())
    session.update((sheet) => typed(sheet, 'name', 'Rex'))
    tablet.told.undos[0]?.undo()
    expect(draftOf(session)).toEqual(completeSheet().draft)
    tablet.told.undos[1]?.undo()
    expect(draftOf(session)).toMatchObject({ name: 'Rex', weight: '', weight_units: '-' })
  })
})

describe('the library that doses are judged by', () => {
  const held = () => {
    let come: (lookup: LibraryLookup) => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    const library = new Promise<LibraryLookup>((resolve, reject) => {
      come = resolve
      fail = reject
    })
    return { services: { ...sheetServices(), lookUp: () => library }, come, fail }
  }
  const modalOf = (session: SheetSession) => session.store.getState().sheet.modal
  const [old] = ANESTHESIA.content.sections.flatMap(({ drugs }) => drugs)
  if (old === undefined) throw new Error('The sample has no drug.')
  const dosages: [number, number] = [old.dosage / 10, old.dosage / 10]
  const library = lookupIn(
    [
      {
        name: old.name,
        concentration: old.concentration,
        _id: newId(),
        species: [0, 1],
        section_key: 1,
        dosage: dosages,
        dosage_from: [-1, -1],
        dosage_to: [-1, -1],
      },
    ],
    0,
  )

  test('is waited for by EXPORT: a copy that carries nothing is not exported unlooked at', async () => {
    const { services, come } = held()
    const session = tablet.open(completeSheet(), services)
    session.pressExport()
    expect([modalOf(session), session.store.getState().looking]).toEqual([null, true])
    session.pressExport()
    come(library)
    await vi.waitFor(() => expect(modalOf(session)).toMatchObject({ ask: 'doses', goingOn: 'export' }))
    session.goOn()
    await vi.waitFor(() => expect(modalOf(session)?.step).toBe(6))
  })

  test('that cannot be read keeps nobody from EXPORT', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const { services, fail } = held()
    const session = tablet.open(completeSheet(), services)
    session.pressExport()
    fail(new Error('The database is gone.'))
    await vi.waitFor(() => expect(modalOf(session)?.step).toBe(6))
    expect([told.mock.calls.length, session.store.getState().looking]).toEqual([1, false])
  })

  test('that never comes keeps nobody from EXPORT for longer than ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      vi.spyOn(console, 'error').mockReturnValue()
      const session = tablet.open(completeSheet(), held().services)
      session.pressExport()
      await vi.advanceTimersByTimeAsync(9_999)
      expect(modalOf(session)).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(modalOf(session)?.step).toBe(6)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('an emergency protocol', () => {
  const withoutOne = (): OpenSheet => {
    const sheet = completeSheet()
    return { ...sheet, draft: { ...sheet.draft, emergency_protocol: null } }
  }

  test('that EXPORT asked for leads to the export window once it is added', () => {
    const session = tablet.open(withoutOne())
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
    const session = tablet.open(withoutOne())
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
  const session = tablet.open(startSheet({ outcome: 'N/A', weight_units: '-' }))
  session.update((sheet) => typed(sheet, 'name', 'R'))
  session.update((sheet) => typed(sheet, 'name', 'Re'))
  session.update((sheet) => typed(sheet, 'name', ''))
  expect(tablet.told.losses).toEqual([true, false])
})

test('a weight has the time at which it or its unit was typed, and no other key or press has one', async () => {
  const session = await tablet.asked()
  const weighedAt = () => session.store.getState().sheet.draft.weighed_at
  session.update((sheet) => typed(closed(sheet), 'name', 'Max'))
  session.update(estimatedPressed)
  expect(weighedAt()).toBeUndefined()
  const before = new Date().toISOString()
  session.update((sheet) => typed(sheet, 'weight', '23'))
  const first = weighedAt() ?? ''
  expect(first >= before && first <= new Date().toISOString()).toBe(true)
  session.update((sheet) => typed(sheet, 'name', 'Maxi'))
  expect(weighedAt()).toBe(first)
  session.update((sheet) => typed(sheet, 'weight', ''))
  expect(weighedAt()).toBeUndefined()
})

test('unit and outcome are remembered for this user alone', () => {
  tablet.open(startSheet({ outcome: 'N/A', weight_units: '-' })).update(kg)
  expect(readRemembered(tablet.storage, USER._id)).toEqual({ outcome: 'N/A', weight_units: 'kg' })
  expect(readRemembered(tablet.storage, newId())).toEqual({ outcome: 'N/A', weight_units: '-' })
})

test('storage that refuses does not stop the sheet', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  tablet.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const session = tablet.open(completeSheet())
  session.update(kg)
  await session.flush()
  expect(await openDraft()).toMatchObject({ content: { weight_units: 'kg' } })
})

describe('what no write has taken yet', () => {
  test('is known until it is stored, and then forgotten', async () => {
    const session = tablet.open(completeSheet())
    await session.flush()
    session.update((sheet) => typed(sheet, 'name', 'Last word'))
    const unwritten = session.unwritten()
    expect(unwritten).toMatchObject({ id: tablet.told.drafts.at(-1), content: { name: 'Last word' } })
    if (unwritten !== null) keepUnwritten(tablet.storage, USER._id, unwritten)
    expect(readUnwritten(tablet.storage, USER._id)).toEqual(unwritten)
    await session.flush()
    expect([session.unwritten(), readUnwritten(tablet.storage, USER._id)]).toEqual([null, null])
  })

  test('what was taken off again in the last moment does not come back as it was stored before', async () => {
    const session = tablet.open(startSheet({ outcome: 'N/A', weight_units: '-' }))
    session.update((sheet) => typed(sheet, 'weight', '12'))
    await session.flush()
    session.update((sheet) => typed(sheet, 'weight', ''))
    const unwritten = session.unwritten()
    expect(unwritten).toMatchObject({ id: tablet.told.drafts.at(-1), content: { weight: '', species: -1 } })
    if (unwritten === null) return
    const stored = sheetDraft.parse((await openDraft())?.content)
    expect(stored.weight).toBe('12')

    const remembered = readRemembered(tablet.storage, USER._id)
    const again = tablet.open(restoreSheet(remembered, unwritten.content), sheetServices(), {
      id: unwritten.id ?? '',
      stored,
    })
    expect(again.losesOnLeave()).toBe(false)
    await again.flush()
    expect(await openDraft()).toBeUndefined()
  })

  test('is nothing once the sheet is saved or put away', async () => {
    const session = await tablet.asked()
    await session.saveSheet()
    expect(session.unwritten()).toBeNull()
    session.update((sheet) => typed(sheet, 'name', 'More'))
    await session.discard()
    expect(session.unwritten()).toBeNull()
  })

  test('is read only when it is an open sheet', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    for (const text of ['{', '1', '{"content":{"kind":"sheet"}}']) {
      tablet.storage.setItem(`new-sheet/${USER._id}/unwritten`, text)
      expect(readUnwritten(tablet.storage, USER._id)).toBeNull()
    }
  })
})

describe('a sheet that was exported and not saved', () => {
  const made = (session: SheetSession): SheetContent => {
    const { modal } = session.store.getState().sheet
    if (modal?.step !== MODAL_STEP.withoutSpecies || modal.ask !== 'save') throw new Error('Nobody is asked.')
    return modal.sheet
  }
  const exportedSheet = async () => {
    const session = await tablet.asked()
    session.exported(made(session))
    return session
  }
  const idNow = async () => (await openDraft())?._id ?? ''

  test('is known as that after a reload, until it is saved', async () => {
    const session = await exportedSheet()
    const at = session.store.getState().sheet.exportedAt
    expect(at).not.toBeNull()
    const id = await idNow()
    expect(readPaper(tablet.storage, id).exportedAt).toBe(at)
    session.update(closed)
    await session.close()

    const stored = sheetDraft.parse((await openDraft())?.content)
    const restored = restoreSheet(
      readRemembered(tablet.storage, USER._id),
      stored,
      null,
      readPaper(tablet.storage, id),
    )
    const again = tablet.open(restored, sheetServices(), { id, stored })
    expect(again.store.getState().sheet.exportedAt).toBe(at)
    again.pressSave()
    await again.saveSheet()
    const { sheet } = again.store.getState()
    expect([sheet.saved === null, sheet.exportedAt]).toEqual([false, null])
    expect(readPaper(tablet.storage, id)).toEqual(NO_PAPER)
    again.exported(sampleSheet)
    expect(again.store.getState().sheet.exportedAt).toBeNull()
  })

  test('says on the next file what it replaces, also after the sheet was saved and after a reload', async () => {
    const session = await exportedSheet()
    const { printed } = session.store.getState().sheet
    expect(printed?.weight).toBe(22)
    await session.saveSheet()
    const saved = session.store.getState().sheet.saved?.sheetId ?? ''
    await vi.waitFor(async () => expect(await lastPrint(tablet.clinic, saved)).toMatchObject(printed ?? {}))
    expect(session.store.getState().sheet).toMatchObject({ exportedAt: null, printed })
    session.update((sheet) => typed(sheet, 'weight', '24'))
    await session.flush()
    expect(readPaper(tablet.storage, await idNow())).toEqual({ exportedAt: null, printed })
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
    expect(readPaper(tablet.storage, id)).toEqual(NO_PAPER)
    if (next !== undefined) expect(readPaper(tablet.storage, next)).toEqual(NO_PAPER)
  })

  test('SAVE says what is wrong with it first', async () => {
    const session = await exportedSheet()
    session.update((sheet) => typed(closed(sheet), 'weight', ''))
    session.pressSave()
    expect(session.store.getState().sheet).toMatchObject({ modal: null, error: { field: 'weight' } })
  })
})

describe('RESET of the injections', () => {
  const add = (name: string) => (sheet: OpenSheet) => injectionAppended(sheet, name)
  const now = (session: SheetSession) => session.store.getState().sheet.draft.injections

  test('brings them back with UNDO, and keeps what was added since', () => {
    const session = tablet.open(completeSheet())
    session.resetInjections()
    expect(tablet.told.injections).toEqual([])
    session.update(add('Cefazolin'))
    session.update(add('Meloxicam'))
    session.resetInjections()
    expect(now(session)).toEqual([])
    expect(tablet.told.injections).toMatchObject([{ count: 2 }])
    session.update(add('Maropitant'))
    tablet.told.injections[0]?.undo()
    expect(now(session)).toEqual(['Cefazolin', 'Meloxicam', 'Maropitant'])
  })

  test('is never offered to another patient', async () => {
    const session = tablet.open(completeSheet())
    const resets = [session.reset, session.nextPatient, session.pressSpecies]
    for (const another of resets) {
      session.update(add('Cefazolin'))
      session.resetInjections()
      expect(tablet.told.injections).toHaveLength(1)
      void another()
      await vi.waitFor(() => expect(tablet.told.injections).toEqual([]))
    }
  })
})
