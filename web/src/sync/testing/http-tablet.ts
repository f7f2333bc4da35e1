import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { Digests } from 'sync-protocol/records/digest'
import { withoutEmpty } from 'sync-protocol/records/digest'
import type { Op } from 'sync-protocol/records/mutation'
import { uuidv7 } from 'sync-protocol/records/uuid'
import type { LoginReply } from 'sync-protocol/wire/accounts'
import type { ChangeEvent } from 'sync-protocol/wire/events'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { readSetting, readSettings, writeSetting } from '../../data/database/settings.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { leadersClinic } from '../../data/outbox/leader-term.ts'
import { hasUnread, hasUnsent } from '../../data/outbox/outbox.ts'
import { saveAs } from '../../data/outbox/save.ts'
import {
  callServer,
  OfflineError,
  openStream,
  type Answer,
  type Call,
} from '../../data/people/server-call.ts'
import { countTables } from '../../data/view/record-digests.ts'
import { beginLeaderTerm, type LeaderTerm } from '../begin-leader-term.ts'
import { confirmSoon } from '../confirm-soon.ts'
import { sendAnew } from '../hanging.ts'
import { listenLive, type Live } from '../live.ts'
import { newPushMemory } from '../push-lane.ts'
import type { RoundFor, RoundResult } from '../round.ts'
import { startSchedule, type Schedule } from '../schedule.ts'
import { isNews, takeChange } from '../take-change.ts'
import type { Dice } from './dice.ts'
import { procedure, singleDraw } from './samples.ts'

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
}

/** As the engine asks whether the server answers: a probe without an answer by then is made anew. */
const PROBE_TIMEOUT_MS = 5_000

export interface Watching {
  /** The person was told that it is saved. */
  saved(mutationId: string): void
  /** The server answered 200 for it. */
  acknowledged(mutationId: string, status: string): void
}

interface Own {
  _id: string
  collection: 'draws' | 'procedures'
}

/**
 * One browser profile with a person who works on it, against a real server: the engine's rounds, schedule and live stream over
 * storage in memory. What only a page has (windows, sign-in screens, storage that fills up) is left out.
 */
export class HttpTablet {
  readonly clinic: ClinicDatabase
  private readonly disk: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
  private readonly base: string
  private readonly dice: Dice
  private readonly watching: Watching
  private readonly user: LoginReply['user']
  private readonly token: string
  private readonly own: Own[] = []
  private term: LeaderTerm | undefined
  private schedule: Schedule | undefined
  private live: Live | undefined
  private nth = 0

  static async signIn(
    base: string,
    who: { email: string; password: string },
    dice: Dice,
    watching: Watching,
  ): Promise<HttpTablet> {
    const [device, lane] = [uuidv7(Date.now(), dice.bytes(16)), uuidv7(Date.now(), dice.bytes(16))]
    const call = { method: 'POST', path: `${base}/user/login`, token: null } as const
    const { body } = await callServer({ ...call, body: { ...who, device, lane } })
    const { user, token, push_token = null } = body as LoginReply
    const tablet = new HttpTablet(base, user, token, dice, watching)
    await writeSetting(tablet.clinic, 'device', device)
    await tablet.clinic.lanes.put({
      ...newLane({ user_id: user._id, user_name: user.name }, lane),
      push_token,
    })
    await tablet.lead()
    return tablet
  }

  private constructor(base: string, user: LoginReply['user'], token: string, dice: Dice, watching: Watching) {
    this.base = base
    this.user = user
    this.token = token
    this.dice = dice
    this.watching = watching
    this.disk = { indexedDB: new IDBFactory(), IDBKeyRange }
    this.clinic = clinicDatabase(user.org_id, this.disk)
  }

  get org(): string {
    return this.user.org_id
  }

  private readonly newId = (): string => uuidv7(Date.now(), this.dice.bytes(16))

  private readonly call = async (call: Call): Promise<Answer> => {
    const answer = await callServer({ ...call, path: `${this.base}${call.path}` })
    if (call.path === '/sync/push' && answer.status === 200)
      for (const { id, status } of (answer.body as { results: { id: string; status: string }[] }).results)
        this.watching.acknowledged(id, status)
    return answer
  }

  private async answers(): Promise<boolean> {
    try {
      const probe = { method: 'GET', path: '/setup/state', token: null, timeoutMs: PROBE_TIMEOUT_MS } as const
      return (await this.call(probe)).status === 200
    } catch (error) {
      if (error instanceof OfflineError) return false
      throw error
    }
  }

