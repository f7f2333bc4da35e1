// The long run of the simulated tablets: npm run fleet -w web -- --seed 1 --rounds 200 --steps 300
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '200' },
    steps: { type: 'string', default: '300' },
  },
})
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const web = new URL('../web', import.meta.url)
const run = spawn(process.execPath, [vitest, 'run', 'fleet.test.ts'], {
  cwd: web,
  stdio: 'inherit',
  env: { ...process.env, FLEET_SEED: values.seed, FLEET_ROUNDS: values.rounds, FLEET_STEPS: values.steps },
})
run.on('exit', (code) => process.exit(code ?? 1))
