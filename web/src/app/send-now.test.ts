import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nothingKnown, syncStatus } from '../data/database/sync-status.ts'
import { sendNow } from './send-now.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, needed: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  syncStatus.setState(nothingKnown, true)
})

test('without a server it says so at once, be anything unsent or not', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await sendNow()).toBe('unreachable')
  syncStatus.setState({ queued: 2 })
  expect(await sendNow()).toBe('unreachable')
})

test('a refusal is an answer too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'unavailable' }, { status: 503 }))
  syncStatus.setState({ queued: 2 })
  expect(await sendNow(1)).toBe('waits')
})

test('where nothing was unsent it claims to have sent nothing', async () => {
  expect(await sendNow()).toBe('nothing')
})

test('it waits until all has an outcome, and no longer than a round', async () => {
  syncStatus.setState({ queued: 2 })
  const sending = sendNow(60_000)
  syncStatus.setState({ queued: 1 })
  setTimeout(() => syncStatus.setState({ queued: 0 }), 5)
  expect(await sending).toBe('sent')
  syncStatus.setState({ queued: 1 })
  expect(await sendNow(5)).toBe('waits')
})
