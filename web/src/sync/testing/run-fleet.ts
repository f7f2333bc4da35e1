import { uuidv7 } from 'sync-protocol/records/uuid'
import { readSetting } from '../../data/database/settings.ts'
import { sendOnBehalf } from '../../data/attention/shut-out.ts'
import { foldNotes, keepList, keptState } from '../../data/lists/list-keeper.ts'
import { checkCursor, checkEnd, checkTablet, KEPT_LISTS, listMaker, type Place } from './check-fleet.ts'
import type { RoundResult } from '../round.ts'
import { Dice } from './dice.ts'
import { FleetEvents } from './fleet-events.ts'
import { FleetIntegration } from './fleet-integration.ts'
import { FleetNetwork } from './fleet-network.ts'
import { FleetPeople, type Entered } from './fleet-people.ts'
import { FleetRevocations } from './fleet-revocations.ts'
import { FleetServer, type FleetUser } from './fleet-server.ts'
import { FleetDevice } from './fleet-device.ts'

const PERMISSIONS = [[1], [1, 2], [1, 2, 3], [1, 3], []]
const ONE_MINUTE = 60_000
const TWO_DAYS = 2 * 24 * 60 * ONE_MINUTE

export interface FleetReport {
  tablets: number
  /** Things that were said to be saved. */
  writes: number
  /** Changes that they became. */
  saved: number
  crashes: number
  restores: number
  /** Tablets whose records were removed, since they were revoked and held nothing that the server has not. */
  wiped: number
  /** Revoked ones that hold something in the end, for a person to see. */
  held: number
  rounds: number
  refused: number
  conflicts: number
  /** Changes that came with an event, and were stored without being asked for. */
  told: number
  /** Records that somebody sent for their author. */
  sentForOthers: number
  /** Kept lists that were read, and compared with their tables. */
  listsRead: number
  /** Outcomes by status. */
  outcomes: Record<string, number>
}

export interface FleetOptions {
  /** The server is restored from a backup once. */
  restore?: boolean
  /** That is a snapshot of its disk, put back without a word: its epoch keeps its name. */
  silently?: boolean
  /** Another program writes by the documented calls. */
  integration?: boolean
  /** The tablets listen: changes come with events too, and a round may end when all is sent. */
  events?: boolean
  /** At most so many things that one person does in a row before anything else happens. */
  burst?: number
  /** Somebody is removed half-way, and whoever is signed in sends what is left of theirs. */
  sendsForOthers?: boolean
  /** Tablets are revoked; where there is a restore, by it and after it: what went with one before it nobody could bring back. */
  revoke?: boolean
}

/** Who works on the tablets, and what must be true of what they work on. */
export interface People {
  readonly entered: ReadonlyMap<string, Entered>
  readonly writes: number
  act(tablet: FleetDevice): Promise<void>
  /** The server was restored from a backup. */
  forgetTyped?(tablets: readonly FleetDevice[]): Promise<void>
  /** Values in drafts that were open when the epoch was lost, and that nobody has typed over since, by draft. */
  openMarks?: ReadonlyMap<string, ReadonlySet<string>>
  /** Looks at everything that the server ever held and the tablets show. */
  check?(server: FleetServer, tablets: readonly FleetDevice[]): Promise<void>
}

/** Runs some clinic's tablets through a day of trouble, from a seed, and checks that every promise held. */
export async function runFleet(
  seed: number,
  steps: number,
  people: (dice: Dice) => People = (dice) => new FleetPeople(dice),
  mostTablets = 6,
  {
    restore = false,
    integration = false,
    events = false,
    burst = 1,
    sendsForOthers = false,
    revoke = false,
    silently = false,
  }: FleetOptions = {},
): Promise<FleetReport> {
  const fleet = new Fleet(seed, people, mostTablets, { integration, events, burst, revoke, silently })
  await fleet.start()
  for (let step = 0; step < steps; step++) {
    if (restore && step === Math.floor(steps / 3)) fleet.backUp()
    if (restore && step === Math.floor((2 * steps) / 3)) fleet.restoreSoon()
    if (sendsForOthers && step === Math.floor(steps / 2)) fleet.removeSomebody()
    await fleet.step()
    if (!restore || fleet.restored) fleet.revokeSometimes()
  }
  await fleet.settleDown()
  return fleet.report()
}

