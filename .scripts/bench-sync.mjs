// `npm run bench:sync`: sync measured beside bare floors, in the same run; `npm run bench:sync -- first-load` does one measure,
// `npm run bench:sync -- first-load 10000` one part of it.
// A table at the end, JSON in .bench/. DATABASE_URL: an empty database to measure on, instead of the embedded one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { buildClientPackage } from './client-package.mjs'
import { fail, install, root } from './install.mjs'

const folder = join(root, 'web/bench/sync')
const known = readdirSync(folder).flatMap((file) => /^(.*)\.bench\.ts$/.exec(file)?.[1] ?? [])
const wanted = process.argv.slice(2).filter((word) => !/^\d/.test(word))
/** A number chooses among the tests of a measure, such as 10000 of the first loads. */
const only = process.argv.slice(2).filter((word) => /^\d/.test(word))
const unknown = wanted.find((name) => !known.includes(name))
if (unknown) fail(`There is no measure "${unknown}"; there are ${known.join(', ')}.`)
const measures = wanted.length > 0 ? wanted : known

install()
installWholeBrowser()
build()
buildClientPackage()
const out = join(root, '.bench')
mkdirSync(out, { recursive: true })
const dataFolder = mkdtempSync(join(tmpdir(), 'bench-sync-'))

const begun = Date.now()

/** The embedded database in a process of its own, which ends when its input does. */
function startPostgres() {
  const child = spawn(process.execPath, [join(root, 'api/bench/postgres.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((gone) => child.once('exit', gone))
  return new Promise((ready, broke) => {
    child.stdout.once('data', (line) => {
      const stop = () => {
        child.stdin.end()
        return ended
      }
      ready({ ...JSON.parse(line), stop })
    })
    child.once('exit', (code) => broke(new Error(`The database ended with ${code}.`)))
  })
}

const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => undefined }
  : await startPostgres()
const server = { DATABASE_URL: postgres.url, DATA_DIR: dataFolder }
let failed = 0
for (const name of measures) {
  console.log(`\n${name}`)
  rmSync(join(out, `sync-${name}.json`), { force: true })
  if ((await vitest(name)) !== 0) failed++
}
await postgres.stop()
rmSync(dataFolder, { recursive: true })
table()
process.exit(failed === 0 ? 0 : 1)

function vitest(name) {
  const args = ['run', '--config', 'bench/sync/vitest.config.ts', `${name}.bench.ts`]
  if (only.length > 0) args.push('--testNamePattern', only.map((word) => `\\b${word}\\b`).join('|'))
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, BENCH_OUT: out, BENCH_SERVER: JSON.stringify(server) },
  })
  return new Promise((ended) => child.once('exit', ended))
}

/** Every measure of this run, beside its floor, and whether its targets are met. */
function table() {
  const rows = measures.flatMap((name) => {
    const file = join(out, `sync-${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rows : []
  })
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
  const where = `${availableParallelism()} cores, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}`
  console.log(`\n${new Date().toISOString().slice(0, 16)}, ${where}, ${minutes} minutes\n`)
  console.log(markdown(rows))
}

function markdown(rows) {
  const head = [
    'measure',
    'unit',
    'runs',
    'p50',
    'p99',
    'floor p50',
    'floor p99',
    'times floor',
    'p99 times floor',
    'target',
    'met',
    'load',
  ]
  const cells = rows.map((row) => [
    row.measure,
    row.unit,
    row.runs,
    row.p50,
    row.p99,
    row.floor?.p50 ?? '',
    row.floor?.p99 ?? '',
    row.times ?? '',
    row.p99Times ?? '',
    row.target ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
    row.load.toFixed(1),
  ])
  const lines = [head, head.map(() => '---'), ...cells]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
