import { expect, test } from 'vitest'
import { singleDrawOf } from 'sync-protocol/rules/single-draw-form'
import type { KeptForm, NewForm } from '../../data/drafts/kept-forms.ts'
import { asKept, asParked, openKept, openNew, patientSpecies } from './draw-opening.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100, schedule: 'III' as const }
const kept = (form: NewForm): KeptForm => ({ ...form, key: 'k', user_id: 'ana', at: '2026-11-20T10:00:00Z' })

test('a form that a reload interrupted is as it was left: drug, fields, and that it was saved once', () => {
  const opening = openNew(1, ketamine)
  const values = { ...opening.values, patient_name: 'Mia', volume: '0.', saved: true }
  const stored = JSON.parse(JSON.stringify(asKept(opening, { _id: 'second' }, values))) as NewForm
  expect(stored).toMatchObject({ collection: 'draws', name: 'Mia', species: 1, mode: 'create' })
  expect(openKept(kept(stored))).toMatchObject({ species: 1, _id: 'second', substance: ketamine, values })
})

test('a refused draw is typed again, so that the same draw comes out', () => {
  const values = { ...openNew(0, ketamine).values, procedure: 'Spay', patient_name: 'Rex', patient_id: 'A-1' }
  const draw = singleDrawOf({ ...values, volume: '1.25', form: 'LIQUID' }, ketamine, 0, '2026-11-20')
  const refused: NewForm = {
    collection: 'draws',
    _id: 'd',
    mode: 'create',
    species: 0,
    intended: draw,
    name: 'Rex',
    refused: 'm',
  }
  const opening = openKept(kept(refused))
  expect(opening.day).toBe('2026-11-20')
  expect(opening.values.saved).toBe(false)
  expect(singleDrawOf(opening.values, opening.substance, opening.species, '2026-11-20')).toEqual(draw)
  // What was typed into the reopened form since comes before what was refused.
  const typed = asKept(opening, { _id: 'd', refused: 'm' }, { ...opening.values, volume: '2' })
  const again = openKept(kept({ ...refused, ...typed }))
  expect(again).toMatchObject({ values: { volume: '2', patient_name: 'Rex' }, day: '2026-11-20' })
  // One that nobody refused was drawn when it is saved; and a day that is none is not kept.
  expect(openKept(kept({ ...refused, refused: undefined } as unknown as NewForm)).day).toBeUndefined()
  const odd = { ...refused, intended: { ...refused.intended, day: 'yesterday' } }
  expect(openKept(kept(odd)).day).toBeUndefined()
})

test('what is no draw is not opened as one', () => {
  const broken = { collection: 'draws', _id: 'd', mode: 'create', species: 0, name: '' } as const
  expect(() => openKept(kept({ ...broken, intended: { drug_name: 'Ketamine' } }))).toThrow()
  const odd = { drug_name: 'Ketamine', drug_concentration: 100, drug_volume: -2, sheet_data: null }
  expect(openKept(kept({ ...broken, intended: odd })).values).toMatchObject({ volume: '-2', procedure: '' })
  expect(() => openKept(kept(broken))).toThrow()
})

test('[P8] a refused draw keeps its patient’s species and asks for a measured volume as it did, whatever is typed anew', () => {
  const values = { ...openNew(0, ketamine).values, procedure: 'Spay', patient_name: 'Rex', volume: '0.3' }
  const draw = singleDrawOf(values, ketamine, 2, '2026-11-20')
  const intended = { ...draw, drug_volume: 0.001, enter_measured_volume: true }
  const refused = {
    collection: 'draws',
    _id: 'd',
    mode: 'create',
    species: 0,
    name: 'Rex',
    refused: 'm',
  } as const
  const opening = openKept(kept({ ...refused, intended, completes: { author_name: 'Ana', message: 'No.' } }))
  expect(patientSpecies(opening)).toBe(2)
  expect(asParked(draw, opening)).toEqual({ ...draw, enter_measured_volume: true })
  const again = openKept(kept({ ...refused, ...asKept(opening, { _id: 'd', refused: 'm' }, values) }))
  expect([patientSpecies(again), asParked(draw, again).enter_measured_volume]).toEqual([2, true])
  // One that is typed in the list of a species is of it.
  expect(patientSpecies(openNew(1, ketamine))).toBe(1)
})
