// `npm run fuzz:api`: requests made from the server's own API document, half as it has them, half with one thing wrong, to a
// real server over a real database. What is no documented answer is a finding. A table here, JSON in .bench/.
//   npm run fuzz:api                                10,000 requests
//   npm run fuzz:api -- --requests 500 --seed 4711
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './install.mjs'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
install()
const file = join(root, '.bench/fuzz-api.json')
rmSync(file, { force: true })
console.log(`${values.requests} requests, seed ${values.seed}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const ran = spawnSync(process.execPath, [vitest, 'run', 'src/documentation/fuzz/'], {
  cwd: join(root, 'api'),
  env: {
    ...process.env,
    FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    FUZZ_OUT: join(root, '.bench'),
  },
  encoding: 'utf8',
})
const again = `npm run fuzz:api -- --requests ${values.requests} --seed ${values.seed}`
// A run that wrote nothing did not come to its end.
if (!existsSync(file)) {
  console.log(`${ran.stdout}${ran.stderr}\nIt did not come to its end. Again: ${again}`)
  process.exit(1)
}
const { findings, statuses, calls_never_done: never, ...told } = JSON.parse(readFileSync(file, 'utf8'))
for (const [name, value] of Object.entries(told)) console.log(`${name.padEnd(20)} ${value}`)
for (const [status, count] of Object.entries(statuses))
  console.log(`${`status ${status}`.padEnd(20)} ${count}`)
for (const [call, said] of Object.entries(never))
  console.log(`${'never done'.padEnd(20)} ${call} ${JSON.stringify(said)}`)
for (const { what, times, requests } of findings)
  console.log(`\nFOUND ${times} times: ${what}\n  ${requests.join('\n  ')}`)
console.log(
  findings.length === 0
    ? `\nEvery answer was a documented one. .bench/fuzz-api.json`
    : `\n${findings.length} findings. Again: ${again}`,
)
process.exit(findings.length === 0 && ran.status === 0 ? 0 : 1)
