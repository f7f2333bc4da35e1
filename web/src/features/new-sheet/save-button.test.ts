import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sheetDraft } from 'sync-protocol/records/draft'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import { allRecords } from '../../data/view/records.ts'
import { readQuestion } from './kept-question.ts'
import { closed, isSaved, opened, restoreSheet, toSave, typed } from './open-sheet.ts'
import { readRemembered } from './remembered-choices.ts'
import { completeSheet, USER } from './testing/sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import type { SheetSession } from './sheet-session.ts'
import { sheetTablet, type SheetTablet } from './testing/sheet-tablet.ts'

let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  await tablet.close()
  vi.restoreAllMocks()
})

const sheetNow = (session: SheetSession) => session.store.getState().sheet
const saved = (session: SheetSession) => vi.waitFor(() => expect(isSaved(sheetNow(session))).toBe(true))
const asks = (session: SheetSession) => toSave(sheetNow(session))?.unasked === undefined
/** Complete but for what is named. */
function named(name: string, services = sheetServices()): SheetSession {
  const session = tablet.open(completeSheet(), services)
  session.update((sheet) => typed(sheet, 'name', name))
  return session
}

describe('[Q-76] SAVE', () => {
  test('saves without a question, with the draws, and ends the open sheet', async () => {
    const session = named('Bella')
    await session.flush()
    session.pressSave()
    await saved(session)
    expect(sheetNow(session).modal).toBeNull()
    expect((await tablet.rows()).at(-1)).toEqual({
      action: 'sheet.save',
      detail: null,
      ops: ['create sheets', 'create draws', 'delete drafts'],
    })
    expect(await openDraft()).toBeUndefined()
  })

  test('pressed twice saves once', async () => {
    const session = named('Bella')
    session.pressSave()
    session.pressSave()
    await saved(session)
    await session.flush()
    expect(await allRecords('sheets')).toHaveLength(1)
  })

  test('[Q-66] asks where the sheet was saved before, and where there is something to look at', async () => {
    const session = named('Bella')
    session.pressSave()
    await saved(session)
    session.update((sheet) => typed(sheet, 'weight', '23'))
    session.pressSave()
    expect([toSave(sheetNow(session)) !== null, asks(session)]).toEqual([true, true])
    session.declineSave()
    const unusual = named('Luna')
    unusual.pressSave(true)
    expect([toSave(sheetNow(unusual)) !== null, asks(unusual)]).toEqual([true, true])
    unusual.declineSave()
    expect(await allRecords('sheets')).toHaveLength(1)
    unusual.pressSave()
    await saved(unusual)
  })

  test('[Q-75] asks about a patient who was saved on the same day, and while that is not known', async () => {
    const first = named('Bella')
    first.pressSave()
    await saved(first)
    await vi.waitFor(() => expect(listIndex('sheets').entries()).toHaveLength(1))
    const second = named(' bella')
    second.pressSave()
    expect([toSave(sheetNow(second)) !== null, asks(second)]).toEqual([true, true])
    second.declineSave()
    const unknown = named('Otto', { ...sheetServices(), savedToday: () => true })
    unknown.pressSave()
    expect(asks(unknown)).toBe(true)
  })

  test('what is typed while it saves stays, as a change since', async () => {
    const services = sheetServices()
    let begun = () => undefined as void
    let goOn = () => undefined as void
    const saving = new Promise<void>((resolve) => (begun = resolve))
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const session = named('Bella', {
      ...services,
      async save(intent) {
        if (intent.action === 'sheet.save') {
          begun()
          await held
        }
        return services.save(intent)
      },
    })
    await session.flush()
    session.pressSave()
    await saving
    session.update((sheet) => opened(typed(sheet, 'weight', '23'), { step: 0 }))
    goOn()
    await vi.waitFor(() => expect(sheetNow(session).saved).not.toBeNull())
    expect([isSaved(sheetNow(session)), sheetNow(session).draft.weight]).toEqual([false, '23'])
    expect(sheetNow(session).modal).toEqual({ step: 0 })
    const [sheet] = await allRecords('sheets')
    expect(sheet?.content).toMatchObject({ weight: 22 })
    await session.flush()
    expect((await openDraft())?.content).toMatchObject({ weight: '23', saved_as: sheet?._id })
  })

  test('what is typed before the store answers is saved with it', async () => {
    const session = named('Bella')
    session.pressSave()
    session.update((sheet) => typed(sheet, 'weight', '23'))
    await saved(session)
    expect((await allRecords('sheets')).map(({ content }) => content?.['weight'])).toEqual([23])
  })

  test.each([
    ['RESET SHEET', (session: SheetSession) => session.reset()],
    ['another species', async (session: SheetSession) => session.pressSpecies()],
    ['leaving', (session: SheetSession) => session.close()],
  ])('is over before %s makes another sheet of it', async (_, step) => {
    const session = named('Bella')
    await session.flush()
    session.pressSave()
    await step(session)
    await vi.waitFor(async () => expect(await allRecords('sheets')).toHaveLength(1))
    await session.flush()
    expect(sheetNow(session).saved === null || isSaved(sheetNow(session))).toBe(true)
    expect((await openDraft())?.content).not.toMatchObject({ name: 'Bella' })
  })

  test('that fails asks, says so, and RETRY saves it once', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const session = named('Bella')
    await session.flush()
    tablet.clinic.close()
    session.pressSave()
    await vi.waitFor(() => expect(session.store.getState().saving).toBe('failed'))
    expect([toSave(sheetNow(session)) !== null, asks(session)]).toEqual([true, true])
    await tablet.clinic.open()
    await session.saveSheet()
    expect(await allRecords('sheets')).toHaveLength(1)
    expect(isSaved(sheetNow(session))).toBe(true)
  })

  test('asks for an emergency protocol as EXPORT does; NO goes on to saving', async () => {
    const session = named('Bella')
    session.update((sheet) => ({ ...sheet, draft: { ...sheet.draft, emergency_protocol: null } }))
    session.pressSave()
    expect(sheetNow(session).modal).toEqual({ step: 8, ask: 'emergency', goingOn: 'save' })
    session.goWithoutEmergency()
    await saved(session)
    expect(await allRecords('sheets')).toHaveLength(1)
  })
})

