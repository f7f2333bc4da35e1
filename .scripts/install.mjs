// Installs the packages of the lock file when some are missing or others are there. Needs node and npm, nothing else.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = [20, 19]

export function install() {
  assertNode()
  if (isInstalled()) return
  console.log('Installing packages …')
  // The build needs the development packages, also where NODE_ENV says production.
  const ran = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (ran.status === 0) return
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

function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(`This needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
}

export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install()
