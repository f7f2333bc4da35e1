// `npm run client-package`: the local database and its sync as a package without the app, in web/client-package.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fail, install, root } from './install.mjs'

const LIMIT_KB = 75
const VITE = ['vite/bin/vite.js', 'build', '--config', 'vite.client.config.ts', '--logLevel', 'error']
export const folder = join(root, 'web/client-package')

export function buildClientPackage() {
  run('types', ['typescript/bin/tsc', '-b', 'web'], root)
  run('code', VITE, join(root, 'web'))
  copyFileSync(join(root, 'web/dist-types/app/client.d.ts'), join(folder, 'client.d.ts'))
  const { version } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'))
  const described = {
    name: 'veterinary-anesthesia-client',
    version,
    private: true,
    type: 'module',
    sideEffects: true,
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
}

function run(what, [program, ...args], cwd, env = {}) {
  const ran = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (ran.status !== 0) fail(`The ${what} of the client package could not be built; the reason stands above.`)
}

/** KB after gzip: all in one, and without the libraries that a page may have already. */
export function sizes() {
  const temporary = mkdtempSync(join(tmpdir(), 'client-package-'))
  const without = (peers) => {
    run('code', VITE, join(root, 'web'), { CLIENT_PEERS: peers.join(','), CLIENT_FOLDER: temporary })
    return kilobytes(temporary)
  }
  const found = {
    whole: kilobytes(folder),
    dexieAsPeer: without(['dexie']),
    dexieAndZodAsPeers: without(['dexie', 'zod']),
  }
  rmSync(temporary, { recursive: true })
  return found
}

const kilobytes = (place) =>
  readdirSync(place)
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(place, file)), { level: 9 }).length / 1024, 0)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  buildClientPackage()
  const found = sizes()
  if (process.argv.includes('--json')) console.log(JSON.stringify({ ...found, limit: LIMIT_KB }))
  else {
    const line = (kb, words) => console.log(`${kb.toFixed(1).padStart(8)} KB  ${words}`)
    console.log(`web/client-package, gzip; wanted is ${LIMIT_KB} KB for all in one`)
    line(found.whole, 'all in one')
    line(found.dexieAsPeer, 'with dexie as a peer')
    line(found.dexieAndZodAsPeers, 'with dexie and zod as peers')
  }
}
