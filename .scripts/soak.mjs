// `npm run soak`: simulated tablets over a bad network, for as many writes as are wanted, a process a core.
//   npm run soak -- --writes 1000000 --seed 1      the whole run, from one seed
//   npm run soak -- --only 4711                    one fleet again, by its seed
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { install, root } from './install.mjs'

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '20000' },
    hours: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    steps: { type: 'string', default: '150' },
    burst: { type: 'string', default: '30' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
/** Longer than any fleet of this size needs: one that hangs is a fault too. */
const FLEET_MS = 10 * 60_000
const MINUTE = 60_000
/** Fleets that a process runs before another takes its place: what it compiled is used again, and nothing piles up for long. */
const FLEETS_OF_A_PROCESS = 20

install()
const folder = mkdtempSync(join(tmpdir(), 'soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const program = await bundle('.scripts/soak-fleet.mjs', folder)

const total = {
  fleets: 0,
  writes: 0,
  mutations: 0,
  rounds: 0,
  crashes: 0,
  restores: 0,
  sent_for_others: 0,
  tablets_wiped: 0,
  tablets_held: 0,
}
const outcomes = {}
const failures = []
const began = Date.now()
let nextSeed = Number(values.only ?? values.seed)
const until = values.hours === undefined ? Infinity : began + Number(values.hours) * 60 * MINUTE
const wanted = values.hours === undefined ? Number(values.writes) : Infinity
const workers = values.only === undefined ? Number(values.workers) : 1

const seconds = () => Math.round((Date.now() - began) / 1000)
const say = (when) =>
  console.log(
    `${when}: ${total.fleets} fleets, ${total.writes} writes (${Math.round(total.writes / Math.max(1, seconds()))}/s), ` +
      `${total.mutations} mutations, ${total.crashes} crashes, ${total.restores} restores, ${failures.length} failed`,
  )

const again = (seed) => `npm run soak -- --only ${seed} --steps ${values.steps} --burst ${values.burst}`

const progress = setInterval(() => say(`${seconds()} s`), MINUTE)
await Promise.all(Array.from({ length: workers }, work))
clearInterval(progress)
finish()

async function work() {
  let worker
  while (total.writes < wanted && Date.now() < until) {
    if (!worker?.fit()) worker = startWorker()
    add(await worker.fleet(nextSeed++))
    if (values.only !== undefined) break
  }
  worker?.end()
}

/** A process that runs one fleet after the other. One that dies, hangs or has seen a fleet fail runs no other. */
function startWorker() {
  const child = fork(program, [values.steps, values.burst], {
    execArgv: ['--max-semi-space-size=32'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let ran = 0
  let well = true
  let said = ''
  const hear = (chunk) => (said += chunk)
  child.on('error', (error) => hear(String(error)))
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const end = () => {
    well = false
    if (child.connected) child.disconnect()
  }
  const fleet = (seed) =>
    new Promise((done) => {
      const settle = (result) => {
        clearTimeout(limit)
        child.off('message', settle).off('close', lost)
        if (!result.ok || ++ran === FLEETS_OF_A_PROCESS) end()
        done(result)
      }
      const lost = (code, signal) =>
        settle({ seed, ok: false, error: `ended with ${code ?? signal} and said nothing:\n${said}` })
      const limit = setTimeout(() => child.kill(), FLEET_MS)
      child.on('message', settle)
      child.on('close', lost)
      child.send(seed, (error) => error && lost(null, error.message))
    })
  return { fleet, end, fit: () => well && child.connected }
}

function add({ seed, ok, report, error }) {
  if (!ok) {
    failures.push({ seed, error })
    console.error(`The fleet of seed ${seed} FAILED. Again: ${again(seed)}\n${error}`)
    return
  }
  total.fleets++
  total.writes += report.writes
  total.mutations += report.saved
  total.rounds += report.rounds
  total.crashes += report.crashes
  total.restores += report.restores
  total.sent_for_others += report.sentForOthers
  total.tablets_wiped += report.wiped
  total.tablets_held += report.held
  for (const [status, count] of Object.entries(report.outcomes))
    outcomes[status] = (outcomes[status] ?? 0) + count
}

function finish() {
  const took = (Date.now() - began) / 1000
  // What a check finds ends its fleet as failed: a fleet that ended well has lost, doubled and overwritten nothing.
  const found = (pattern) => failures.filter(({ error }) => pattern.test(error)).length
  const result = {
    at: new Date(began).toISOString(),
    node: process.version,
    seeds: [Number(values.only ?? values.seed), nextSeed - 1],
    steps: Number(values.steps),
    burst: Number(values.burst),
    seconds: Math.round(took),
    writes_per_second: Math.round(total.writes / took),
    ...total,
    outcomes,
    fleets_with_something: {
      lost: found(/nowhere|\[D2\]|\[T3\]|\[P8\]/),
      duplicated: found(/\[P1\]/),
      overwritten: found(/\[M3\]/),
    },
    failures,
  }
  console.log('')
  for (const [name, value] of Object.entries({
    ...total,
    writes_per_second: result.writes_per_second,
    ...outcomes,
  }))
    console.log(`${name.padEnd(20)} ${value}`)
  for (const [name, value] of Object.entries(result.fleets_with_something))
    console.log(`${`fleets, ${name}`.padEnd(20)} ${value}`)
  mkdirSync(join(root, '.bench'), { recursive: true })
  writeFileSync(join(root, '.bench/soak.json'), `${JSON.stringify(result, null, 2)}\n`)
  console.log(
    failures.length === 0
      ? `\nNothing lost, nothing twice, nothing overwritten unseen, in ${total.fleets} fleets. .bench/soak.json`
      : `\n${failures.length} fleets FAILED:\n${failures.map(({ seed }) => again(seed)).join('\n')}`,
  )
  process.exitCode = failures.length === 0 && total.fleets > 0 ? 0 : 1
}
