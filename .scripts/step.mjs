// One step of a start: a line that says what it does and how long it took. What the program itself prints is shown when it fails.
import { spawnSync } from 'node:child_process'

const ENOUGH_BYTES = 64 * 1024 * 1024

/** True when the program ended well. `show`: all that it prints, as it does. */
export function step(what, program, args, { show = false, ...options }) {
  process.stdout.write(show ? `${what} …\n` : `${what} … `)
  const began = performance.now()
  const ran = spawnSync(program, args, {
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    maxBuffer: ENOUGH_BYTES,
    encoding: 'utf8',
    ...options,
  })
  const passed = ran.status === 0
  if (show) return passed
  console.log(passed ? `${Math.max(1, Math.round((performance.now() - began) / 1000))} s` : 'failed')
  if (!passed) console.error(ran.error?.message ?? `${ran.stdout}${ran.stderr}`.trimEnd())
  return passed
}
