import { beginningOf } from 'sync-protocol/records/sheet-id'
import { expect, test } from 'vitest'
import { sampleSheet } from '../exports/testing/sheet-sample.ts'
import { patientOfSheet, type Patient } from '../records/patient.ts'
import type { ViewRecord } from '../data/database/clinic-rows.ts'
import { sheetDraft } from '../sync/testing/samples.ts'
import { followed, withBeside } from './followed-patient.ts'

const sheet = sheetDraft({ species: 0, name: 'Jule', weight: '12', weight_units: 'kg' })
// A saved sheet has an id of its own that begins as the open one's does.
const OPEN = '0193cccc-0000-7000-8000-0aa000000000'
const SAVED = '0193cccc-0000-7000-8000-0aaf12345678'
const OTHER = '0193cccc-0000-7000-8111-0bbf12345678'
const chosen: Patient = { ...patientOfSheet(sheet)!, sheetId: OPEN }
const meta = (created: string) => ({ date_created: created }) as ViewRecord<'sheets'>['meta']
const FIRST = meta('2026-11-30T08:00:00.000Z')

test('who was chosen is as their open sheet says, and as it was saved', () => {
  const open = [{ id: OPEN, sheet: { ...sheet, weight: '15', estimated: true } }]
  expect(followed(chosen, { open, saved: [] })).toMatchObject({
    weight: '15',
    estimated: true,
    sheetId: OPEN,
  })
  expect(followed(chosen, { open: [{ id: OPEN, sheet: { ...sheet, weight: '' } }], saved: [] })).toBe(
    'changing',
  )
  expect(
    followed(chosen, {
      open: [{ id: OTHER, sheet }],
      saved: [{ _id: OTHER, content: sampleSheet, meta: FIRST }],
    }),
  ).toBe('ended')

  const saved = {
    ...sampleSheet,
    name: 'Julie',
    patient_id: 'A-1',
    weight: 14.5,
    weight_units: 'kg' as const,
  }
  const isSaved = followed(
    { ...chosen, estimated: true },
    { open: [], saved: [{ _id: SAVED, content: saved, meta: FIRST }] },
  )
  expect(isSaved).toMatchObject({ weight: '14.5', units: 'kg', sheet: { name: 'Julie', patient_id: 'A-1' } })
  expect(isSaved).not.toHaveProperty('estimated')
  expect(
    followed(chosen, {
      open: [],
      saved: [{ _id: SAVED, content: { ...saved, estimated: true }, meta: FIRST }],
    }),
  ).toHaveProperty('estimated', true)
})

test('of two sheets that were saved from one open sheet the first counts, and of one that was chosen that one', () => {
  const later = {
    _id: `${SAVED.slice(0, -1)}9`,
    content: { ...sampleSheet, name: 'Later' },
    meta: meta('2026-11-30T09:00:00.000Z'),
  }
  const both = [later, { _id: SAVED, content: { ...sampleSheet, name: 'First' }, meta: FIRST }]
  expect(followed(chosen, { open: [], saved: both })).toMatchObject({ sheet: { name: 'First' } })
  expect(followed({ ...chosen, sheetId: later._id }, { open: [], saved: both })).toMatchObject({
    sheet: { name: 'Later' },
  })
})

test('until the sheets are read who was chosen is as they were', () => {
  expect(followed(chosen, { open: undefined, saved: [] })).toBe(chosen)
  expect(followed(chosen, { open: [], saved: undefined })).toBe(chosen)
})

test('who was entered without a sheet stays as entered', () => {
  const entered: Patient = { species: 1, weight: '4', units: 'kg', sheet: null }
  expect(followed(entered, { open: [{ id: 'a', sheet }], saved: [] })).toBe(entered)
})

test('beside a saved sheet it is said what it was corrected to', () => {
  const saved = [{ _id: SAVED, content: sampleSheet, meta: FIRST }]
  const saved_with = { name: 'Jule', weight: '15', units: 'kg', isOpen: true } as const
  const beside = (sheetId: string) => (sheetId === SAVED ? saved_with : undefined)
  expect(followed(chosen, { open: [], saved, beside })).toMatchObject({ sheet: { saved_with } })
  const atHand = { ...sheet, saved_with: { name: 'Jule', weight: '12', units: 'kg' } as const }
  expect(withBeside(atHand, OPEN, { open: [], saved, beside })).toMatchObject({ saved_with })
  expect(withBeside(sheet, OTHER, { open: [], saved, beside })).toBe(sheet)
  expect(withBeside(atHand, OPEN, { open: [], saved, beside: () => undefined })).toBe(atHand)
})