/** What is brought back after a restore may wait for what another sends; each of these passes settles one such step. */
const PASSES = 5
/** Mutations in a push of these tablets. */
const PUSH_OF = 2

class Fleet {
  private readonly dice: Dice
  private readonly server: FleetServer
  private readonly network: FleetNetwork
  private readonly people: People
  private readonly all: FleetDevice[]
  private readonly arrived = new Map<FleetDevice, Set<string>>()
  private readonly places = new Map<FleetDevice, Place>()
  private crashes = 0
  private rounds = 0
  private nested = false
  private backup: ((epoch: string) => void) | undefined
  restored = false
  private restoreDue = false
  private readonly integration: FleetIntegration | undefined
  private readonly events: FleetEvents | undefined
  private readonly revocations: FleetRevocations | undefined
  private readonly burst: number
  private readonly silently: boolean
  private sendsForOthers = false
  /** Of its own dice, so that a seed goes as it went. */
  private readonly order: Dice
  private readonly lists: Dice
  constructor(
    seed: number,
    people: (dice: Dice) => People,
    mostTablets: number,
    {
      integration,
      events,
      burst,
      revoke,
      silently,
    }: Required<Pick<FleetOptions, 'integration' | 'events' | 'burst' | 'revoke' | 'silently'>>,
  ) {
    this.dice = new Dice(seed)
    this.order = new Dice(seed + 3_000_003)
    this.lists = new Dice(seed + 4_000_003)
    const id = () => uuidv7(0, this.dice.bytes(16))
    const users: FleetUser[] = ['Ana', 'Ben', 'Cleo'].map((name, index) => ({
      id: id(),
      name,
      perms: PERMISSIONS[index] ?? [1],
    }))
    this.server = new FleetServer(id(), id(), users)
    this.network = new FleetNetwork(this.server, this.dice)
    this.people = people(this.dice)
    this.integration = integration ? new FleetIntegration(this.server, this.dice) : undefined
    // Of its own dice, so that a seed without events goes as it went.
    this.events = events ? new FleetEvents(this.server, new Dice(seed + 1_000_003)) : undefined
    this.revocations = revoke ? new FleetRevocations(this.server, new Dice(seed + 2_000_003)) : undefined
    this.burst = burst
    this.silently = silently
    this.all = Array.from(
      { length: 2 + this.dice.below(mostTablets - 1) },
      () => new FleetDevice(this.server, this.dice.below(2 ** 31), PUSH_OF),
    )
  }

  private get tablets(): FleetDevice[] {
    return this.all.filter(({ wiped }) => !wiped)
  }
  private get allowed(): FleetDevice[] {
    return this.tablets.filter(({ device }) => !this.server.isRevoked(device))
  }
  private get revoked(): FleetDevice[] {
    return this.tablets.filter(({ device }) => this.server.isRevoked(device))
  }

  async start(): Promise<void> {
    for (const tablet of this.tablets) {
      this.revocations?.watch(tablet, () => this.people.act(tablet))
      tablet.network = { deliver: (call) => this.network.deliver(call, () => this.meanwhile(tablet)) }
      this.arrived.set(tablet, new Set())
      await tablet.start()
      await this.switchUser(tablet)
    }
  }

  /** Somebody is removed while some of their work is on tablets only; from now on others send it. */
  removeSomebody(): void {
    const user = this.dice.pick(this.server.users.slice(1))
    if (user) this.server.removeUser(user.id)
    this.sendsForOthers = true
  }

  backUp(): void {
    const make = () => this.server.backup()
    this.backup = this.revocations?.during(this.tablets, make) ?? make()
  }

  revokeSometimes(): void {
    this.revocations?.happen(this.tablets)
  }

