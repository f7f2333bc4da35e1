import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReport } from './beside-floor.ts'
import { pushesOf, rateOf, send } from './tablets-on-the-wire.ts'
import { makeClinics, openWorld, type World } from './world.ts'

const CLINICS = 100
const ROUNDS = 3
/** Of each round, by the mutations in a push: up to a second or two of work. */
const PUSHES: Record<number, number> = { 1: 15, 10: 6, 100: 1 }
const LEAST_RATE = 3_000
const TIMES_FLOOR = 0.5

const report = newReport('throughput')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  report.end()
  await world.close()
})

test.each([1, 10, 100])('pushes of %i mutations, 100 organizations at once', async (batch) => {
  const pushes = PUSHES[batch] ?? 1
  const people = await makeClinics(world, CLINICS, 1)
  const push = `${world.server.url}/sync/push`
  const bare = `${world.floors.fastify}/push`
  const { epoch } = (await (
    await fetch(`${world.server.url}/sync/pull?cursor=0`, {
      headers: { authorization: people[0]?.token ?? '' },
    })
  ).json()) as { epoch: string }
  const tabletsOf = (authorized: boolean) =>
    people.map(({ token }) => ({
      headers: authorized ? { authorization: token } : {},
      pushes: pushesOf(epoch, pushes, batch),
    }))
  const mutations = CLINICS * pushes * batch
  // Both warm: compiled, connected, and with their statements prepared.
  await rateOf(push, tabletsOf(true), mutations)
  await rateOf(bare, tabletsOf(false), mutations)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rateOf(push, tabletsOf(true), mutations))
    floor.push(await rateOf(bare, tabletsOf(false), mutations))
  }
  // What was taken is there: the rate counts nothing else.
  const [first] = people
  const reply = await send(push, pushesOf(epoch, 1, 1)[0] ?? '', { authorization: first?.token ?? '' })
  expect((JSON.parse(reply) as { head: number }).head).toBe((ROUNDS + 1) * pushes * batch + 1)
  report.add(`API, 100 organizations, pushes of ${batch}`, 'mutations/s', ours, {
    floor,
    target: { timesAtLeast: TIMES_FLOOR, ...(batch === 1 ? {} : { p50AtLeast: LEAST_RATE }) },
  })
})
