// Finds Chromium and the tools that the end-to-end tests use; installs them from Debian's packages where that may be.
import { spawnSync } from 'node:child_process'
import { fail } from './install.mjs'

const tools = { pdftotext: 'poppler-utils', certutil: 'libnss3-tools' }
/** Chromium without its windows: it starts with a quarter of the work. */
const SHELL = 'chromium-headless-shell'
const WHOLE = 'chromium'

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** For the tests: without its windows, or whole where only that is here. CHROMIUM names another. */
export function installBrowser() {
  const program = process.env.CHROMIUM ?? [SHELL, WHOLE].find(has) ?? SHELL
  process.env.CHROMIUM = program
  installPrograms({ [program]: program, ...tools })
}

/** For what is measured, killed and shown: the browser that people have. */
export function installWholeBrowser() {
  process.env.CHROMIUM ??= WHOLE
  installBrowser()
}

/** Each program, and the package of Debian's that brings it. */
export function installPrograms(wantedPrograms) {
  const missing = Object.keys(wantedPrograms).filter((program) => !has(program))
  if (missing.length === 0) return
  const wanted = [...missing.map((program) => wantedPrograms[program]), 'fonts-dejavu-core']
  const byHand = `Install them and start again: apt-get install ${wanted.join(' ')}`
  if (!has('apt-get') || process.getuid?.() !== 0) {
    fail(`These tests need ${missing.join(', ')}. ${byHand}`)
  }
  console.log(`Installing ${wanted.join(', ')} …`)
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-q'], quiet)
  const ran = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], quiet)
  if (ran.status !== 0) fail(`Debian's packages could not be installed. ${byHand}`)
}
