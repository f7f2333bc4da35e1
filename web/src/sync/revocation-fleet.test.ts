import { expect, test, vi } from 'vitest'
import { FleetPeople } from './testing/fleet-people.ts'
import { runFleet } from './testing/run-fleet.ts'

const from = Number(import.meta.env['FLEET_SEED'] ?? 5)
const rounds = Number(import.meta.env['FLEET_ROUNDS'] ?? 4)
const steps = Number(import.meta.env['FLEET_STEPS'] ?? 160)
const seeds = Array.from({ length: rounds }, (_, index) => from + index)

test(
  '[D2] [L6] tablets are revoked, also by a restore and after it: none removes what the server lacks',
  { timeout: 480_000 },
  async () => {
    // Of each telling that the network broke.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let [wiped, held] = [0, 0]
    for (const seed of seeds) {
      const report = await runFleet(seed, steps, (dice) => new FleetPeople(dice), 6, {
        revoke: true,
        restore: seed % 2 === 0,
      })
      wiped += report.wiped
      held += report.held
    }
    expect([wiped > 0, held > 0]).toEqual([true, true])
  },
)
