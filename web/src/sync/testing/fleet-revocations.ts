import type { Dice } from './dice.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetDevice } from './fleet-device.ts'

/** A holder of 0 revokes tablets and takes that back; whoever holds an old backup of the server revokes them once more. */
export class FleetRevocations {
  private readonly server: FleetServer
  private readonly dice: Dice

  constructor(server: FleetServer, dice: Dice) {
    this.server = server
    this.dice = dice
  }

  /** What a tablet hears that tells of itself; while its records are about to go `meanwhile` happens. */
  watch(tablet: FleetDevice, meanwhile: () => Promise<void>): void {
    tablet.tells = true
    tablet.beforeWipe = async () => {
      if (this.dice.chance(0.3)) await meanwhile()
    }
  }

  /** Some are revoked while `backUp` runs, and are taken back before they hear of it. One stays, to read what the others send. */
  during<T>(tablets: readonly FleetDevice[], backUp: () => T): T {
    const some = tablets.slice(1).filter(() => this.dice.chance(0.5))
    for (const { device } of some) this.server.revoke(device)
    const made = backUp()
    for (const { device } of some) this.server.takeBack(device)
    return made
  }

  happen(tablets: readonly FleetDevice[]): void {
    const tablet = this.dice.pick(tablets.slice(1))
    if (!tablet) return
    if (!this.server.isRevoked(tablet.device)) {
      if (this.dice.chance(0.04)) this.server.revoke(tablet.device)
    } else if (this.dice.chance(0.05)) this.server.takeBack(tablet.device)
  }

  /** In the end half of what is revoked is taken back, and goes on like the others. */
  takeSomeBack(tablets: readonly FleetDevice[]): void {
    for (const { device } of tablets)
      if (this.server.isRevoked(device) && this.dice.chance(0.5)) this.server.takeBack(device)
  }
}
