import { expect, it } from 'vitest'
import { conflictSaid } from './conflict-said.ts'

const clash = (group: string) => ({ group, base: {}, theirs: {}, mine: {} })
const dose = {
  kind: 'update' as const,
  record: { collection: 'drugs' as const, _id: 'd' },
  groups: [clash('dose')],
}
const told = { conflict: dose, author: 'Vera', standsBy: 'Lee', deleted: false, chooses: true }

it('says who changed what, and that one version is to be chosen', () => {
  expect(conflictSaid(told)).toBe('Vera and Lee both changed its dose. Choose the version to keep.')
  expect(conflictSaid({ ...told, standsBy: 'Vera', chooses: false })).toBe(
    'Vera changed its dose in two places.',
  )
  expect(conflictSaid({ ...told, standsBy: undefined })).toBe(
    'Vera changed its dose after someone else had changed it. Choose the version to keep.',
  )
})

it('names two parts of a record, and no more', () => {
  const of = (...groups: string[]) =>
    conflictSaid({ ...told, conflict: { ...dose, groups: groups.map(clash) }, chooses: false })
  expect(of('dose', 'notes')).toBe('Vera and Lee both changed its dose and notes.')
  expect(of('dose', 'notes', 'name')).toBe('Vera and Lee both changed it.')
  expect(of('identity')).toBe('Vera and Lee both changed it.')
})

it('says on which side the record is deleted', () => {
  const removal = { ...dose, kind: 'delete_of_changed' as const, groups: [] }
  expect(conflictSaid({ ...told, conflict: removal })).toBe(
    'Vera deleted it, but it had been changed in the meantime. Keep it, or delete it anyway.',
  )
  const edit = { ...dose, kind: 'update_of_deleted' as const }
  expect(conflictSaid({ ...told, conflict: edit, deleted: true })).toBe(
    'Vera changed its dose, but it had been deleted in the meantime. Leave it deleted, or restore it with the change.',
  )
})