  /** At the next step, or while an answer is under way. */
  restoreSoon(): void {
    this.restoreDue = true
  }

  /** The server goes back to its backup, under another epoch. */
  private async restoreIfDue(): Promise<void> {
    if (!this.restoreDue) return
    this.restoreDue = false
    const next = uuidv7(0, this.dice.bytes(16))
    this.backup?.(this.silently ? this.server.store.epoch : next)
    this.restored = true
    this.integration?.forgetLost()
    await this.people.forgetTyped?.(this.tablets)
    for (const arrived of this.arrived.values()) arrived.clear()
  }

  async step(): Promise<void> {
    this.server.now += this.dice.below(90_000)
    const tablet = this.dice.pick(this.tablets)
    if (!tablet) return
    if (this.dice.chance(0.05)) tablet.crashIn = 1 + this.dice.below(12)
    await this.surviving(tablet, () => this.something(tablet))
    if (this.lists.chance(0.2)) await this.surviving(tablet, () => this.keepLists(tablet))
    tablet.crashIn = Infinity
    if (this.dice.chance(0.5)) await this.restoreIfDue()
    if (this.dice.chance(0.3)) await this.network.deliverLate()
    if (this.integration && this.dice.chance(0.1)) await this.integration.call()
    if (tablet.wiped) return
    await this.tellTablets(tablet)
    this.places.set(tablet, await checkCursor(tablet, this.places.get(tablet)))
    if (this.dice.chance(0.2)) await this.check(tablet)
  }

  private async something(tablet: FleetDevice): Promise<unknown> {
    const luck = this.dice.next()
    if (this.sendsForOthers && luck < 0.02) return this.sendForOthers(tablet)
    if (luck < 0.5) return this.work(tablet)
    if (luck < 0.85) return this.round(tablet)
    if (luck < 0.93) return this.switchUser(tablet)
    if (luck < 0.95) tablet.clockError = this.dice.below(TWO_DAYS) - TWO_DAYS / 2
    else if (luck < 0.97) this.trouble()
    else return this.restart(tablet)
    return undefined
  }

  /** Whoever is signed in sends what others left on this tablet, be they allowed to or not. */
  private async sendForOthers(tablet: FleetDevice): Promise<void> {
    if (!tablet.user) return
    const { clinic, saver } = tablet
    for (const lane of await clinic.lanes.toArray())
      if (lane.shut_out && lane.unsent > 0) await sendOnBehalf(clinic, lane.user_id, saver)
  }

  private async tellTablets(hearing: FleetDevice): Promise<void> {
    await this.events?.tell(this.tablets)
    await this.surviving(hearing, async () => this.events?.arrive(hearing))
  }

  /** As a tab does while nobody presses anything. */
  private async keepLists({ clinic, wiped }: FleetDevice): Promise<void> {
    if (wiped) return
    const maker = listMaker(clinic, this.lists.pick(KEPT_LISTS) ?? 'drugs')
    const pause = async () => undefined
    const { kept } = await keptState(maker)
    await (kept ? foldNotes(maker, pause) : keepList(maker, pause))
  }

  private round(tablet: FleetDevice): Promise<RoundResult> {
    this.rounds++
    return tablet.round(this.events && this.dice.chance(0.7) ? 'sending' : 'all')
  }

  private async work(tablet: FleetDevice): Promise<void> {
    for (let left = 1 + this.dice.below(this.burst); left > 0; left--) await this.people.act(tablet)
  }

