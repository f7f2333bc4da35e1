import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { networkHole, type NetworkHole } from './network-hole.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

let server: Server
let way: NetworkHole
let tablet: Tablet

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  way = await networkHole(server.url)
  tablet = await openTablet()
})
afterAll(async () => {
  await tablet.close()
  await way.close()
  await server.stop()
})

/** How long the way is closed: less than a request waits for its answer. */
const HOLE_MS = 10_000
/** Until then nothing would be sent if a request that hangs were waited for. */
const REQUEST_MS = 30_000

test('[T5] what was saved in a dead spot is sent within seconds of its end, although nothing told of either', async () => {
  const { page } = tablet
  await signIn(page, way.url, 'technician@demo.test', demonstrationPassword(server))
  await readyForOffline(page)
  await page.goto(`${way.url}/single-draws/canine`)
  await syncSays(page, 'All sent')
  way.begin()
  const over = passed(HOLE_MS)
  const patients = ['Ada', 'Bob', 'Cleo']
  for (const patient of patients) {
    await saveDraw(page, { drug: 'Butorphanol', procedure: 'Castration', patient, volume: '0.5' })
    await exitDraw(page)
  }
  await over
  await syncSays(page, /^Sync: (Offline, )?\d to send$/)
  way.end()
  await syncSays(page, 'All sent', REQUEST_MS - HOLE_MS)
  const api = await signInToApi(server.url, 'lead@demo.test', demonstrationPassword(server))
  const drawn = (await api.records('draws')).map(
    ({ content }) => (content?.['sheet_data'] as Record<string, unknown> | undefined)?.['patient_name'],
  )
  expect(drawn).toHaveLength(patients.length)
  expect(drawn).toEqual(expect.arrayContaining(patients))
})
