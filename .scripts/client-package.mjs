// `npm run client-package`: the local database and its sync as a package without the app, in web/client-package.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fail, install, root } from './install.mjs'

const LIMIT_KB = 60
export const folder = join(root, 'web/client-package')

export function buildClientPackage() {
  run('types', ['typescript/bin/tsc', '-b', 'web'], root)
  run(
    'code',
    ['vite/bin/vite.js', 'build', '--config', 'vite.client.config.ts', '--logLevel', 'warn'],
    join(root, 'web'),
  )
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

function run(what, [program, ...args], cwd) {
  const ran = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
  })
  if (ran.status !== 0) fail(`The ${what} of the client package could not be built; the reason stands above.`)
}

/** KB after gzip of every script, the entry first. */
export function sizes() {
  if (!existsSync(folder)) fail('There is no client package yet: npm run client-package makes it.')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, kb: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  buildClientPackage()
  const files = sizes()
  for (const { file, kb } of files) console.log(`${kb.toFixed(1).padStart(8)} KB  ${file}`)
  const total = files.reduce((sum, { kb }) => sum + kb, 0)
  console.log(`${total.toFixed(1).padStart(8)} KB  the client package (gzip), at most ${LIMIT_KB}`)
  if (total > LIMIT_KB) process.exitCode = 1
}
