import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../data/database/ids.ts'
import { save } from '../../data/outbox/save.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { allRecords } from '../../data/view/records.ts'
import { exportWindowClosed, reasonGiven, toSave, typed, unitChosen } from './open-sheet.ts'
import { MODAL_STEP, type Modal } from './modal-steps.ts'
import { sheetServices } from './sheet-services.ts'
import type { SheetSession } from './sheet-session.ts'
import { completeSheet } from './testing/sheet-samples.ts'
import { sheetTablet, type SheetTablet } from './testing/sheet-tablet.ts'

const ROW = newId()
const BELLA = { day: '2026-11-20', order: 'i', name: 'Bella', species: 0, status: 'weighed' } as const
let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
  await save({
    action: 'day_row.create',
    ops: [{ op: 'create', collection: 'day_rows', _id: ROW, content: BELLA }],
  })
})
afterEach(async () => {
  await tablet.close()
  vi.restoreAllMocks()
})

const sheetOf = (session: SheetSession) => session.store.getState().sheet
const modalOf = (session: SheetSession): Modal | null => sheetOf(session).modal
const isAsked = (session: SheetSession) => {
  const modal = modalOf(session)
  return modal?.step === MODAL_STEP.withoutSpecies && modal.ask === 'whose'
}
const name = (session: SheetSession, to: string) => {
  session.update((sheet) => typed(sheet, 'name', to))
  session.askWhose()
}
const weigh = (session: SheetSession, to: string) => session.update((sheet) => typed(sheet, 'weight', to))
const becomesAsked = (session: SheetSession) => vi.waitUntil(() => isAsked(session))

/** EXPORT, and YES to what is asked then. */
async function exportAndSave(session: SheetSession): Promise<void> {
  session.pressExport()
  await vi.waitUntil(() => modalOf(session)?.step === MODAL_STEP.savedSheet)
  session.update(exportWindowClosed)
  await session.saveSheet()
}

/** The saved sheet of a patient of the day list, on the screen still. */
async function saved(services = sheetServices()): Promise<SheetSession> {
  const sheet = completeSheet()
  const session = tablet.open({ ...sheet, draft: { ...sheet.draft, day_row: ROW } }, services)
  await exportAndSave(session)
  return session
}
const lastSheet = async () => {
  const sheets = await allRecords('sheets')
  return sheets.reduce((last, one) => (last._id < one._id ? one : last), sheets[0]!)
}

test('another name over a saved sheet is asked about; ANOTHER PATIENT is a sheet of its own', async () => {
  const session = await saved()
  const [first] = await allRecords('sheets')
  name(session, 'Zeppelin')
  await becomesAsked(session)
  session.sayWhose('other')
  const { draft } = sheetOf(session)
  expect(draft.saved_as).toBeNull()
  expect(draft.day_row).toBeUndefined()
  // Nobody weighed this one.
  expect([draft.name, draft.weight, draft.weight_units]).toEqual(['Zeppelin', '', '-'])
  expect(draft.anesthesia_protocol).not.toBeNull()
  weigh(session, '40')
  session.update((sheet) => unitChosen(sheet, 'kg'))
  await exportAndSave(session)
  const { content } = await lastSheet()
  expect(content).toMatchObject({ name: 'Zeppelin', weight: 40 })
  expect(Object.keys(content ?? {})).not.toContain('corrects')
  expect(Object.keys(content ?? {})).not.toContain('day_row')
  expect((await dayRow(tablet.clinic, ROW))?.content.sheet_id).toBe(first?._id)
})

test('a weight that was typed for the next patient stays', async () => {
  const session = await saved()
  weigh(session, '40')
  name(session, 'Zeppelin')
  await becomesAsked(session)
  session.sayWhose('other')
  expect(sheetOf(session).draft.weight).toBe('40')
})

test('the same number that was typed anew is the next patient’s too', async () => {
  const session = await saved()
  const { weight, weight_units: units } = sheetOf(session).draft
  if (units === '-') throw new Error('The sheet has no unit.')
  session.update((sheet) => ({ ...typed(sheet, 'weight', weight), weighedSince: sheet.baseline }))
  name(session, 'Zeppelin')
  await becomesAsked(session)
  session.sayWhose('other')
  expect([sheetOf(session).draft.weight, sheetOf(session).draft.weight_units]).toEqual([weight, units])
})

