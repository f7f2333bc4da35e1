// Builds what changed: `build.mjs` for everything, `build.mjs api` for one workspace and what it needs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, install, root } from './install.mjs'
import { step } from './step.mjs'

const shared = ['package-lock.json', '.config']
const workspaces = {
  'sync-protocol': { needs: [], command: ['typescript/bin/tsc', '-b', 'sync-protocol'], cwd: '.' },
  api: { needs: ['sync-protocol'], command: ['typescript/bin/tsc', '-b', 'api'], cwd: '.' },
  web: { needs: ['sync-protocol'], command: ['../web/build.mjs'], cwd: 'web' },
}
const notSources = new Set([
  'dist',
  'dist-types',
  'client-package',
  'node_modules',
  'e2e',
  'bench',
  'gallery',
])

/** `show`: with all that the compilers print. */
export function build(names = Object.keys(workspaces), { show = false } = {}) {
  for (const name of new Set(names.flatMap((wanted) => [...workspaces[wanted].needs, wanted]))) {
    const { needs, command, cwd } = workspaces[name]
    const mark = join(root, name, 'dist/.sources')
    const sources = digest([...shared, ...needs, name])
    if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) continue
    const [program, ...args] = command
    const built = step(`Building ${name}`, process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: join(root, cwd),
      show,
    })
    if (!built) fail(`${name} could not be built; the reason stands above.`)
    mkdirSync(join(root, name, 'dist'), { recursive: true })
    writeFileSync(mark, sources)
  }
}

/** By content, since a checkout or a copy gives every file a new time. */
function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const whole = join(root, path)
  if (statSync(whole).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(whole)).update('\0')
    return
  }
  for (const name of readdirSync(whole).sort()) {
    if (!notSources.has(name) && !name.endsWith('.tsbuildinfo')) addTo(hash, join(path, name))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !(name in workspaces))
  if (unknown) fail(`There is no workspace "${unknown}"; there are ${Object.keys(workspaces).join(', ')}.`)
  install()
  build(names.length > 0 ? names : undefined, { show: true })
}
