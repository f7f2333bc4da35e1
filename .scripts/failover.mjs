// `npm run failover`: the primary dies by kill -9 while tablets push, again and again; nothing acknowledged is lost, nothing twice.
//   npm run failover                              20 rounds with a synchronous standby
//   npm run failover -- --asynchronous            what the promoted server lacks is noticed, and the tablets bring it back
//   npm run failover -- --rounds 5 --seed 7 --out FILE
// It takes PostgreSQL, PgBouncer and HAProxy from Debian's packages, and downloads nothing. Ends with 1 where a promise is broken.
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { diceOf } from './dice.mjs'
import { digestsOf, digestText, effects, epochOf, headsOf, ledgerFault, present } from './failover/checks.mjs'
import { startCluster, until } from './failover/cluster.mjs'
import { account, programs } from './failover/programs.mjs'
import { listen, startServers } from './failover/servers.mjs'
import { foundClinics, peopleOf, startFleet } from './failover/tablets.mjs'
import { install, root } from './install.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    tablets: { type: 'string', default: '20' },
    asynchronous: { type: 'boolean', default: false },
    out: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const [rounds, seed, tablets] = [values.rounds, values.seed, values.tablets].map(Number)
const isSynchronous = !values.asynchronous
/** Between two saves of one tablet. */
const MEAN_MS = 500
/** What is promised. */
const DRAINED_S = 60
/** Longer is waited only to tell how long it takes. */
const GIVE_UP_S = 180
const HEARD_S = 30
/** For so long the others go on where one tablet alone had saved. */
const GO_ON_MS = 4000
/** Every so often only one tablet saves before the primary dies, and the others alone go on afterwards. */
const ALONE_EVERY = 3

