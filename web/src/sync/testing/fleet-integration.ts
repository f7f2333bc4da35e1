import { PROTOCOL } from 'sync-protocol/wire/version'
import { updateOp } from 'sync-protocol/merge/update-op'
import { uuidv7 } from 'sync-protocol/records/uuid'
import type { Op } from 'sync-protocol/records/mutation'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Dice } from './dice.ts'
import type { Entered } from './fleet-people.ts'
import type { FleetServer, FleetUser } from './fleet-server.ts'
import { procedure, singleDraw } from './samples.ts'

/**
 * Another program that writes by the documented calls while the tablets work: a lane of the server's own, what stands at that
 * moment as what was seen, and nothing left behind by what is not allowed.
 */
export class FleetIntegration {
  readonly entered = new Map<string, Entered>()
  private readonly server: FleetServer
  private readonly dice: Dice
  private readonly lanes = new Map<string, string>()
  private marks = 0

  constructor(server: FleetServer, dice: Dice) {
    this.server = server
    this.dice = dice
  }

  /** After a restore from backup a call that the backup does not know never was: its sender has to call again. */
  forgetLost(): void {
    const { outcomes } = this.server.store.organization(this.server.orgId)
    for (const id of this.entered.keys()) if (!outcomes.has(id)) this.entered.delete(id)
  }

  async call(): Promise<void> {
    const user = this.dice.pick(this.server.users.filter(({ id }) => !this.server.isRemoved(id)))
    if (!user?.perms.includes(PERMISSION.records)) return
    const mark = `t9${++this.marks}t`
    const op = this.dice.chance(0.6) ? this.creation(mark) : this.edit(user, mark)
    if (op) await this.push(user, op, mark)
  }

  private creation(mark: string): Op {
    const _id = this.newId()
    return this.dice.chance(0.5)
      ? { op: 'create', collection: 'procedures', _id, content: procedure(mark) }
      : { op: 'create', collection: 'draws', _id, content: singleDraw(mark) }
  }

  private edit(user: FleetUser, mark: string): Op | null {
    if (!user.perms.includes(PERMISSION.othersRecords)) return null
    const drugs = [...this.server.store.organization(this.server.orgId).records.values()].filter(
      ({ collection, deleted }) => collection === 'drugs' && !deleted,
    )
    const drug = this.dice.pick(drugs)
    if (!drug?.content) return null
    return updateOp('drugs', { ...drug, content: drug.content }, { ...drug.content, name: mark })
  }

  private newId = () => uuidv7(this.server.now, this.dice.bytes(16))

  private async push(user: FleetUser, op: Op, mark: string): Promise<void> {
    const { store, orgId } = this.server
    const lane = this.lanes.get(user.id) ?? this.newId()
    this.lanes.set(user.id, lane)
    const n = (store.organization(orgId).lanes.get(lane)?.lastN ?? 0) + 1
    const at = new Date(this.server.now).toISOString()
    const mutation = {
      n,
      id: this.newId(),
      at,
      clock_offset_ms: 0,
      schema: 1 as const,
      action: 'call',
      detail: null,
    }
    await this.server.pushAs(user, {
      protocol: PROTOCOL,
      epoch: store.epoch,
      device: lane,
      lane,
      sent_at: at,
      mutations: [{ ...mutation, ops: [op] }],
    })
    const facts = op.op === 'create' && op.collection === 'draws' ? [op._id] : []
    this.entered.set(mutation.id, {
      tablet: null,
      user_id: user.id,
      mutation_id: mutation.id,
      marks: [mark],
      facts,
    })
  }
}
