import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { clinicDatabase, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { fateOf, holdsWork } from '../../data/people/local-rows.ts'
import { dropIdlePushTokens, newLane } from '../../data/outbox/lanes.ts'
import type { Saver } from '../../data/outbox/save.ts'
import { OfflineError, type Answer, type Call } from '../../data/people/server-call.ts'
import { writeSetting } from '../../data/database/settings.ts'
import { leadersClinic, Ousted, type DBCore } from '../../data/outbox/leader-term.ts'
import { beginLeaderTerm, type LeaderTerm } from '../begin-leader-term.ts'
import type { EnginePorts } from '../exchange.ts'
import type { ChangeEvent } from 'sync-protocol/wire/events'
import { PUSH_MUTATIONS_MAX } from 'sync-protocol/wire/push'
import { newPushMemory, type PushMemory } from '../push-lane.ts'
import type { RoundFor, RoundResult } from '../round.ts'
import { takeChange } from '../take-change.ts'
import { Dice } from './dice.ts'
import type { FleetServer, FleetUser } from './fleet-server.ts'

/** Thrown where the browser is killed. */
export class Crash extends Error {}

/** How one request fares: it reaches the server or not, its answer comes back or not, and it may arrive again later. */
export interface Network {
  deliver(call: Call): Promise<Answer>
}

/** One browser profile: the real database functions and the real engine over storage in memory. */
export class FleetDevice {
  readonly server: FleetServer
  readonly dice: Dice
  /** This device's clock less the server's, in ms. */
  clockError = 0
  user: FleetUser | null = null
  token: string | null = null
  /** Transactions that write until the next crash. */
  crashIn = Infinity
  clinic: ClinicDatabase
  network: Network
  /** Its database was removed, since it was revoked and held nothing that the server has not. */
  wiped = false
  /** It tells of itself, and hears how it stands. */
  tells = false
  /** Right before the records of a revoked tablet go, in the time that a screen has to save something. */
  beforeWipe: () => Promise<void> = async () => undefined
  /** What a leader wrote after another's term had begun. */
  lateWrites: string[] = []
  /** Kept lists that were read, and compared with their tables. */
  listsRead = 0
  /** Terms that ended while a round was under way. */
  ousted = 0
  private memory: PushMemory
  private readonly most: number
  private term: LeaderTerm | undefined
  private readonly disk: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
  readonly device: string

  /** `most` mutations in a push: with few a small outbox already fills several, which overlap. */
  constructor(server: FleetServer, seed: number, most = PUSH_MUTATIONS_MAX) {
    this.server = server
    this.most = most
    this.memory = newPushMemory(most)
    this.dice = new Dice(seed)
    this.disk = { indexedDB: new IDBFactory(), IDBKeyRange }
    this.device = this.newId()
    this.clinic = this.open()
    this.network = { deliver: (call) => server.handle(call) }
  }

  readonly newId = (): string => uuidv7(this.server.now, this.dice.bytes(16))
  readonly deviceNow = (): number => this.server.now + this.clockError

  private open(): ClinicDatabase {
    const clinic = clinicDatabase(this.server.orgId, this.disk)
    clinic.use({ stack: 'dbcore', name: 'kill', create: (core) => this.killed(core) })
    return clinic
  }

  private killed(core: DBCore): DBCore {
    return {
      ...core,
      transaction: (stores, mode, options) => {
        if (mode === 'readwrite' && --this.crashIn <= 0) throw new Crash('killed')
        return core.transaction(stores, mode, options)
      },
    }
  }

  /** Sees every write of a leader beside the term that the database names inside the same transaction. */
  private witnessed(core: DBCore, term: number): DBCore {
    return {
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => {
            // Answered before the write is, and not at all when the transaction was aborted.
            const present = core.table('settings').get({ trans: request.trans, key: 'term' })
            const note = ({ value }: { value: number }) =>
              value === term ? 0 : this.lateWrites.push(`${name} in term ${term} of ${value}`)
            present.then(note, () => 0)
            return table.mutate(request)
          },
        }
      },
    }
  }

  /** A tab of this browser begins to lead. */
  private lead(): Promise<LeaderTerm> {
    const open: typeof leadersClinic = (clinic, term, onOusted) => {
      const own = leadersClinic(clinic, term, onOusted, this.disk)
      own.use({ stack: 'dbcore', name: 'witness', create: (core) => this.witnessed(core, term) })
      own.use({ stack: 'dbcore', name: 'kill', create: (core) => this.killed(core) })
      return own
    }
    return beginLeaderTerm(
      this.clinic,
      (own) => this.portsOf(own),
      () => this.ousted++,
      open,
    )
  }

  async start(): Promise<void> {
    await writeSetting(this.clinic, 'device', this.device)
  }

  /** The browser is killed and opened again: only what is on disk is left, and who was signed in still is. */
  restart(): void {
    this.crashIn = Infinity
    this.term?.end()
    this.term = undefined
    this.clinic.close()
    this.clinic = this.open()
    this.memory = newPushMemory(this.most)
  }

  get saver(): Saver {
    if (!this.user) throw new Error('Nobody is signed in on this tablet.')
    return { user_id: this.user.id, deviceNow: this.deviceNow, newId: this.newId }
  }

  /** Signs in with the server, as sign-in does: the lane is kept, a push token comes with it. */
  async signIn(user: FleetUser): Promise<void> {
    const lane =
      (await this.clinic.lanes.get(user.id)) ??
      newLane({ user_id: user.id, user_name: user.name }, this.newId())
    const { token, push_token } = this.server.signIn(user, lane.id, this.newId, this.device)
    await this.clinic.lanes.put({ ...lane, push_token, shut_out: false })
    this.user = user
    this.token = token
  }

  /** Without the network somebody who is known to this tablet signs in all the same, and has no session then. */
  async signInOffline(user: FleetUser): Promise<void> {
    if (!(await this.clinic.lanes.get(user.id))) return
    this.user = user
    this.token = null
  }

  async signOut(): Promise<void> {
    this.user = null
    this.token = null
    await dropIdlePushTokens(this.clinic, null)
  }

  private portsOf(clinic: ClinicDatabase): EnginePorts {
    return {
      clinic,
      call: async (call) => {
        const answer = await this.network.deliver(call)
        if (!answer) throw new OfflineError('no answer')
        return answer
      },
      deviceNow: this.deviceNow,
      newId: this.newId,
      credentials: () => (this.user && this.token ? { user_id: this.user.id, token: this.token } : null),
      // A tablet learns late of other permissions.
      mayRead: () => true,
      signedIn: () => this.user?.id ?? null,
      tokenRefused: (token) => {
        if (token !== this.token) return
        this.user = null
        this.token = null
      },
      clockKnown: () => undefined,
      ...(this.tells && { about: () => ({ app_version: '1', platform: 'fleet' }) }),
    }
  }

  /** A second tab takes over, and sends and reads once; the first one learns of it when it next writes. */
  async otherTab(): Promise<RoundResult> {
    const term = await this.lead()
    try {
      return await term.round(newPushMemory(this.most))
    } finally {
      term.end()
    }
  }

  /** The first tab, while it leads, hears of a change; true when it stored what came with it. */
  async hear({ page }: ChangeEvent): Promise<boolean> {
    this.term ??= await this.lead()
    if (!page) return false
    try {
      return await takeChange(this.term.clinic, page, this.deviceNow())
    } catch (error) {
      // Ousted: the next round learns of it.
      if (this.crashIn <= 0) throw error
      return false
    }
  }

  /** One round of the first tab, which takes the lead back when it was ousted. */
  async round(what: RoundFor = 'all'): Promise<RoundResult> {
    this.term ??= await this.lead()
    const { term } = this
    const result = await term.round(this.memory, what)
    if (!(result.error instanceof Ousted)) {
      if (result.standing?.revoked) await this.wipeIfEmpty(result.standing.epoch)
      return result
    }
    term.end()
    if (this.term === term) this.term = undefined
    return this.round(what)
  }

  /** What a tab does that heard that the tablet is revoked: the records go unless something lies here alone. */
  private async wipeIfEmpty(epoch: string | undefined): Promise<void> {
    if ((await fateOf(this.clinic, epoch)) !== 'wiping') return
    await this.beforeWipe()
    if (this.wiped || (await holdsWork(this.clinic))) return
    this.wiped = true
    this.term?.end()
    this.term = undefined
    this.user = null
    this.token = null
    this.clinic.close()
  }
}
