import { execFileSync } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReport } from './beside-floor.ts'
import { pushesOf, send } from './tablets-on-the-wire.ts'
import { makeClinics, openWorld, type Person, type World } from './world.ts'

const CLINICS = 200
const USERS = 10
const AT_ONCE = 50
const MOST_MB = 500
const CHANGES = 50

const report = newReport('connections')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  report.end()
  await world.close()
})

/** Resident memory of a process, as the system counts it; MB. */
const memoryOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

interface Listener {
  org_id: string
  heads: number[]
  stream: IncomingMessage
  /** When it heard of this head, or of one beyond it. */
  heard(head: number): Promise<number>
}

function listen(url: string, { org_id, token }: Person, agent: Agent): Promise<Listener> {
  return new Promise((listening, failed) => {
    get(`${url}/sync/events`, { agent, headers: { authorization: token } }, (stream) => {
      if (stream.statusCode !== 200) {
        failed(new Error(`The stream was answered with ${stream.statusCode}.`))
        return
      }
      const waiting = new Set<{ head: number; found: (at: number) => void }>()
      const heads: number[] = []
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        for (const [, head] of text.matchAll(/^data: \{"head":(\d+)[,}]/gm)) {
          heads.push(Number(head))
          for (const one of waiting) {
            if (Number(head) < one.head) continue
            waiting.delete(one)
            one.found(performance.now())
          }
          if (heads.length === 1)
            listening({
              org_id,
              heads,
              stream,
              heard: (wanted) => new Promise((found) => waiting.add({ head: wanted, found })),
            })
        }
      })
      stream.on('error', failed)
    }).on('error', failed)
  })
}

test('2,000 tablets listen, and hear of changes', async () => {
  const { server } = world
  const people = await makeClinics(world, CLINICS, USERS)
  const speakers = [...new Map(people.map((person) => [person.org_id, person])).values()].slice(0, CHANGES)
  const asked = { headers: { authorization: speakers[0]?.token ?? '' } }
  const { epoch } = (await (await fetch(`${server.url}/sync/pull?cursor=0`, asked)).json()) as {
    epoch: string
  }
  const before = memoryOf(server.pid())
  const agent = new Agent({ maxSockets: Infinity })
  const listeners: Listener[] = []
  for (let from = 0; from < people.length; from += AT_ONCE)
    listeners.push(
      ...(await Promise.all(
        people.slice(from, from + AT_ONCE).map((person) => listen(server.url, person, agent)),
      )),
    )
  expect(listeners).toHaveLength(CLINICS * USERS)
  const delays: number[] = []
  for (const { org_id, token } of speakers) {
    const own = listeners.filter((listener) => listener.org_id === org_id)
    expect(own).toHaveLength(USERS)
    const heard = Promise.all(own.map((listener) => listener.heard(1)))
    await send(`${server.url}/sync/push`, pushesOf(epoch, 1, 1)[0] ?? '', { authorization: token })
    const answered = performance.now()
    delays.push(...(await heard).map((at) => Math.max(0, at - answered)))
  }
  // Long enough that a comment went to each, and that what making the connections took can be freed.
  const after: number[] = []
  for (let second = 0; second < 25; second++) {
    await pause(1_000)
    after.push(memoryOf(server.pid()))
  }
  expect(listeners.every(({ stream }) => !stream.destroyed)).toBe(true)
  report.add('API memory with 2,000 listening tablets', 'MB', after, {
    floor: [before],
    target: { maxBelow: MOST_MB },
  })
  report.add(
    'memory of one listening tablet',
    'KB',
    after.map((mb) => ((mb - before) * 1024) / people.length),
  )
  report.add('push answered until 10 of 2,000 heard of it', 'ms', delays)
  for (const { stream } of listeners) stream.destroy()
})
