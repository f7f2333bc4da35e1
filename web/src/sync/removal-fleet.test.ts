import { expect, test } from 'vitest'
import { runFleet } from './testing/run-fleet.ts'

const from = Number(import.meta.env['FLEET_SEED'] ?? 1)
const rounds = Number(import.meta.env['FLEET_ROUNDS'] ?? 4)
const steps = Number(import.meta.env['FLEET_STEPS'] ?? 140)
const seeds = Array.from({ length: rounds }, (_, index) => from + index)

test(
  '[D3] [P1] users are removed while they have unsent work: a holder of 2 sends it, once, and everything entered is found',
  { timeout: 480_000 },
  async () => {
    let sent = 0
    for (const seed of seeds)
      sent += (await runFleet(seed, steps, undefined, 4, { sendsForOthers: true })).sentForOthers
    expect(sent).toBeGreaterThan(0)
  },
)

test('[D3] [M3] what is sent for somebody stays theirs for those who change it next (seed 300121, which failed once)', async () => {
  const report = await runFleet(300121, 300, undefined, 6, {
    sendsForOthers: true,
    integration: true,
    burst: 30,
  })
  expect(report.sentForOthers).toBeGreaterThan(0)
}, 120_000)
