import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchPath } from 'react-router-dom'
import { NOT_FOUND, ROUTES, type RouteEntry } from '../src/app/route-table.ts'
import { DIALOGS, usesOfDialogs } from './accessibility-dialogs.ts'
import { seedSweep } from './accessibility-seed.ts'
import { beginSweep, type Looked, type Sweep } from './accessibility-sweep.ts'
import { walkAfterwards } from './accessibility-walk-afterwards.ts'
import { guestWalks } from './accessibility-walk-guests.ts'
import { libraryWalks } from './accessibility-walk-library.ts'
import { officeWalks } from './accessibility-walk-office.ts'
import { sheetWalks } from './accessibility-walk-sheets.ts'
import { substanceWalks } from './accessibility-walk-substances.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { logOut, signIn, syncSays } from './steps.ts'

/** Every screen of the route table; the compiler refuses a missing one. */
const WALKS: Readonly<Record<RouteEntry['name'], (sweep: Sweep) => Promise<void>>> = {
  ...guestWalks,
  ...sheetWalks,
  ...libraryWalks,
  ...substanceWalks,
  ...officeWalks,
}
const GUESTS = Object.keys(guestWalks)

let server: Server
let tablet: Tablet
let sweep: Sweep
const looked: Looked[] = []

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  await seedSweep(server.url, demonstrationPassword(server))
  tablet = await openTablet()
  sweep = await beginSweep(tablet.page, { url: server.url, password: demonstrationPassword(server) }, looked)
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

/** Walks a screen: what was looked at lies at its address, and nothing is wrong with any of it. */
async function holds(entry: RouteEntry): Promise<void> {
  const before = looked.length
  await WALKS[entry.name](sweep)
  expect(looked.slice(before).some(({ path }) => matchPath(entry.pattern, path) !== null)).toBe(true)
  expect(faultsSince(before)).toEqual([])
}

const faultsSince = (before: number) =>
  looked.slice(before).flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))

const ofGuests = ROUTES.filter(({ name }) => GUESTS.includes(name))
const ofUsers = ROUTES.filter(({ name }) => !GUESTS.includes(name))

describe('every screen and dialog, in both themes, magnified, on a phone, in forced colours, without motion', () => {
  test.each([...ofGuests, NOT_FOUND])('$name', holds)
  test('signing in', async () => {
    // Known here from then on: the second person of a double-check.
    await signIn(tablet.page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await logOut(tablet.page, server.url)
    await signIn(tablet.page, server.url, 'lead@demo.test', demonstrationPassword(server))
    await syncSays(tablet.page, /^Sync: (All sent|\d+ needs? attention, all sent)$/)
  })
  test.each(ofUsers)('$name', holds)
  test('who may do less, and who has gone', async () => {
    const before = looked.length
    await logOut(tablet.page, server.url)
    await walkAfterwards(sweep, demonstrationPassword(server))
    expect(faultsSince(before)).toEqual([])
  })
  test('every dialog of the app is among them, or said why not', () => {
    expect(usesOfDialogs()).toEqual(
      Object.fromEntries(Object.entries(DIALOGS).map(([file, uses]) => [file, uses.length])),
    )
    const seen = new Set(looked.filter(({ dialog }) => dialog).map(({ what }) => what))
    const named = Object.values(DIALOGS)
      .flat()
      .filter((use) => typeof use === 'string')
    expect(named.filter((what) => !seen.has(what))).toEqual([])
  })
})
