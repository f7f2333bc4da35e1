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