const found = programs()
const as = account()
install()
build(['api'])
const folder = mkdtempSync(join(tmpdir(), 'failover-'))
if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
process.on('exit', () => values.keep || rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const chance = diceOf(seed)
const between = (from, to) => from + chance() * (to - from)
const secondsSince = (ms) => Math.round((Date.now() - ms) / 100) / 10

const cluster = await startCluster({
  folder,
  bin: found.postgres,
  pgbouncer: found.pgbouncer,
  as,
  isSynchronous,
})
const servers = await startServers({ folder, haproxy: found.haproxy, ...cluster })
const clinics = await foundClinics(servers.servers[0].url)
const fleet = await startFleet(folder)
await fleet.do('start', { url: servers.url, people: peopleOf(clinics, tablets), seed, mean: MEAN_MS })
/** One of each process. They stay open while the primary dies, as tablets' do. */
const streams = servers.servers.map((server) => listen(server, clinics[0].token))
await drained(Date.now(), GIVE_UP_S)

console.log(
  `${isSynchronous ? 'A synchronous standby' : 'An asynchronous standby'}, PgBouncer (transactions), ` +
    `${servers.servers.length} API processes, HAProxy; ${tablets} tablets of ${clinics.length} clinics; ` +
    `${availableParallelism()} cores, ${cluster.version}; seed ${seed}`,
)
const table = isSynchronous
  ? ['round', 'acknowledged', 'lost', 'twice', 'outage s', 'drained s', 'live s']
  : [
      'round',
      'who saved',
      'acknowledged',
      'gone',
      'new history',
      'lost',
      'twice',
      'outage s',
      'drained s',
      'live s',
    ]
console.log(`\n${line(table)}\n${line(table.map(() => '---'))}`)

const results = []
const faults = []
for (let nth = 1; nth <= rounds; nth++) {
  const row = await round(nth)
  results.push(row)
  console.log(line(table.map((name) => row[name])))
  for (const fault of row.faults) console.log(`  BROKEN in round ${nth}: ${fault}`)
  faults.push(...row.faults.map((fault) => `round ${nth}: ${fault}`))
}
await finish()

function line(cells) {
  return `| ${cells.join(' | ')} |`
}

async function round(nth) {
  const broken = []
  const isAlone = !isSynchronous && nth % ALONE_EVERY === 0
  const quiet = isAlone ? Math.floor(chance() * tablets) : undefined
  const before = { epoch: await epochOf(cluster.ask), ...(await fleet.do('count')) }

  await fleet.do('work')
  await pause(between(2000, 8000))
  if (isAlone) {
    await fleet.do('rest')
    await drained(Date.now(), GIVE_UP_S)
  }
  if (!isSynchronous) {
    if (isAlone) await cluster.caughtUp()
    await cluster.holdBack()
    if (isAlone) {
      const { acknowledged } = await fleet.do('count')
      await fleet.do('act', { nth: quiet })
      await until('It is acknowledged', async () => (await fleet.do('count')).acknowledged > acknowledged)
    } else await pause(between(300, 2000))
  }

  const killed = Date.now()
  await cluster.killPrimary()
  // Until whoever watches it has noticed.
  await pause(between(500, 2000))
  await cluster.promote()
  // Nothing can have been acknowledged since, and nobody has had the time to bring anything back.
  const told = await fleet.do('acknowledged')
  const there = await present(cluster.ask)
  const gone = told.filter(({ id }) => !there.has(id)).length
  if (isSynchronous && gone > 0) broken.push(`${gone} acknowledged changes are not on the promoted standby`)
  cluster.point()
  const movedAt = Date.now()
  if (isAlone) {
    await fleet.do('work', { but: quiet })
    await pause(GO_ON_MS)
  }
  await fleet.do('rest')
  const drainedAfter = await drained(movedAt, GIVE_UP_S).catch((error) => {
    broken.push(error.message)
    return null
  })
  if (drainedAfter > DRAINED_S) broken.push(`drained only after ${drainedAfter} s`)

  const acknowledged = await fleet.do('acknowledged')
  const first = Math.min(...acknowledged.flatMap(({ at }) => (at >= movedAt ? [at] : [])))
  const saved = await fleet.do('saved')
  const held = await present(cluster.ask)
  const lost = saved.filter((id) => !held.has(id)).length
  const { twice, missing, otherwise, aside } = await effects(cluster.ask, saved)
  const epoch = await epochOf(cluster.ask)
  if (lost + missing > 0) broken.push(`${lost} changes have no outcome, ${missing} no effect`)
  if (twice > 0) broken.push(`${twice} effects stand twice`)
  if (otherwise.length + aside > 0)
    broken.push(
      `${otherwise.length} changes were not applied (${[...new Set(otherwise)].join(', ')}), ${aside} records wait for a person`,
    )
  if (epoch === before.epoch && gone > 0) broken.push('what the server had lost was not noticed')
  if (epoch !== before.epoch && gone === 0) broken.push('a new history began although nothing was lost')

  const wanted = await digestsOf(cluster.ask)
  const differ = (await fleet.do('digests')).filter(
    ({ org, of }) => digestText(of) !== wanted.get(org),
  ).length
  if (differ > 0) broken.push(`${differ} tablets hold other records than the server`)
  await cluster.buildStandby()
  await servers.ready().catch((error) => broken.push(error.message))
  for (const server of servers.gone()) broken.push(`API process ${server.nth} ended`)
  const live = await heard().catch((error) => {
    broken.push(error.message)
    return null
  })
  const ledger = ledgerFault(servers.env, join(folder, `round-${nth}.gz`))
  if (ledger !== undefined) broken.push(ledger)

  return {
    round: nth,
    'who saved': isAlone ? 'one tablet' : 'all',
    acknowledged: acknowledged.length - before.acknowledged,
    gone,
    'new history': epoch === before.epoch ? 'no' : 'yes',
    lost: lost + missing,
    twice,
    'outage s': Number.isFinite(first) ? Math.round((first - killed) / 100) / 10 : '',
    'drained s': drainedAfter ?? `over ${GIVE_UP_S}`,
    'live s': live ?? `over ${HEARD_S}`,
    timeline: await cluster.timeline(),
    faults: broken,
  }
}

/** Seconds since `from` until every tablet has sent and read all there is, and the server has all that it acknowledged. */
async function drained(from, seconds) {
  await until(
    'All tablets have sent and read everything',
    async () => {
      const [states, heads, epoch] = await Promise.all([
        fleet.do('states'),
        headsOf(cluster.ask),
        epochOf(cluster.ask),
      ])
      const behind = states.filter(
        (one) => one.unsent > 0 || one.epoch !== epoch || one.cursor !== heads.get(one.org),
      )
      if (behind.length > 0)
        throw new Error(`${behind.length} have not, such as ${JSON.stringify(behind[0])}`)
      const there = await present(cluster.ask)
      const acknowledged = await fleet.do('acknowledged')
      const gone = acknowledged.filter(({ id }) => !there.has(id)).length
      if (gone > 0) throw new Error(`the server lacks ${gone} that it had acknowledged`)
      return true
    },
    seconds * 1000,
    200,
  )
  return secondsSince(from)
}

/** Seconds until the streams of all processes told of one change. */
async function heard() {
  const begun = Date.now()
  await fleet.do('act', { nth: 0 })
  await drained(begun, GIVE_UP_S)
  const [head, epoch] = [(await headsOf(cluster.ask)).get(clinics[0].org), await epochOf(cluster.ask)]
  await until(
    'All API processes tell of a change',
    () => streams.every(({ told }) => told.head >= head && told.epoch === epoch),
    HEARD_S * 1000,
  )
  return secondsSince(begun)
}

async function finish() {
  const differences = await fleet.do('differences')
  const sum = (name) => results.reduce((all, row) => all + row[name], 0)
  const most = (name) => Math.max(...results.map((row) => Number(row[name]) || 0))
  const total = {
    acknowledged: sum('acknowledged'),
    gone: sum('gone'),
    lost: sum('lost'),
    twice: sum('twice'),
    longest_outage_s: most('outage s'),
    longest_drain_s: most('drained s'),
    records_reloaded: differences,
  }
  const report = {
    mode: isSynchronous ? 'synchronous' : 'asynchronous',
    seed,
    rounds,
    tablets,
    cores: availableParallelism(),
    postgres: cluster.version,
    node: process.version,
    total,
    results,
    faults,
  }
  const out = resolve(values.out ?? join(root, `.bench/failover-${report.mode}.json`))
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`)
  console.log('')
  for (const [name, value] of Object.entries(total)) console.log(`${name.padEnd(20)} ${value}`)
  for (const { stop } of streams) stop()
  await fleet.do('stop')
  fleet.end()
  await servers.stop()
  cluster.stop()
  console.log(
    faults.length === 0
      ? `\nEvery promise held in ${rounds} rounds. ${out}`
      : `\n${faults.length} promises BROKEN; again: npm run failover -- --seed ${seed}${isSynchronous ? '' : ' --asynchronous'}\n${faults.join('\n')}`,
  )
  process.exit(faults.length === 0 && results.length > 0 ? 0 : 1)
}
