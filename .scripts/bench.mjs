// `npm run bench`: the project's benchmarks, one after the other; a table here, JSON in .bench/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installWholeBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

install()
installWholeBrowser()
build()
mkdirSync(join(root, '.bench'), { recursive: true })
const benches = ['api', 'web'].flatMap((name) =>
  readdirSync(join(root, name, 'bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => ({ name, file })),
)
let failed = 0
for (const { name, file } of benches) {
  console.log(`\n${name}/bench/${file}`)
  const args = ['vitest/vitest.mjs', 'run', '--config', 'bench/vitest.config.ts', file]
  const [program, ...rest] = args
  const ran = spawnSync(process.execPath, [join(root, 'node_modules', program), ...rest], {
    cwd: join(root, name),
    stdio: 'inherit',
    env: { ...process.env, BENCH_OUT: join(root, '.bench') },
  })
  if (ran.status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
