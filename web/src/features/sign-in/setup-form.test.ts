import { afterEach, expect, it, vi } from 'vitest'
import { OfflineError, ServerError } from '../../data/people/server-call.ts'
import { failureOf } from './setup-form.ts'

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