  private async lead(): Promise<void> {
    const call = sendAnew({
      call: this.call,
      answers: () => this.answers(),
      timers,
      onDead: () => live.renew(),
    })
    const term = await beginLeaderTerm(
      this.clinic,
      (own) => ({
        clinic: own,
        call,
        deviceNow: Date.now,
        newId: this.newId,
        credentials: () => ({ user_id: this.user._id, token: this.token }),
        mayRead: () => true,
        signedIn: () => this.user._id,
        tokenRefused: () => console.error('A session was refused.'),
        clockKnown: () => undefined,
      }),
      () => undefined,
      (clinic, nth, onOusted) => leadersClinic(clinic, nth, onOusted, this.disk),
    )
    this.term = term
    const memory = newPushMemory()
    let out = false
    const round = async (what: RoundFor): Promise<RoundResult> => {
      if (out && !(await this.answers())) return { ok: false, reachable: false, asked: true, probed: true }
      const own = live.hears() ? what : 'all'
      const result = await term.round(memory, own)
      if (own === 'sending') ownsComeBack.expect()
      return result
    }
    const ended = ({ reachable, asked }: RoundResult) => {
      if (out && reachable) live.wake()
      if (asked !== false) out = !reachable
    }
    const hear = async (change: ChangeEvent) => {
      const taken = change.page && (await takeChange(term.clinic, change.page, Date.now()))
      const still = () => isNews(this.clinic, change)
      if (!taken && (await still())) schedule.poke(still)
    }
    let hearing = Promise.resolve()
    const live = listenLive(
      {
        open: (token, signal) => openStream(`${this.base}/sync/events`, token, signal),
        token: () => this.token,
        lost: () => {
          if (!out) schedule.poke()
        },
        random: Math.random,
        timers,
      },
      (change, isAfterEnd) => {
        if (isAfterEnd) {
          memory.shownAt = -Infinity
          schedule.poke()
        }
        hearing = hearing
          .then(() => hear(change))
          .catch((error: unknown) => console.error('A change was not read.', error))
      },
    )
    const unread = () => hasUnread(this.clinic)
    const ownsComeBack = confirmSoon(timers, unread, () => schedule.poke(unread))
    const schedule = startSchedule(round, Math.random, timers, ended)
    this.schedule = schedule
    this.live = live
    live.wake()
  }

  private async save(action: string, ops: Op[]): Promise<void> {
    const saver = { user_id: this.user._id, deviceNow: Date.now, newId: this.newId }
    const { mutation_id } = await saveAs(this.clinic, saver, { action, ops })
    this.watching.saved(mutation_id)
    this.schedule?.poke(() => hasUnsent(this.clinic), 'sending')
  }

  private async create(collection: Own['collection']): Promise<void> {
    const _id = this.newId()
    const name = `${this.user.name} ${++this.nth}`
    const content = collection === 'draws' ? singleDraw(name) : procedure(name, 'Once')
    await this.save(`${collection}.create`, [{ op: 'create', collection, _id, content }])
    this.own.push({ _id, collection })
  }

  /** Goes on with what was made here: nobody else touches it, so each change of it is taken as it was made. */
  private async goOn({ _id, collection }: Own): Promise<void> {
    const record = await viewOf(this.clinic, collection).get(_id)
    // After a new epoch it is here again once it was sent again.
    if (!record?.content || record.voided) return this.create('draws')
    const op: Op | null =
      collection === 'draws'
        ? { op: 'void', collection, _id, base: record.version, reason: 'Entered twice' }
        : updateOp(
            collection,
            { ...record, content: record.content },
            { ...record.content, notes: `Changed ${++this.nth}` },
          )
    if (op) await this.save(collection === 'draws' ? 'draw.void' : 'procedure.update', [op])
  }

  /** Something that a person does: mostly a draw of a controlled drug, which enters the ledger. */
  async act(): Promise<void> {
    const luck = this.dice.next()
    const own = luck > 0.75 ? this.dice.pick(this.own) : undefined
    await (own ? this.goOn(own) : this.create(luck < 0.6 ? 'draws' : 'procedures'))
  }

  /** What is not answered for, and where it stands in the feed. */
  async state(): Promise<{ org: string; unsent: number; epoch: string | undefined; cursor: number }> {
    const [unsent, [epoch, cursor = 0]] = await Promise.all([
      this.clinic.outbox.count(),
      readSettings(this.clinic, ['epoch', 'cursor']),
    ])
    return { org: this.org, unsent, epoch, cursor }
  }

  /** Counted from the records themselves; undefined while something moves. */
  async digests(): Promise<Digests | undefined> {
    const [epoch = '', cursor = 0, load = 0] = await readSettings(this.clinic, ['epoch', 'cursor', 'load'])
    const counted = await countTables(this.clinic, { epoch, cursor, load }, () => Promise.resolve())
    return counted && withoutEmpty(counted)
  }

  /** How often it found that its records were not the server's, and loaded them anew. */
  async differences(): Promise<number> {
    return (await readSetting(this.clinic, 'differences'))?.count ?? 0
  }

  async stop(): Promise<void> {
    this.live?.rest()
    await this.schedule?.stop()
    this.term?.end()
  }
}
