// `npm run bench:ui`: how fast the screens are, in real Chromium against the built app and the real server;
// `npm run bench:ui -- cold-start scrolling` does these measures only.
// A table at the end, JSON in .bench/. BENCH_SHEETS: sheets of the measure `memory` (200).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { fail, install, root } from './install.mjs'

/** The last that runs on Node.js 20. With what it needs it is larger than the project itself, so only who measures fetches it. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

const folder = join(root, 'web/bench/ui')
const known = readdirSync(folder).flatMap((file) => /^(.*)\.bench\.ts$/.exec(file)?.[1] ?? [])
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !known.includes(name))
if (unknown) fail(`There is no measure "${unknown}"; there are ${known.join(', ')}.`)
const measures = wanted.length > 0 ? wanted : known

install()
installWholeBrowser()
build()
const out = join(root, '.bench')
mkdirSync(out, { recursive: true })
if (measures.includes('lighthouse')) installLighthouse()

const begun = Date.now()
let failed = 0
for (const name of measures) {
  console.log(`\n${name}`)
  rmSync(join(out, `ui-${name}.json`), { force: true })
  if ((await vitest(name)) !== 0) failed++
}
table()
process.exit(failed === 0 ? 0 : 1)

function installLighthouse() {
  const there = join(out, 'lighthouse/node_modules/lighthouse/package.json')
  if (existsSync(there) && LIGHTHOUSE.endsWith(`@${JSON.parse(readFileSync(there, 'utf8')).version}`)) return
  console.log(`Installing ${LIGHTHOUSE} …`)
  const args = ['install', '--prefix', join(out, 'lighthouse'), '--no-audit', '--no-fund', LIGHTHOUSE]
  mkdirSync(join(out, 'lighthouse'), { recursive: true })
  const ran = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (ran.status !== 0) fail(`${LIGHTHOUSE} could not be installed; the reason stands above.`)
}

function vitest(name) {
  const args = ['run', '--config', 'bench/ui/vitest.config.ts', `${name}.bench.ts`]
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, BENCH_OUT: out },
  })
  return new Promise((ended) => child.once('exit', ended))
}

/** Every measure of this run, and whether its target is met. */
function table() {
  const rows = measures.flatMap((name) => {
    const file = join(out, `ui-${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rows : []
  })
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
  const where = `${availableParallelism()} cores, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}`
  console.log(`\n${new Date().toISOString().slice(0, 16)}, ${where}, ${minutes} minutes\n`)
  const head = ['measure', 'unit', 'runs', 'p50', 'p95', 'max', 'target', 'met']
  const cells = rows.map((row) => [
    ...head.slice(0, 6).map((name) => row[name]),
    row.target ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  ])
  const lines = [head, head.map(() => '---'), ...cells]
  console.log(lines.map((line) => `| ${line.join(' | ')} |`).join('\n'))
}