  /**
   * What the server's side does: other permissions, ended sessions, push tokens taken back, somebody removed, requests that
   * are too large, forgotten tombstones.
   */
  private trouble(): void {
    const user = this.dice.pick(this.server.users)
    const kind = this.dice.below(7)
    if (kind === 0 && user) user.perms = this.dice.pick(PERMISSIONS) ?? [1]
    if (kind === 1 && user) this.server.endSessions(user.id)
    if (kind === 2) this.server.most = this.dice.chance(0.5) ? 1 + this.dice.below(3) : Infinity
    if (kind === 3) this.server.mostBytes = this.dice.pick([Infinity, Infinity, 4000, 1500]) ?? Infinity
    if (kind === 4 && user) this.server.revokePushTokens(user.id)
    // The first stays: somebody has to be there in the end.
    if (kind === 5 && user && user !== this.server.users[0] && this.dice.chance(0.2))
      this.server.removeUser(user.id)
    if (kind === 6) {
      const { head, floor } = this.server.store.organization(this.server.orgId)
      this.server.store.forgetTombstones(this.server.orgId, Math.max(floor, this.dice.below(head + 1)))
    }
  }

  /** Somebody works, signs in or out, or a second tab sends, while an answer is under way. */
  private async meanwhile(tablet: FleetDevice): Promise<void> {
    await this.events?.tell(this.tablets)
    await this.events?.arrive(tablet)
    if (this.nested || this.dice.chance(0.6)) return
    this.nested = true
    try {
      const luck = this.dice.next()
      if (luck < 0.5) await this.people.act(tablet)
      else if (luck < 0.6) await this.switchUser(tablet)
      else if (luck < 0.75) await tablet.otherTab()
      else if (luck < 0.8) this.trouble()
      else if (luck < 0.83) await this.restoreIfDue()
      else if (luck < 0.86) await this.integration?.call()
      else await this.surviving(this.other(tablet), () => this.other(tablet).round())
    } finally {
      this.nested = false
    }
  }

  private other(tablet: FleetDevice): FleetDevice {
    return this.tablets[(this.tablets.indexOf(tablet) + 1) % this.tablets.length] ?? tablet
  }

  private async switchUser(tablet: FleetDevice): Promise<void> {
    const user = this.dice.pick([...this.server.users, null])
    await tablet.signOut()
    if (!user) return
    const refused = this.server.isRemoved(user.id) || this.server.isRevoked(tablet.device)
    if (refused || this.dice.chance(0.2)) await tablet.signInOffline(user)
    else await tablet.signIn(user)
  }

