// One fleet of the soak, in a process of its own: `soak-fleet.mjs SEED STEPS BURST`, bundled by soak.mjs. Prints one line of JSON.
import { FleetPeople } from '../web/src/sync/testing/fleet-people.ts'
import { LibraryPeople } from '../web/src/sync/testing/library-people.ts'
import { runFleet } from '../web/src/sync/testing/run-fleet.ts'

/** Node's own copies over a message port; what the tablets store is plain, and a plain copy is several times cheaper. */
const whole = globalThis.structuredClone
function copy(value) {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('not plain')
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return Array.from(value, copy)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('not plain')
  if (Object.hasOwn(value, '__proto__')) throw new TypeError('not plain')
  const made = {}
  for (const key of Object.keys(value)) made[key] = copy(value[key])
  return made
}
globalThis.structuredClone = (value, options) => {
  try {
    return copy(value)
  } catch {
    return whole(value, options)
  }
}

const [seed, steps, burst] = process.argv.slice(2).map(Number)
const library = seed % 8 === 7
const options = {
  burst,
  restore: seed % 3 === 0,
  integration: !library,
  events: seed % 2 === 0,
  sendsForOthers: !library && seed % 4 === 1,
}
const people = library ? (dice) => new LibraryPeople(dice) : (dice) => new FleetPeople(dice)
try {
  const report = await runFleet(seed, steps, people, library ? 3 : 6, options)
  console.log(JSON.stringify({ seed, ok: true, report }))
} catch (error) {
  console.log(JSON.stringify({ seed, ok: false, error: String(error?.stack ?? error) }))
}
// A second tab's timers may be left: what was to be shown is shown.
process.exit(0)
