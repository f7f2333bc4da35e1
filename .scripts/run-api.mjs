// Runs a program of the API after installing and building what is missing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root } from './install.mjs'

export function runApi(program) {
  install()
  build(['api'])
  const args = [join(root, 'api/dist', program), ...process.argv.slice(2)]
  const ran = spawnSync(process.execPath, args, { stdio: 'inherit' })
  process.exit(ran.status ?? 1)
}
