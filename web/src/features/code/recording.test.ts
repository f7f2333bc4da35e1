import { afterEach, expect, test, vi } from 'vitest'
import { startCode, usePressed } from './recording.ts'

const { tapsOfCode, save } = vi.hoisted(() => ({ tapsOfCode: vi.fn(), save: vi.fn() }))
vi.mock('../../data/view/code-events.ts', () => ({ tapsOfCode }))
vi.mock('../../data/outbox/save.ts', () => ({ save }))
vi.mock('../../data/outbox/failure-log.ts', () => ({ tellOfFailure: vi.fn() }))
vi.mock('../../data/database/signed-in.ts', () => ({ currentUser: () => ({ _id: 'ana', name: 'Ana' }) }))

afterEach(() => {
  usePressed.setState({ taps: [] })
  vi.restoreAllMocks()
})
const shown = () => usePressed.getState().taps.map(({ what, failed }) => ({ what, failed }))
const start = (isGoingOn: boolean) => startCode({ codeId: 'code' }, { species: 0 }, () => isGoingOn)

test('CPR that goes on is not started again', async () => {
  tapsOfCode.mockResolvedValue([])
  save.mockResolvedValue({})
  await start(true)
  expect(shown()).toEqual([])
  await start(false)
  expect(shown()).toEqual([{ what: 'started', failed: false }])
})

test('a tablet that can read nothing starts CPR all the same, and says what was not stored', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  tapsOfCode.mockRejectedValue(new Error('no disk'))
  save.mockRejectedValue(new Error('no disk'))
  await start(true)
  await vi.waitFor(() => expect(shown()).toEqual([{ what: 'started', failed: true }]))
})
