// A worker of the soak, bundled by soak.mjs: `soak-fleet.mjs STEPS BURST`. It is told a seed after the other, runs that fleet, and
// answers each with one message. What it runs stays compiled; a fleet shares no storage, no dice and no clock with the one before.
import '../web/src/sync/testing/cheap-host.ts'
import { FleetPeople } from '../web/src/sync/testing/fleet-people.ts'
import { LibraryPeople } from '../web/src/sync/testing/library-people.ts'
import { runFleet } from '../web/src/sync/testing/run-fleet.ts'

const [steps, burst] = process.argv.slice(2).map(Number)

async function fleet(seed) {
  const library = seed % 8 === 7
  const options = {
    burst,
    restore: seed % 3 === 0,
    integration: !library,
    events: seed % 2 === 0,
    sendsForOthers: !library && seed % 4 === 1,
    revoke: seed % 5 < 2,
  }
  const people = library ? (dice) => new LibraryPeople(dice) : (dice) => new FleetPeople(dice)
  try {
    return { seed, ok: true, report: await runFleet(seed, steps, people, library ? 3 : 6, options) }
  } catch (error) {
    return { seed, ok: false, error: String(error?.stack ?? error) }
  }
}

process.on('message', (seed) => void fleet(seed).then((report) => process.send(report)))
// A second tab's timers may be left: who started this has heard all there is.
process.on('disconnect', () => process.exit(0))
