// `npm run webkit`: the main job in WebKit, the engine of every browser on an iPad, against the built app and the real server.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPrograms } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

install()
installPrograms({
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  pdftotext: 'poppler-utils',
})
build()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const ran = spawnSync(process.execPath, [vitest, 'run', '--config', 'webkit/vitest.config.ts'], {
  cwd: join(root, 'web'),
  stdio: 'inherit',
})
process.exit(ran.status ?? 1)
