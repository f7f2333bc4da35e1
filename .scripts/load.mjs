// `npm run load`: many clinics with many listening tablets on three API processes. How long a save takes until the clinic's other
// tablets are told, how much memory each process has, and how many connections there are.
//   npm run load                                  200 clinics, 2,000 tablets, 10, 40 and 100 saves a second
//   npm run load -- --clinics 50 --tablets 10 --rates 20 --seconds 30 --seed 7 --out FILE
// A tablet here is its stream of events and its pushes, without a screen: what a screen adds is measured by `npm run bench:sync`.
// It takes PostgreSQL, PgBouncer and HAProxy from Debian's packages. They, the tablets and this program share the machine's cores.
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { diceOf } from './dice.mjs'
import { startCluster, until } from './failover/cluster.mjs'
import { account, programs } from './failover/programs.mjs'
import { startServers } from './failover/servers.mjs'
import { install, root } from './install.mjs'
import { foundClinics, listenAll, saver } from './load/clinics.mjs'

const { values } = parseArgs({
  options: {
    clinics: { type: 'string', default: '200' },
    tablets: { type: 'string', default: '10' },
    rates: { type: 'string', default: '10,40,100' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    out: { type: 'string' },
  },
})
const [clinicCount, tabletsEach, seconds, seed] = [
  values.clinics,
  values.tablets,
  values.seconds,
  values.seed,
].map(Number)
const rates = values.rates.split(',').map(Number)
/** For the streams of events to tell of the last saves. */
const LAST_WORDS_MS = 10_000
const TICKS = 100

const found = programs()
const as = account()
install()
build(['api'])
const folder = mkdtempSync(join(tmpdir(), 'load-'))
if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const chance = diceOf(seed)
const pick = (list) => list[Math.floor(chance() * list.length)]

const busyBefore = loadavg()[0]
const cluster = await startCluster({
  folder,
  bin: found.postgres,
  pgbouncer: found.pgbouncer,
  as,
  isSynchronous: false,
})
// The tablets say whose address is theirs: a sign-in is counted by it.
const servers = await startServers({ folder, haproxy: found.haproxy, ...cluster, more: { TRUST_PROXY: '1' } })
const begun = Date.now()
const clinics = await foundClinics(servers.url, clinicCount, tabletsEach)
const signedIn = since(begun)
const pairs = clinics.flatMap((clinic) => clinic.tablets.map((tablet) => ({ clinic, tablet })))
const streamsBegun = Date.now()
const streams = await listenAll(servers.url, clinics)
await until('Every tablet listens', () => streams.every(({ told }) => told.length > 0))
const listening = since(streamsBegun)
await pause(5000)
const idle = servers.servers.map(({ child }) => memoryOf(child.pid))

console.log(
  `${clinicCount} clinics, ${streams.length} listening tablets, ${servers.servers.length} API processes, HAProxy, PgBouncer ` +
    `(transactions), ${cluster.version}; ${availableParallelism()} cores, load ${busyBefore.toFixed(1)} before; seed ${seed}`,
)
console.log(`Signed in within ${signedIn} s, all streams open within ${listening} s.\n`)
const columns = [
  'saves/s asked',
  'saved',
  'failed',
  'answered p50 ms',
  'answered p99 ms',
  'told p50 ms',
  'told p99 ms',
  'never told',
  'MB each process',
  'CPU of each %',
  'to PostgreSQL',
]
console.log(`| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |`)
const results = []
for (const rate of rates) {
  const row = await runAt(rate)
  results.push(row)
  console.log(`| ${columns.map((name) => [row[name]].flat().join(', ')).join(' | ')} |`)
}
await finish()

async function runAt(rate) {
  const cpuBefore = servers.servers.map(({ child }) => cpuOf(child.pid))
  const start = Date.now()
  const saves = []
  let failed = 0
  const open = new Set()
  // As often as asked, however long the answers take: somebody who waits for them would save less often when it is slow.
  for (let due = start; due < start + seconds * 1000; due += (-Math.log(1 - chance()) * 1000) / rate) {
    if (due > Date.now()) await pause(due - Date.now())
    // As on a tablet: the next push leaves when the one before is answered.
    const idleOnes = pairs.filter(({ tablet }) => !tablet.isBusy)
    if (idleOnes.length === 0)
      throw new Error('Every tablet waits for an answer: fewer saves a second, please.')
    const { clinic, tablet } = pick(idleOnes)
    tablet.isBusy = true
    const save = saver(servers.url, clinic, tablet)
    const sent = performance.now()
    const one = save()
      .then((seq) => saves.push({ clinic, tablet, sent, seq, answered: performance.now() - sent }))
      .catch((error) => {
        failed += 1
        if (failed === 1) console.log(`A save failed: ${error.message}`)
      })
      .finally(() => {
        tablet.isBusy = false
        open.delete(one)
      })
    open.add(one)
  }
  await Promise.all(open)
  const took = (Date.now() - start) / 1000
  const cpu = servers.servers.map(({ child }, at) =>
    Math.round(((cpuOf(child.pid) - cpuBefore[at]) / took) * 100),
  )
  const memory = servers.servers.map(({ child }) => memoryOf(child.pid))
  const [{ count: connections }] = await cluster.ask(
    "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename = 'clinic'",
  )
  const end = Date.now() + LAST_WORDS_MS
  const delaysOf = () =>
    saves.flatMap(({ clinic, tablet, sent, seq }) =>
      clinic.tablets
        .filter((other) => other !== tablet)
        .map((other) => {
          const told = other.stream.told.find(({ head }) => head >= seq)
          return told === undefined ? undefined : told.at - sent
        }),
    )
  while (delaysOf().includes(undefined) && Date.now() < end) await pause(100)
  const delays = delaysOf()
  const told = delays.filter((delay) => delay !== undefined)
  const answered = saves.map((save) => save.answered)
  return {
    'saves/s asked': rate,
    saved: saves.length,
    failed,
    'answered p50 ms': quantile(answered, 0.5),
    'answered p99 ms': quantile(answered, 0.99),
    'told p50 ms': quantile(told, 0.5),
    'told p99 ms': quantile(told, 0.99),
    'never told': delays.length - told.length,
    'MB each process': memory,
    'CPU of each %': cpu,
    'to PostgreSQL': connections,
  }
}

function since(ms) {
  return Math.round((Date.now() - ms) / 100) / 10
}
function quantile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.length === 0 ? '' : Math.round(sorted[Math.floor((sorted.length - 1) * part)] * 10) / 10
}
/** Resident, in MB. */
function memoryOf(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
/** Seconds. */
function cpuOf(pid) {
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

async function finish() {
  const report = {
    clinics: clinicCount,
    tablets: streams.length,
    processes: servers.servers.length,
    seconds,
    seed,
    cores: availableParallelism(),
    load_before: busyBefore,
    postgres: cluster.version,
    node: process.version,
    signed_in_s: signedIn,
    listening_s: listening,
    idle_mb: idle,
    results,
  }
  const out = resolve(values.out ?? join(root, '.bench/load.json'))
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nMemory with all streams open and nobody saving: ${idle.join(', ')} MB. ${out}`)
  for (const { stop } of streams) stop()
  await servers.stop()
  cluster.stop()
  const broken = results.some((row) => row.failed > 0 || row['never told'] > 0)
  if (broken) console.log('A save failed, or a tablet was never told.')
  process.exit(broken ? 1 : 0)
}
