// `npm run record-spay-day`: walks from the home screen to saved sheets by presses alone, on the built app and the real server;
// a page with a picture of each step, the presses and the seconds in .recording/.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

install()
installWholeBrowser()
build()
const folder = join(root, '.recording')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const args = ['run', '--config', 'e2e/vitest.config.ts', 'spay-day', '-t', 'from home to']
const env = { ...process.env, SPAY_DAY_OUT: folder }
const ran = spawnSync(process.execPath, [vitest, ...args], { cwd: join(root, 'web'), stdio: 'inherit', env })
if (ran.status === 0) console.log(`\n${join(folder, 'index.html')}`)
process.exit(ran.status ?? 1)
