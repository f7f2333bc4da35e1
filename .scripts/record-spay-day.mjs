// `npm run record-spay-day`: walks from the home screen to saved sheets by presses alone, and a day of thirty patients on three
// tablets without a network, on the built app and the real server; of each a page with a picture of each step, the presses and the
// seconds in .recording/.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

install()
installWholeBrowser()
build()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const DAYS = [
  { spec: 'spay-day', only: ['-t', 'from home to'], out: 'SPAY_DAY_OUT', folder: '.recording' },
  { spec: 'spay-thirty', only: [], out: 'SPAY_THIRTY_OUT', folder: '.recording/thirty' },
]
for (const { spec, only, out, folder } of DAYS) {
  const path = join(root, folder)
  const args = [vitest, 'run', '--config', 'e2e/vitest.config.ts', spec, ...only]
  const { status } = spawnSync(process.execPath, args, {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, [out]: path },
  })
  if (status !== 0) process.exit(status ?? 1)
  console.log(`\n${join(path, 'index.html')}`)
}
