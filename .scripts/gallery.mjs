// `npm run gallery`: a picture of every screen and dialog, of four sizes and in both themes, with ordinary, extreme and no data,
// in one page, .gallery/index.html. `npm run gallery -- "new sheet" ledger`: some screens only.
// `npm run gallery -- --readme`: the few pictures that README and the manifest show.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

const words = process.argv.slice(2)
const forReadme = words.includes('--readme')
const only = words.filter((word) => !word.startsWith('--'))

install()
installWholeBrowser()
build()
// What a part takes anew goes with its old pictures; the other screens' pictures stay beside it.
if (!forReadme && only.length === 0) rmSync(join(root, '.gallery'), { recursive: true, force: true })
for (const part of ['ordinary', 'edges']) rmSync(join(root, `.gallery/${part}.json`), { force: true })
const ran = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'gallery/vitest.config.ts',
    ...(forReadme ? ['readme.shots.ts'] : ['ordinary.shots.ts', 'edges.shots.ts']),
  ],
  { cwd: join(root, 'web'), stdio: 'inherit', env: { ...process.env, GALLERY_ONLY: only.join('\n') } },
)
process.exit(ran.status ?? 1)
