import { expect, test } from 'vitest'
import { FleetPeople } from './testing/fleet-people.ts'
import { runFleet } from './testing/run-fleet.ts'

const from = Number(import.meta.env['FLEET_SEED'] ?? 1)
const rounds = Number(import.meta.env['FLEET_ROUNDS'] ?? 3)
const steps = Number(import.meta.env['FLEET_STEPS'] ?? 200)

test.each(Array.from({ length: rounds }, (_, index) => from + index))(
  '[L1] [L4] [T2] [T4] [P1] [D2] tablets that listen take changes with the events that tell of them (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const report = await runFleet(seed, steps, (dice) => new FleetPeople(dice), 6, {
      integration: true,
      events: true,
      restore: seed % 2 === 1,
    })
    expect(report.told).toBeGreaterThan(0)
  },
)
