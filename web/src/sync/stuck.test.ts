import { describe, expect, test } from 'vitest'
import { saveAs } from '../data/outbox/save.ts'
import { stateOf, type SyncStatus } from '../data/database/sync-status.ts'
import { keepAnswer, troubleOf } from './heard.ts'
import { readStatus } from './read-status.ts'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193eeee-0000-7000-8000-000000000001'
const MINUTE = 60_000
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }

/** A tablet with something unsent, whose network answers each path as the test says. */
async function tabletWith(answer: (path: string) => { status: number; code: string } | 'out' | null) {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  tablet.network = {
    deliver: async (call) => {
      const said = answer(call.path)
      if (said === null) return server.handle(call)
      if (said === 'out') throw new Error('no answer')
      const body = { success: false, code: said.code, message: 'No.' }
      return { status: said.status, body, retryAfterMs: undefined }
    },
  }
  await tablet.round()
  await saveAs(tablet.clinic, tablet.saver, { action: 'sheet.export', detail: 'Rex.pdf', ops: [] })
  let trouble: SyncStatus['trouble'] = null
  let updateRequired = false
  /** A round, what the mark says after it, and a minute later. */
  const minute = async () => {
    const result = await tablet.round()
    await keepAnswer(tablet.clinic, result, tablet.deviceNow())
    trouble = troubleOf(result)
    updateRequired = result.updateRequired === true
    const known = await readStatus(tablet.clinic, { _id: ana.id, org_perms: ana.perms })
    const state = stateOf(
      {
        ...known,
        discrepancies: 0,
        updateRequired,
        signInAgain: false,
        storageLost: false,
        storageFull: false,
      },
      tablet.deviceNow(),
    )
    server.now += MINUTE
    return state
  }
  const minutes = async (count: number) => {
    const states: string[] = []
    for (let each = 0; each < count; each++) states.push(await minute())
    return states
  }
  return { minutes, tablet, server, trouble: () => trouble }
}

describe('[T7] what is refused for ever turns red although the server answers', () => {
  test.each([
    [503, 'unavailable'],
    [500, 'internal'],
    [400, 'invalid_request'],
    [404, 'not_found'],
    [429, 'rate_limited'],
  ])('pushes alone are answered with %d', async (status, code) => {
    const { minutes, trouble } = await tabletWith((path) => (path === '/sync/push' ? { status, code } : null))
    const states = await minutes(8)
    expect(states.slice(0, 5)).toEqual(Array(5).fill('sending'))
    expect(states.slice(6)).toEqual(['stuck', 'stuck'])
    expect(trouble()).toEqual({ status, code })
  })

  test.each([
    [500, 'internal'],
    [400, 'invalid_request'],
  ])('reading alone is answered with %d, and nothing is unsent', async (status, code) => {
    let reads = true
    const { minutes } = await tabletWith((path) =>
      path.startsWith('/sync/pull') && !reads ? { status, code } : null,
    )
    expect(await minutes(1)).toEqual(['sent'])
    reads = false
    const states = await minutes(8)
    expect(states.slice(0, 5)).toEqual(Array(5).fill('sent'))
    expect(states.slice(6)).toEqual(['behind', 'behind'])
    reads = true
    expect(await minutes(1)).toEqual(['sent'])
  })

  test('a version that is too old is red at once', async () => {
    const { minutes } = await tabletWith((path) =>
      path === '/sync/push' ? { status: 426, code: 'protocol_unsupported' } : null,
    )
    expect(await minutes(1)).toEqual(['stuck'])
  })

  test('pushes alone are swallowed by something in between: the rest shows that the server answers', async () => {
    let rounds = 0
    const { minutes } = await tabletWith((path) => {
      if (path !== '/sync/push') return null
      rounds++
      return 'out'
    })
    const states = await minutes(8)
    expect(rounds).toBeGreaterThan(5)
    expect(states).not.toContain('sent')
    expect(states.at(-1)).not.toBe('sending')
  })
})

describe('[T7] what only waits stays calm', () => {
  test('a night without a network, and the morning after it', async () => {
    let out = true
    const { minutes, server } = await tabletWith(() => (out ? 'out' : null))
    server.now += 9 * 60 * MINUTE
    expect(new Set(await minutes(20))).toEqual(new Set(['offline']))
    out = false
    expect(await minutes(3)).toEqual(['sent', 'sent', 'sent'])
  })

  test('in the morning the server is up before its database: for five minutes that is no alarm', async () => {
    let down: 'out' | null = 'out'
    const { minutes, server } = await tabletWith((path) => {
      if (down === 'out') return 'out'
      return path === '/sync/push' ? { status: 503, code: 'unavailable' } : null
    })
    await minutes(2)
    server.now += 9 * 60 * MINUTE
    down = null
    const states = await minutes(8)
    expect(states.slice(0, 5)).toEqual(Array(5).fill('sending'))
    expect(states.at(-1)).toBe('stuck')
  })

  test('a clock that is set back hides nothing', async () => {
    const { minutes, tablet } = await tabletWith((path) =>
      path === '/sync/push' ? { status: 503, code: 'unavailable' } : null,
    )
    await minutes(2)
    tablet.clockError = -24 * 60 * MINUTE
    expect((await minutes(9)).at(-1)).toBe('stuck')
  })
})
