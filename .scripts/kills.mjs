// `npm run kills -- --chromium 200 --api 200 --postgres 200`: real processes killed with SIGKILL again and again, and what is
// there afterwards. A table here, JSON in .bench/. A handful of each is part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

const option = { type: 'string', default: '0' }
const { values } = parseArgs({ options: { chromium: option, api: option, postgres: option } })
/** The names of the tests in web/e2e/kills.spec.ts. */
const tests = { chromium: 'Chromium killed', api: 'push: API', postgres: 'push: POSTGRES' }
const wanted = Object.keys(tests).filter((what) => Number(values[what]) > 0)
if (wanted.length === 0) {
  console.error('Say how often: npm run kills -- --chromium 200 --api 200 --postgres 200')
  process.exit(1)
}
install()
installWholeBrowser()
build()
const folder = join(root, '.bench')
let failed = 0
for (const what of wanted) {
  const file = join(folder, `kills-${what}.json`)
  rmSync(file, { force: true })
  const args = ['run', '--config', 'e2e/vitest.config.ts', 'kills', '-t', tests[what]]
  const env = { ...process.env, [`KILLS_${what.toUpperCase()}`]: values[what], KILLS_OUT: folder }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(process.execPath, [vitest, ...args], { cwd: join(root, 'web'), stdio: 'inherit', env })
  // A run that wrote nothing did not come to its end, whatever else it says.
  if (!existsSync(file)) {
    failed++
    console.log(`\n${what}: FAILED`)
    continue
  }
  console.log('')
  for (const [name, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
    console.log(`${name.padEnd(32)} ${value}`)
}
process.exit(failed === 0 ? 0 : 1)
