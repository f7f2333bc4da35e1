import { readChange, type ChangeEvent } from 'sync-protocol/wire/events'
import type { Dice } from './dice.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetDevice } from './fleet-device.ts'

/** What the server tells the tablets that listen: events tell of several commits, are lost, doubled, late and out of order. */
export class FleetEvents {
  /** Changes that a tablet stored without asking for them. */
  taken = 0
  private readonly told = new Map<FleetDevice, number>()
  private readonly waiting = new Map<FleetDevice, ChangeEvent[]>()
  private readonly server: FleetServer
  private readonly dice: Dice
  constructor(server: FleetServer, dice: Dice) {
    this.server = server
    this.dice = dice
  }

  /** Each of these tablets is told how far the feed has come since it was told last. */
  async tell(tablets: readonly FleetDevice[]): Promise<void> {
    for (const tablet of tablets) {
      const data = await this.server.eventFor(tablet.token, this.told.get(tablet) ?? 0)
      if (data === undefined) continue
      const event = readChange(data)
      this.told.set(tablet, event.head)
      if (this.dice.chance(0.1)) continue
      const waiting = this.waiting.get(tablet) ?? []
      this.waiting.set(tablet, [...waiting, event, ...(this.dice.chance(0.1) ? [event] : [])])
    }
  }

  /** Some of what the tablet was told arrives, mostly in order. */
  async arrive(tablet: FleetDevice): Promise<void> {
    const waiting = this.waiting.get(tablet) ?? []
    while (waiting.length > 0 && this.dice.chance(0.8)) {
      const at = this.dice.chance(0.2) ? this.dice.below(waiting.length) : 0
      const [event] = waiting.splice(at, 1)
      if (event && (await tablet.hear(event))) this.taken++
    }
  }
}