describe('[Q-64] a question that is open when the page goes', () => {
  /** The page goes, and comes back with what was kept. */
  async function reloaded(session: SheetSession): Promise<SheetSession> {
    await session.flush()
    const draft = await openDraft()
    const stored = sheetDraft.parse(draft?.content)
    const id = draft?._id ?? ''
    const question = readQuestion(tablet.storage, USER._id, id)
    const restored = restoreSheet(readRemembered(tablet.storage, USER._id), stored)
    return tablet.open(restored, sheetServices(), { id, stored }, question)
  }

  test('comes back, is made anew, and is answered once', async () => {
    const session = named('Bella')
    session.pressSave(true)
    const again = await reloaded(session)
    expect([toSave(sheetNow(again))?.sheet.name, asks(again)]).toEqual(['Bella', true])
    again.declineSave()
    const later = await reloaded(again)
    expect(sheetNow(later).modal).toBeNull()
    later.pressSave(true)
    await later.saveSheet()
    expect(readQuestion(tablet.storage, USER._id, tablet.told.drafts.find((id) => id !== null) ?? '')).toBe(
      null,
    )
    expect(await allRecords('sheets')).toHaveLength(1)
  })

  test('about an emergency protocol comes back as well, and a list does not', async () => {
    const session = named('Bella')
    session.update((sheet) => ({ ...sheet, draft: { ...sheet.draft, emergency_protocol: null } }))
    session.pressExport()
    const again = await reloaded(session)
    expect(sheetNow(again).modal).toEqual({ step: 8, ask: 'emergency', goingOn: 'export' })
    again.update((sheet) => opened(closed(sheet), { step: 0 }))
    expect(sheetNow(await reloaded(again)).modal).toBeNull()
  })
})
