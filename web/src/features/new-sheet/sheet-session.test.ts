import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'
import type { Op } from 'sync-protocol/records/mutation'
import { sheetContent } from 'sync-protocol/records/sheet'
import { clinicDatabase, type ClinicDatabase } from '../../data/clinic-database.ts'
import { openDraft } from '../../data/open-draft.ts'
import { newId } from '../../data/ids.ts'
import { newLane } from '../../data/lanes.ts'
import { allRecords } from '../../data/records.ts'
import { save } from '../../data/save.ts'
import { setSignedIn } from '../../data/signed-in.ts'
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
  unitPressed,
  type OpenSheet,
} from './open-sheet.ts'
import { nextPatient } from './next-patient.ts'
import { readRemembered } from './remembered-choices.ts'
import { ANESTHESIA, completeSheet, EMERGENCY, USER } from './sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import { openSheetSession, type SheetSession } from './sheet-session.ts'
import { forgetUnwritten, keepUnwritten, readUnwritten } from './unwritten-draft.ts'

class MemoryStorage implements Storage {
  private readonly map = new Map<string, string>()
  get length() {
    return this.map.size
  }
  clear = () => this.map.clear()
  getItem = (key: string) => this.map.get(key) ?? null
  key = (index: number) => [...this.map.keys()][index] ?? null
  removeItem = (key: string) => void this.map.delete(key)
  setItem = (key: string, value: string) => void this.map.set(key, value)
}

let clinic: ClinicDatabase
let storage: Storage
let drafts: (string | null)[]
let losses: boolean[]
let undos: { step: string; name: string; undo: () => void }[]

function open(
  sheet: OpenSheet,
  services = sheetServices(),
  continued: { id: string; stored: SheetDraft } | null = null,
): SheetSession {
  return openSheetSession({
    services,
    user: USER,
    storage,
    sheet,
    continued,
    onStored: () => forgetUnwritten(storage, USER._id),
    onDraft: (id) => drafts.push(id),
    onWiped: (step, { name }, undo) => undos.push({ step, name, undo }),
    onLoss: (wouldLose) => losses.push(wouldLose),
  })
}

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
  drafts = []
  losses = []
  undos = []
})

afterEach(() => {
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

  test('NEXT PATIENT goes on with species, protocols and unit, and its own draft', async () => {
    const session = await asked()
    await session.saveSheet()
    await session.nextPatient()
    await session.flush()
    const { sheet } = session.store.getState()
    expect([sheet.draft.name, sheet.draft.weight_units, sheet.draft.species, sheet.saved]).toEqual([
      '',
      'lb',
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
    await save({ action: 'anesthesia_protocol.create', ops: [create as unknown as Op] })
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
      ops: [{ ...edit, set: { sections }, was: { sections: content.sections } } as unknown as Op],
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
    session.update(unitPressed)
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
    expect(draftOf(session)).toMatchObject({ name: 'Rex', weight: '', weight_units: 'kg' })
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
  open(startSheet({ outcome: 'N/A', weight_units: '-' })).update(unitPressed)
  expect(readRemembered(storage, USER._id)).toEqual({ outcome: 'N/A', weight_units: 'kg' })
  expect(readRemembered(storage, newId())).toEqual({ outcome: 'N/A', weight_units: '-' })
})

test('storage that refuses does not stop the sheet', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const session = open(completeSheet())
  session.update(unitPressed)
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
