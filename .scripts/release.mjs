// `npm run release`: the program as a clinic installs it, for computers like this one: a folder in .release, and the same as one
// file. It holds no TypeScript and nothing of the build. `release.mjs FOLDER` makes it there.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { build } from './build.mjs'
import { fail, install, root } from './install.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const MOST_MB = 150
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { engines, scripts, license } = read('package.json')
const { version } = read('api/package.json')
/** As `npm start` in a clone. */
const FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))
const COMMANDS = ['admin', 'backup', 'restore', 'new-history', 'tls', 'remove-demonstration', 'distribute']

const target = `${process.platform}-${process.arch}`
const into = resolve(process.argv[2] ?? join(root, '.release'))
const folder = join(into, `veterinary-anesthesia-${version}-${target}`)

/** Of a package what runs, and its license. A link cannot be packed; PostgreSQL's are made at each start. */
const NOT_RUN = /\.([cm]?ts|map|a|tsbuildinfo)$|\/CHANGELOG[^/]*$/
const NOT_RUN_FOLDERS = /^(test|tests|docs|examples|benchmarks?|e2e|\.github|node_modules)$/
const isRun = (from) => (path) => {
  const [first = '', ...rest] = relative(from, path).split(sep)
  if (NOT_RUN_FOLDERS.test(first) && lstatSync(path).isDirectory() && rest.length === 0) return false
  return !NOT_RUN.test(path) && !lstatSync(path).isSymbolicLink()
}
/** What the compiler made of the sources, without what only tests run. */
const isBuilt = (path) =>
  !/^testing|\.test\.js$/.test(basename(path)) && (path.endsWith('.js') || lstatSync(path).isDirectory())

const copy = (from, to = from, filter = () => true) =>
  cpSync(join(root, from), join(folder, to), { recursive: true, filter })

function assemble() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copy('api/dist', 'api/dist', isBuilt)
  copy('api/src/accounts/demonstration-library.json')
  copy('migrations', 'migrations', (path) => lstatSync(path).isDirectory() || path.endsWith('.sql'))
  copy('web/dist', 'web/dist', (path) => !basename(path).startsWith('.'))
  copy('sync-protocol/dist', 'node_modules/sync-protocol/dist', isBuilt)
  copy('sync-protocol/package.json', 'node_modules/sync-protocol/package.json')
  copy('.deploy/release', '.')
  copy('.deploy/veterinary-anesthesia.service', 'veterinary-anesthesia.service')
  for (const script of ['assert-node', 'stay-with-npm', 'verify-ledger'])
    copy(`.scripts/${script}.mjs`, `${script}.mjs`)
  copy('LICENSE')
  copy('web/public/third-party-notices.txt', 'THIRD-PARTY-NOTICES.txt')
  const packages = shippedPackages(['api']).filter(({ place }) => existsSync(join(root, place)))
  for (const { place } of packages) copy(place, place, isRun(join(root, place)))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described(packages), null, 2)}\n`)
}

/** Whatever it needs is in it: npm asks no registry for anything. */
function described(packages) {
  const atTop = packages.filter(({ place, name }) => place === `node_modules/${name}`)
  const dependencies = Object.fromEntries([
    ...atTop.map(({ name, version: its }) => [name, its]),
    ['sync-protocol', read('sync-protocol/package.json').version],
  ])
  return {
    name: 'veterinary-anesthesia',
    version,
    description: 'The server and the app for veterinary practices',
    license,
    private: true,
    type: 'module',
    engines,
    os: [process.platform],
    cpu: [process.arch],
    scripts: {
      start: ['node', ...FLAGS, 'program.mjs'].join(' '),
      ...Object.fromEntries(COMMANDS.map((name) => [name, `node program.mjs ${name}`])),
      'verify-ledger': 'node verify-ledger.mjs',
    },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  }
}

const filesIn = (place) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

/** One file, as npm packs it; fails when it would leave something out. */
function pack() {
  const ran = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (ran.status !== 0) fail(`npm could not pack the release:\n${ran.stderr}`)
  const [packed] = Object.values(JSON.parse(ran.stdout))
  const there = new Set(packed.files.map(({ path }) => path))
  const missing = filesIn(folder)
    .map((path) => relative(folder, path).split(sep).join('/'))
    .filter((path) => !there.has(path))
  if (missing.length > 0)
    fail(`npm left ${missing.length} files out, such as ${missing.slice(0, 5).join(', ')}.`)
  const file = `${folder}.tgz`
  renameSync(join(into, packed.filename), file)
  return file
}

const megabytes = (bytes) => Math.round(bytes / 1e5) / 10
const sizeOf = (paths) => paths.reduce((sum, path) => sum + lstatSync(path).size, 0)

install()
build()
assemble()
const file = pack()
const files = filesIn(folder)
const size = megabytes(sizeOf(files))
console.log(`${folder}: ${files.length} files, ${size} MB`)
console.log(`${file}: ${megabytes(sizeOf([file]))} MB`)
if (size > MOST_MB) fail(`A release may have at most ${MOST_MB} MB.`)
