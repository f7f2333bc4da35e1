import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { readSetting } from '../data/database/settings.ts'
import { saveAs } from '../data/outbox/save.ts'
import { keepAnswer } from './heard.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, ORG } from './testing/full-clinic.ts'
import { singleDraw } from './testing/samples.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const RESTORED = '0193eeee-0000-7000-8000-00000000eeee'

async function signedInTablet() {
  const server = fullServer({ drugs: 3 })
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  return { server, tablet }
}

async function tabletWithSession() {
  const both = await signedInTablet()
  await both.tablet.round()
  return both
}

/** Each answer takes four minutes to come. */
const slowNetwork = (server: ReturnType<typeof fullServer>): FleetDevice['network'] => ({
  async deliver(call) {
    const answer = await server.handle(call)
    server.now += 4 * MINUTE
    return answer
  },
})

async function saveDraw(tablet: FleetDevice): Promise<string> {
  const _id = tablet.newId()
  await saveAs(tablet.clinic, tablet.saver, {
    action: 'draw.save',
    ops: [{ op: 'create', collection: 'draws', _id, content: singleDraw('Rex') }],
  })
  return _id
}

test.each([
  ['a tablet', 40 * DAY, 0],
  ['the server', 0, 40 * DAY],
])(
  '[L6] the clock of %s that was 40 days ahead for an hour loses no receipt: what a restored server lacks comes back',
  async (_, tabletAhead, serverAhead) => {
    const { server, tablet } = await tabletWithSession()
    const restore = server.backup()
    const draw = await saveDraw(tablet)
    await tablet.round()
    // The fleet's tablet goes by the server's clock.
    tablet.clockError = tabletAhead - serverAhead
    server.now += serverAhead + 2 * 60 * MINUTE
    await tablet.round()
    tablet.clockError = 0
    server.now -= serverAhead
    restore(RESTORED)
    for (let n = 0; n < 4; n++) {
      server.now += MINUTE
      await tablet.round()
    }
    expect(server.store.allRecords(ORG).map(({ _id }) => _id)).toContain(draw)
  },
)

test('an answer that takes four minutes to come moves no clock, and the next draw has its true time', async () => {
  const { server, tablet } = await tabletWithSession()
  tablet.network = slowNetwork(server)
  await tablet.round()
  tablet.network = { deliver: (call) => server.handle(call) }
  const at = new Date(server.now).toISOString()
  const draw = await saveDraw(tablet)
  await tablet.round()
  const taken = await viewOf(tablet.clinic, 'draws').get(draw)
  expect(taken?.meta.date_created).toBe(at)
})

test('a tablet whose very first answer takes four minutes has its own time; one that is a day off has the server’s', async () => {
  for (const error of [0, DAY]) {
    const { server, tablet } = await signedInTablet()
    tablet.clockError = error
    tablet.network = slowNetwork(server)
    await tablet.round()
    const offset = await readSetting(tablet.clinic, 'clock_offset_ms')
    if (error === 0) expect(offset).toBe(0)
    else expect(Math.abs((offset ?? 0) + error)).toBeLessThanOrEqual(2 * MINUTE)
  }
})

test('[P8] a clock that is set right after the last answer told the time is no time to guess from, however late that answer is kept', async () => {
  const { tablet } = await signedInTablet()
  const { clinic } = tablet
  const offsetOfDraw = async () => {
    const draw = await saveDraw(tablet)
    const rows = await clinic.outbox.toArray()
    return rows.find(({ body }) => body.ops[0]?._id === draw)?.body.clock_offset_ms
  }
  tablet.clockError = 5 * DAY
  await keepAnswer(clinic, await tablet.round(), tablet.deviceNow())
  expect(await offsetOfDraw()).toBe(-5 * DAY)
  const last = await tablet.round()
  tablet.clockError = 0
  await keepAnswer(clinic, last, tablet.deviceNow())
  expect(await offsetOfDraw()).toBeNull()
  // That the server answers says nothing of its clock.
  await keepAnswer(clinic, { ok: true, reachable: true }, tablet.deviceNow())
  expect(await offsetOfDraw()).toBeNull()
  await keepAnswer(clinic, await tablet.round(), tablet.deviceNow())
  expect(await offsetOfDraw()).toBe(0)
})

test('a clock that is set is known after the next answer, forwards and back, also one that is set while a call is under way', async () => {
  const { server, tablet } = await tabletWithSession()
  const offset = () => readSetting(tablet.clinic, 'clock_offset_ms')
  for (const error of [90 * MINUTE, -3 * DAY, 0]) {
    tablet.clockError = error
    await tablet.round()
    expect(await offset()).toBeCloseTo(-error, -3)
  }
  let error = -DAY
  tablet.network = {
    deliver(call) {
      tablet.clockError = error
      return server.handle(call)
    },
  }
  await tablet.round()
  expect(await offset()).toBeCloseTo(DAY, -3)
  error = DAY
  await tablet.round()
  await tablet.round()
  expect(await offset()).toBeCloseTo(-DAY, -3)
})