test('what was on paper, explained or said of the patient before is not the next one’s', async () => {
  const session = await saved()
  session.update((sheet) => {
    const drug = sheet.draft.anesthesia_protocol?.content.sections[0]?.drugs[0]
    if (drug === undefined) throw new Error('There is no drug.')
    const row = { section: 0, place: 0, drug, guard: { level: 'red', findings: [] } } as never
    const explained = reasonGiven(sheet, row, 'old tolerant dog', 'Ana')
    return { ...explained, goneOnWith: [row], draft: { ...explained.draft, patient_id: 'B-1' } }
  })
  await exportAndSave(session)
  const { content } = await lastSheet()
  if (content === null) throw new Error('Nothing was saved.')
  session.exported(content)
  name(session, 'Zeppelin')
  await becomesAsked(session)
  session.sayWhose('other')
  const { draft, printed, exportedAt, goneOnWith, saved: wasSaved } = sheetOf(session)
  expect([printed, exportedAt, goneOnWith, wasSaved]).toEqual([null, null, [], null])
  expect([draft.explained, draft.check, draft.patient_id]).toEqual([undefined, undefined, ''])
})

test('THE SAME PATIENT corrects the saved sheet, and is asked about again where the name is another one by then', async () => {
  const session = await saved()
  const [first] = await allRecords('sheets')
  name(session, 'Brownie')
  await becomesAsked(session)
  session.sayWhose('same')
  expect(modalOf(session)).toBeNull()
  name(session, 'Tofu')
  await becomesAsked(session)
  session.sayWhose('same')
  await exportAndSave(session)
  expect((await lastSheet()).content).toMatchObject({ corrects: first?._id, day_row: ROW, name: 'Tofu' })
  // It was saved for Tofu.
  weigh(session, '13')
  await exportAndSave(session)
  expect((await lastSheet()).content).toMatchObject({ day_row: ROW, weight: 13 })
})

test('EXPORT and SAVE ask whose it is before anything is made, and go on with the answer', async () => {
  const session = await saved()
  session.update((sheet) => typed(sheet, 'name', 'Zeppelin'))
  session.pressExport()
  await becomesAsked(session)
  session.sayWhose('same')
  await vi.waitUntil(() => modalOf(session)?.step === MODAL_STEP.savedSheet)
  session.update(exportWindowClosed)
  session.declineSave()
  session.update((sheet) => typed(sheet, 'name', 'Quill'))
  session.pressSave()
  await becomesAsked(session)
  session.sayWhose('other')
  // The weight of the patient before is not this one's.
  await expect.poll(() => sheetOf(session).error?.field).toBe('weight')
})

test('whose it is stays open until it is answered, also for who reads the sheet elsewhere', async () => {
  const session = await saved()
  expect(session.mayBeAnother()).toBe(false)
  weigh(session, '13')
  expect(session.mayBeAnother()).toBe(false)
  session.update((sheet) => typed(sheet, 'name', 'Zeppelin'))
  expect(session.mayBeAnother()).toBe(true)
  // After a reload too.
  const again = tablet.open(sheetOf(session))
  await expect.poll(() => again.mayBeAnother()).toBe(true)
  session.askWhose()
  session.sayWhose('same')
  expect(session.mayBeAnother()).toBe(false)
  session.update((sheet) => typed(sheet, 'name', 'Quill'))
  session.askWhose()
  session.sayWhose('other')
  expect(session.mayBeAnother()).toBe(false)
})

test('Escape leaves it open, and nothing is saved until it is answered', async () => {
  const session = await saved()
  session.update((sheet) => typed(sheet, 'name', 'Zeppelin'))
  session.pressSave()
  await becomesAsked(session)
  session.update((sheet) => ({ ...sheet, modal: null }))
  session.pressSave()
  await becomesAsked(session)
  expect(toSave(sheetOf(session))).toBeNull()
  expect(await allRecords('sheets')).toHaveLength(1)
})

test('what was stored of the sheet that was typed over ends; the next patient’s is another open sheet', async () => {
  const session = await saved()
  name(session, 'Zeppelin')
  await session.flush()
  const before = session.draftId()
  await becomesAsked(session)
  session.sayWhose('other')
  await session.flush()
  expect(session.draftId()).not.toBe(before)
  expect(before).not.toBeNull()
  const open = await allRecords('drafts')
  expect(open.map(({ _id }) => _id)).toEqual([session.draftId()])
})

test('[P8] a saved sheet that cannot be read holds up none', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue()
  const sheet = sheetOf(await saved())
  const session = tablet.open(sheet, {
    ...sheetServices(),
    savedSheet: () => Promise.reject(new Error('unreadable')),
  })
  name(session, 'Zeppelin')
  await exportAndSave(session)
  expect(await allRecords('sheets')).toHaveLength(2)
  expect(failed).toHaveBeenCalled()
})
