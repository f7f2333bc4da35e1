import { OfflineError, type Answer, type Call } from '../../data/people/server-call.ts'
import type { Dice } from './dice.ts'
import type { FleetServer } from './fleet-server.ts'

const unavailable: Answer = {
  status: 503,
  body: { success: false, code: 'unavailable', message: 'Please try again.' },
  retryAfterMs: undefined,
}
/** A proxy lost the answer, and says so in its own words. */
const badGateway: Answer = { status: 502, body: '<html>Bad Gateway</html>', retryAfterMs: undefined }

/** A network between tablets and server that drops, doubles, delays and reorders requests and answers. */
export class FleetNetwork {
  calm = false
  private late: Call[] = []
  private readonly server: FleetServer
  private readonly dice: Dice
  constructor(server: FleetServer, dice: Dice) {
    this.server = server
    this.dice = dice
  }

  /** `meanwhile` runs while the answer is under way. */
  async deliver(call: Call, meanwhile: () => Promise<void>): Promise<Answer> {
    const luck = this.calm ? 1 : this.dice.next()
    if (luck < 0.1) throw new OfflineError('the request is lost')
    if (luck < 0.18) {
      this.late.push(call)
      throw new OfflineError('the request is delayed')
    }
    if (luck > 0.36 && luck < 0.39) return unavailable
    const answer = await this.server.handle(call)
    if (luck < 0.26) throw new OfflineError('the answer is lost')
    if (luck < 0.28) return badGateway
    if (luck < 0.36) this.late.push(call)
    if (!this.calm) await meanwhile()
    return answer
  }

  /** One of the delayed requests arrives, in any order; nobody waits for its answer. */
  async deliverLate(): Promise<void> {
    const at = this.dice.below(this.late.length)
    const [call] = this.late.splice(at, 1)
    if (call) await this.server.handle(call)
  }
  async deliverAllLate(): Promise<void> {
    while (this.late.length > 0) await this.deliverLate()
  }
}
