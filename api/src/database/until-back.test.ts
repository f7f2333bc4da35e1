import { expect, it, vi } from 'vitest'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { CannotStart } from '../cannot-start.ts'
import { untilBack } from './until-back.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

const failing = (error: unknown, times: number) => {
  let attempts = 0
  return async () => {
    if (attempts++ < times) throw error
    return attempts
  }
}

it.each([
  ['ended by its administrator', withCode('57P01')],
  ['ended in a crash', withCode('57P02')],
  ['starts', withCode('57P03')],
  ['broke the connection', new Error('Connection terminated unexpectedly')],
  ['broke it off in the middle', withCode('ECONNRESET')],
  ['has no socket yet', withCode('ENOENT', { syscall: 'connect' })],
  ['did so in a migration', new Error('Migration 0001 failed', { cause: withCode('57P02') })],
  ['did so in a backup', new CannotStart('None was made.', { cause: new Error('Connection terminated') })],
  ['did so in a push', new ProtocolError('unavailable', 'Please try again.')],
])('a database that %s is asked again, and its wait is said once', async (_, error) => {
  const onWait = vi.fn()
  expect(await untilBack(failing(error, 3), { isOver: () => false, onWait, waitMs: 1 })).toBe(4)
  expect(onWait).toHaveBeenCalledTimes(1)
})

it.each([
  ['a wrong statement', withCode('42601')],
  ['a wrong migration', new Error('Migration 0001 failed', { cause: withCode('42P07') })],
  ['a full disk', withCode('53100')],
  ['a broken disk', withCode('58030')],
  ['a folder that is not there', withCode('ENOENT', { syscall: 'open' })],
  ['a socket that may not be used', withCode('EACCES', { syscall: 'connect' })],
  ['what is no error', 'no'],
])('%s is not asked again', async (_, error) => {
  const onWait = vi.fn()
  await expect(untilBack(failing(error, 1), { isOver: () => false, onWait, waitMs: 1 })).rejects.toBe(error)
  expect(onWait).not.toHaveBeenCalled()
})

it('is not asked again once nobody wants it', async () => {
  const onWait = vi.fn()
  const error = withCode('57P01')
  await expect(untilBack(failing(error, 1), { isOver: () => true, onWait, waitMs: 1 })).rejects.toBe(error)
  expect(onWait).not.toHaveBeenCalled()
})
