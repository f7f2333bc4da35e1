import { afterEach, expect, it, vi } from 'vitest'
import { OfflineError, ServerError } from '../../data/people/server-call.ts'
import { allTimeZones, failureOf, findTimeZones } from './setup-form.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const refused = (status: number, body: object) =>
  new ServerError(status, { success: false, ...body }, undefined)

it("puts the server's message at the field that it names, and says the others as they are", () => {
  const taken = refused(409, {
    code: 'conflict',
    field: 'email',
    message: 'This email is already registered.',
  })
  expect(failureOf(taken)).toEqual({ field: 'email', message: 'This email is already registered.' })
  expect(failureOf(refused(403, { code: 'forbidden', message: 'Closed.' }))).toBe('Closed.')
  expect(failureOf(refused(422, { code: 'invalid', field: 'time_zone', message: 'Unknown zone.' }))).toBe(
    'Unknown zone.',
  )
})

it('tells a server out of reach from a fault', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(failureOf(new OfflineError('down'))).toContain('needs the server')
  expect(logged).not.toHaveBeenCalled()
  expect(failureOf(refused(500, { code: 'internal', message: 'x' }))).toContain('An unknown error occured')
  expect(logged).toHaveBeenCalledOnce()
})

it('finds a time zone by any of its words', () => {
  const zones = ['America/New_York', 'America/Chicago', 'Europe/Berlin']
  expect(findTimeZones(zones, 'new york')).toEqual(['America/New_York'])
  expect(findTimeZones(zones, 'AMERICA')).toHaveLength(2)
  expect(findTimeZones(zones, '')).toHaveLength(3)
})

it("offers the browser's own zone even where its list leaves it out", () => {
  expect(allTimeZones('Etc/Unlisted')[0]).toBe('Etc/Unlisted')
  expect(allTimeZones('America/Chicago').filter((zone) => zone === 'America/Chicago')).toHaveLength(1)
})