test('a saved sheet is compared with the row of the day list that it was saved for', () => {
  const saved = [{ _id: SAVED, content: sampleSheet, meta: FIRST }]
  const rowOf = new Map([[SAVED, 'row']])
  expect(followed(chosen, { open: [], saved, rowOf })).toMatchObject({ sheet: { day_row: 'row' } })
  const other = followed(chosen, { open: [], saved, rowOf: new Map([[OTHER, 'row']]) })
  expect(other).not.toHaveProperty('sheet.day_row')
})

test('of a sheet that was begun before what is read nobody says that it was reset', () => {
  expect(followed(chosen, { open: [], saved: [], since: OTHER })).toBe(chosen)
  expect(followed(chosen, { open: [], saved: [], since: OPEN })).toBe('ended')
})

test('a saved sheet that was deleted since is said to be, with what it was corrected to', () => {
  const atHand = { ...sheet, saved_as: SAVED }
  const gone = new Set([beginningOf(SAVED)])
  const stands = [
    { _id: SAVED, content: { ...sampleSheet, weight: 12, weight_units: 'kg' as const }, meta: FIRST },
  ]
  expect(withBeside(atHand, SAVED, { open: [], saved: stands })).toBe(atHand)
  expect(withBeside(atHand, SAVED, { open: [], saved: [], gone })).toHaveProperty('put_away', true)
  const saved_with = { name: 'Jule', weight: '15', units: 'kg' } as const
  const beside = () => saved_with
  expect(withBeside(atHand, SAVED, { open: [], saved: [], gone, beside })).toMatchObject({
    put_away: true,
    saved_with,
  })
  expect(followed({ ...chosen, sheetId: SAVED }, { open: [], saved: [], beside })).toMatchObject({
    sheet: { put_away: true, saved_with },
  })
  // Saved on another tablet, from the sheet that stood here.
  const elsewhere = { ...sheet, saved_with: { name: 'Jule', weight: '12', units: 'kg' } as const }
  expect(withBeside(elsewhere, OPEN, { open: [], saved: [], gone })).toHaveProperty('put_away', true)
  // Where it is not here yet, or is open again for a correction that is not written yet, it is not known to be.
  expect(withBeside(atHand, SAVED, { open: [], saved: [], gone: new Set() })).toBe(atHand)
  expect(withBeside(atHand, OTHER, { open: [], saved: [], gone })).toBe(atHand)
  expect(withBeside(sheet, OPEN, { open: [], saved: [], gone })).toBe(sheet)
})

test('of two sheets that were saved from one, the other is said where only that one stands', () => {
  const twin = `${SAVED.slice(0, -1)}9`
  const heavy = [
    {
      _id: twin,
      content: { ...sampleSheet, name: 'Jule', weight: 15, weight_units: 'kg' as const },
      meta: FIRST,
    },
  ]
  const own = { ...sheet, saved_as: SAVED }
  expect(withBeside(own, SAVED, { open: [], saved: heavy })).toMatchObject({ saved_with: { weight: '15' } })
})

test('who was chosen is given what was saved, and their own species', () => {
  const drugs = sampleSheet.anesthesia_protocol.sections.flatMap((section) => section.drugs)
  const saved = [{ _id: SAVED, content: { ...sampleSheet, species: 1 as const }, meta: FIRST }]
  const is = followed(chosen, { open: [], saved }) as Patient
  expect(drugs.length).toBeGreaterThan(0)
  expect(is.sheet?.given).toEqual(drugs)
  expect(is.species).toBe(1)
  const emergency = { name: 'Another list' } as NonNullable<NonNullable<Patient['sheet']>['emergency']>
  const withList: Patient = { ...chosen, sheet: { ...chosen.sheet!, emergency } }
  expect((followed(withList, { open: [], saved }) as Patient).sheet?.emergency).toBe(null)
})
