// Finds Chromium and the readers that the end-to-end tests use; installs them from Debian's packages where that may be.
import { spawnSync } from 'node:child_process'
import { fail } from './install.mjs'

const packages = {
  chromium: 'chromium',
  pdftotext: 'poppler-utils',
}

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

export const installBrowser = () => installPrograms(packages)

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
