import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { clinicDatabase, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { save } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { speciesPressed, startSheet } from './open-sheet.ts'
import { COLLECTION_OF, picked } from './picked-record.ts'
import { ANESTHESIA, EMERGENCY, USER } from './testing/sheet-samples.ts'

const CANINE = speciesPressed(startSheet({ outcome: 'N/A', weight_units: 'kg' }))
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

async function stored(step: ListStep, content: unknown): Promise<string> {
  const _id = newId()
  await save({
    action: 'library.create',
    ops: [{ op: 'create', collection: COLLECTION_OF[step], _id, content: content as JsonObject }],
  })
  return _id
}

test('a protocol goes to its review as a snapshot, with the record that it came from', async () => {
  for (const [step, review, { content }] of [
    [MODAL_STEP.anesthesiaProtocols, MODAL_STEP.anesthesiaReview, ANESTHESIA],
    [MODAL_STEP.emergencyProtocols, MODAL_STEP.emergencyReview, EMERGENCY],
  ] as const) {
    const source_id = await stored(step, content)
    const change = await picked(step, source_id, 0)
    expect(change?.(CANINE).modal).toEqual({ step: review, choice: { source_id, content } })
  }
})

test('a procedure is confirmed with its notes, an injection appended by name', async () => {
  const procedure = await stored(MODAL_STEP.procedures, { species: 0, name: 'Spay', notes: 'Both ovaries' })
  const injection = await stored(MODAL_STEP.injections, { species: 0, name: 'Rabies' })
  const chosen = await picked(MODAL_STEP.procedures, procedure, 0)
  const added = await picked(MODAL_STEP.injections, injection, 0)
  expect(chosen?.(CANINE).draft.procedure).toEqual({
    source_id: procedure,
    content: { name: 'Spay', notes: 'Both ovaries' },
  })
  expect(added?.(CANINE).draft.injections).toEqual(['Rabies'])
})

test('[W2] what a later release added to a record is left out, and the record goes on the sheet', async () => {
  const rows = (content: JsonObject, list: 'sections' | 'drugs') => ({
    ...content,
    [list]: (content[list] as JsonObject[]).map((row) => ({ ...row, later: true })),
  })
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  for (const [step, content, added] of [
    [MODAL_STEP.anesthesiaProtocols, rows(ANESTHESIA.content, 'sections'), ANESTHESIA.content],
    [MODAL_STEP.emergencyProtocols, rows(EMERGENCY.content, 'drugs'), EMERGENCY.content],
    [MODAL_STEP.procedures, { species: 0, name: 'Spay' }, { name: 'Spay' }],
    [MODAL_STEP.injections, { species: 0, name: 'Rabies' }, 'Rabies'],
  ] as const) {
    const record = {
      collection: COLLECTION_OF[step],
      _id: newId(),
      schema: 1,
      version: 1,
      seq: 1,
      deleted: false,
    }
    const grown = { ...content, of_a_later_release: { any: ['thing'] } } as JsonObject
    await clinic.table(record.collection).put({ ...record, load: 0, meta, content: grown })
    const sheet = (await picked(step, record._id, 0))?.(CANINE)
    const { modal, draft } = sheet ?? expect.fail(`${record.collection}: nothing was chosen`)
    expect([
      modal && 'choice' in modal ? modal.choice.content : null,
      draft.procedure?.content,
      draft.injections[0],
    ]).toContainEqual(added)
  }
})

test('no record of another species comes onto a sheet, nor one that was removed meanwhile', async () => {
  const feline = await stored(MODAL_STEP.procedures, { species: 1, name: 'Spay' })
  expect(await picked(MODAL_STEP.procedures, feline, 0)).toBeNull()
  expect(await picked(MODAL_STEP.procedures, newId(), 0)).toBeNull()
  const change = await picked(MODAL_STEP.procedures, feline, 1)
  expect(change?.(CANINE)).toBe(CANINE)
})
