import { expect, it } from 'vitest'
import { doneSteps, noteAway, noteOpened, readSteps, showsSteps, type ClinicFacts } from './first-steps.ts'

const owner = { org_perms: [0, 1, 2, 3], demo: false } as const
const user = { ...owner, org_perms: [...owner.org_perms] }
const fresh: ClinicFacts = {
  loaded: true,
  sheets: false,
  protocols: true,
  people: 1,
  installed: false,
}
const nothing = readSteps(null)

it('is for the owner of a new clinic, not of one that has sheets, nor of the demonstration', () => {
  expect(showsSteps(user, fresh, nothing)).toBe(true)
  expect(showsSteps(user, { ...fresh, sheets: true }, nothing)).toBe(false)
  expect(showsSteps({ ...user, demo: true }, fresh, nothing)).toBe(false)
  expect(showsSteps({ ...user, org_perms: [1, 2, 3] }, fresh, nothing)).toBe(false)
  expect(showsSteps(user, { ...fresh, loaded: false }, nothing)).toBe(false)
})

it('stays after the first sheet until the rest is done or it is put away', () => {
  const begun = readSteps(noteOpened(nothing))
  const withSheet = { ...fresh, sheets: true }
  expect(showsSteps(user, withSheet, begun)).toBe(true)
  expect(showsSteps(user, withSheet, readSteps(noteAway()))).toBe(false)
  const looked = readSteps(noteOpened(readSteps(noteOpened(begun, 'library')), 'install'))
  expect([...doneSteps(withSheet, looked)]).toEqual(['library', 'install', 'sheet'])
  expect(showsSteps(user, { ...withSheet, people: 2 }, looked)).toBe(false)
})

it('the library is not looked through while no sheet can be made from it', () => {
  const looked = readSteps(noteOpened(nothing, 'library'))
  expect(doneSteps(fresh, looked).has('library')).toBe(true)
  expect(doneSteps({ ...fresh, protocols: false }, looked).has('library')).toBe(false)
})