  private async surviving(tablet: FleetDevice, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (tablet.crashIn > 0) throw error
    }
    if (tablet.crashIn <= 0) this.restart(tablet)
  }

  private restart(tablet: FleetDevice): void {
    if (tablet.wiped) return
    this.crashes++
    tablet.restart()
  }

  private async check(tablet: FleetDevice): Promise<void> {
    await this.people.check?.(this.server, [tablet])
    await checkTablet(tablet, this.people.entered.values(), this.arrived.get(tablet) ?? new Set())
  }

  /** The network is well again, and everybody who has something unsent signs in once more. */
  async settleDown(): Promise<void> {
    await this.restoreIfDue()
    this.network.calm = true
    this.server.most = Infinity
    this.server.mostBytes = Infinity
    await this.network.deliverAllLate()
    this.revocations?.takeSomeBack(this.tablets)
    // The first round hears of the new epoch, the next one brings back what it lacks, drafts last.
    for (let turn = 0; this.restored && turn < 3; turn++) {
      for (const tablet of this.inAnyOrder(this.allowed)) {
        const { user } = tablet
        await tablet.signIn(
          user && !this.server.isRemoved(user.id) ? user : (this.server.users[0] as FleetUser),
        )
        await this.calmRound(tablet)
      }
    }
    // What is brought back may wait for what another person sends, and comes after it.
    for (let passes = 0; passes === 0 || (await this.isUnsettled()); passes++) {
      if (passes === PASSES) throw new Error('The tablets do not come to rest.')
      await this.revokedSend()
      await this.everybodySends()
      await this.everybodyReads()
    }
    await this.people.check?.(this.server, this.allowed)
    const entered = [...this.people.entered.values(), ...(this.integration?.entered.values() ?? [])]
    const { allowed, revoked } = this
    await checkEnd(this.server, allowed, entered, this.restored, this.people.openMarks, revoked)
  }

  /** Nobody says in which order tablets come back after a restore. */
  private inAnyOrder(tablets: readonly FleetDevice[]): FleetDevice[] {
    const placed = tablets.map((tablet) => ({ tablet, place: this.order.next() }))
    return placed.sort((a, b) => a.place - b.place).map(({ tablet }) => tablet)
  }

  /** Nobody can sign in on these; whoever still is, or left a right to send, sends. */
  private async revokedSend(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) {
      for (const tablet of this.revoked) await tablet.round()
      // It asks once a minute.
      this.server.now += ONE_MINUTE
    }
  }

  private async everybodySends(): Promise<void> {
    for (const tablet of this.allowed) {
      for (const user of this.server.users) {
        if (this.server.isRemoved(user.id)) continue
        if (((await tablet.clinic.lanes.get(user.id))?.unsent ?? 0) === 0) continue
        await tablet.signOut()
        await tablet.signIn(user)
        await this.calmRound(tablet)
      }
    }
    const [first] = this.server.users
    if (first && this.sendsForOthers) await this.sendWhatWasLeft(first)
  }

  private async everybodyReads(): Promise<void> {
    const [first] = this.server.users
    for (const tablet of this.allowed) {
      if (first) await tablet.signIn(first)
      await this.calmRound(tablet)
      await this.check(tablet)
    }
  }

  /** One of them has still something to send, or to read. */
  private async isUnsettled(): Promise<boolean> {
    const { head } = this.server.store.organization(this.server.orgId)
    for (const { clinic } of this.allowed) {
      const lanes = await clinic.lanes.toArray()
      if (lanes.some(({ user_id, unsent }) => unsent > 0 && !this.server.isRemoved(user_id))) return true
      if (((await readSetting(clinic, 'cursor')) ?? 0) !== head) return true
    }
    return false
  }

  /** A round shows that nobody may send for who was removed; then a holder of 2 does, and nothing is left. */
  private async sendWhatWasLeft(holder: FleetUser): Promise<void> {
    holder.perms = [1, 2, 3]
    for (const tablet of this.allowed) {
      await tablet.signIn(holder)
      await tablet.round()
      // One who signed in without a network has no push token: nothing shows that it would be refused.
      await tablet.clinic.lanes
        .filter(({ user_id }) => this.server.isRemoved(user_id))
        .modify({ shut_out: true })
      const left = async () =>
        (await tablet.clinic.outbox.filter(({ done }) => done === 0).toArray()).filter(({ user_id }) =>
          this.server.isRemoved(user_id),
        ).length
      // Once more for a draft of theirs that was waiting for what another had typed into it.
      for (let passes = 0; passes === 0 || ((await left()) > 0 && passes < PASSES); passes++) {
        await this.sendForOthers(tablet)
        await this.calmRound(tablet)
      }
      if ((await left()) > 0) throw new Error(`[D3] ${await left()} changes are left on a tablet.`)
    }
  }

  private async calmRound(tablet: FleetDevice): Promise<void> {
    const result = await tablet.round()
    if (!result.ok) throw new Error('A round on a calm network failed.', { cause: result.error })
  }

  report(): FleetReport {
    const outcomes: Record<string, number> = {}
    for (const { status } of this.server.store.organization(this.server.orgId).outcomes.values())
      outcomes[status] = (outcomes[status] ?? 0) + 1
    return {
      tablets: this.all.length,
      writes: this.people.writes + (this.integration?.entered.size ?? 0),
      saved: this.people.entered.size,
      crashes: this.crashes,
      restores: this.restored ? 1 : 0,
      wiped: this.all.length - this.tablets.length,
      held: this.revoked.length,
      rounds: this.rounds,
      refused: (outcomes['rejected'] ?? 0) + (outcomes['parked'] ?? 0),
      conflicts: outcomes['conflict'] ?? 0,
      outcomes,
      told: this.events?.taken ?? 0,
      listsRead: this.all.reduce((sum, tablet) => sum + tablet.listsRead, 0),
      sentForOthers: this.server.store
        .allRecords(this.server.orgId)
        .filter(({ meta }) => meta.sent_by !== undefined).length,
    }
  }
}
