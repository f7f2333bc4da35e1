// Installs the packages of the lock file when some are missing or others are there. Needs node and npm, nothing else.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertNode, fail } from './assert-node.mjs'
import { step } from './step.mjs'

export { fail }
export const root = fileURLToPath(new URL('..', import.meta.url))

export function install() {
  assertNode()
  if (isInstalled()) return
  // The build needs the development packages, also where NODE_ENV says production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const shell = process.platform === 'win32'
  if (step('Installing packages', 'npm', args, { cwd: root, shell })) return
  fail(
    'The packages could not be installed: npm ci failed, its reason stands above.\n' +
      'The first start needs a network that reaches the npm registry; later starts do not.',
  )
}

/** Whether node_modules holds exactly what the lock file names. npm keeps a list of what it installed. */
function isInstalled() {
  const installedList = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedList)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(installedList)
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    if (!present[path]) return optional === true
    return link === true || present[path].version === version
  })
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install()
