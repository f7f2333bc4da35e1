import { updateOp } from 'sync-protocol/merge/update-op'
import type { Collection } from 'sync-protocol/records/envelope'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import type { Json, JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { conflictOf } from 'sync-protocol/records/mutation-hash'
import { viewOf } from '../../data/database/clinic-database.ts'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { saveAs } from '../../data/outbox/save.ts'
import { sectionKeyOf } from '../../data/restore/section-keys.ts'
import type { Dice } from './dice.ts'
import type { Entered } from './fleet-people.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetDevice } from './fleet-device.ts'
import { drug } from './samples.ts'
import { LIBRARY, Provenance } from './library-provenance.ts'

type Library = (typeof LIBRARY)[number]
type Live = ViewRecord & { content: JsonObject }

/** People who work on the shared library, on whatever their tablet shows; every number and name that they type is their own. */
export class LibraryPeople {
  readonly entered = new Map<string, Entered>()
  /** Every save is a change of its own here. */
  get writes(): number {
    return this.entered.size
  }
  private readonly provenance = new Provenance()
  private readonly dice: Dice
  private words = 0
  private numbers = 10_000
  private marks: string[] = []
  /** What each tablet deleted last, and can still undo. */
  private readonly deleted = new Map<
    FleetDevice,
    { collection: Library; _id: string; content: JsonObject; undoes: string }[]
  >()

  constructor(dice: Dice) {
    this.dice = dice
  }

  check(server: FleetServer, tablets: readonly FleetDevice[]): Promise<void> {
    return this.provenance.check(server, tablets)
  }

  async act(tablet: FleetDevice): Promise<void> {
    if (!tablet.user) return
    const acts = [
      () => this.some(tablet, 'drugs', () => this.newDrug()),
      () => this.some(tablet, 'fluids', () => ({ species: [0], name: this.word(), rate: this.number() })),
      () => this.some(tablet, 'anesthesia_protocols', () => this.newProtocol()),
      () => this.some(tablet, 'emergency_protocols', () => this.newEmergencyProtocol()),
      () => this.addSection(tablet),
      ...Array.from({ length: 8 }, () => () => this.edit(tablet, 'drugs', () => this.doseEdit())),
      () => this.edit(tablet, 'drugs', () => ({ name: this.word() })),
      () => this.move(tablet),
      () => this.edit(tablet, 'fluids', () => ({ rate: this.number() })),
      () => this.edit(tablet, 'sections', () => ({ title_p: this.word() })),
      () => this.editProtocol(tablet),
      () => this.editProtocol(tablet),
      () => this.copy(tablet),
      () => this.remove(tablet, 1),
      () => this.remove(tablet, 1),
      () => this.remove(tablet, 4),
      () => this.undo(tablet),
      () => this.undo(tablet),
      () => this.settle(tablet),
      () => this.settle(tablet),
      () => this.dismiss(tablet),
    ]
    // What there is nothing to do it to is left for something else.
    const saved = this.entered.size
    for (let tries = 0; tries < 6 && this.entered.size === saved; tries++) {
      this.marks = []
      await this.dice.pick(acts)?.()
    }
  }

  private word(): string {
    const mark = `t${++this.words}t`
    this.marks.push(mark)
    return mark
  }
  private number(): number {
    this.marks.push(String(++this.numbers))
    return this.numbers
  }

  private async save(tablet: FleetDevice, action: string, ops: Op[]): Promise<string> {
    const { saver } = tablet
    const marks = this.marks
    const { mutation_id } = await saveAs(tablet.clinic, saver, { action, ops })
    this.entered.set(mutation_id, { tablet, user_id: saver.user_id, mutation_id, marks })
    return mutation_id
  }

  private async live(tablet: FleetDevice, collection: Collection): Promise<Live[]> {
    const records = await viewOf(tablet.clinic, collection).toArray()
    return records.filter((record): record is Live => !record.deleted && record.content !== null)
  }
  private async any(tablet: FleetDevice, collection: Collection): Promise<Live | undefined> {
    // The oldest few, so that people meet.
    return this.dice.pick((await this.live(tablet, collection)).slice(0, 2))
  }

  private newDrug(): JsonObject {
    const emergency = this.dice.chance(0.3)
    const pair: () => [number, number] = () => [this.number(), this.number()]
    return drug(this.word(), {
      concentration: this.number(),
      dosage: emergency ? [-1, -1] : pair(),
      dosage_from: emergency ? pair() : [-1, -1],
      dosage_to: emergency ? pair() : [-1, -1],
      section_key: emergency ? EMERGENCY_SECTION : -1,
    })
  }
  private protocolDrug(over: JsonObject): JsonObject {
    const fixed: JsonObject = { route: 'IV', form: 'INJECTION', controlled: false }
    const dosages: JsonObject = { dosage: -1, dosage_from: -1, dosage_to: -1 }
    return { name: this.word(), concentration: this.number(), ...dosages, ...fixed, ...over }
  }
  private newProtocol(): JsonObject {
    return { species: 0, name: this.word(), sections: [this.protocolSection()] }
  }
  private protocolSection(): JsonObject {
    const drugs = [this.protocolDrug({ dosage: this.number() })]
    return { key: 1, title_s: this.word(), title_p: this.word(), drugs }
  }
  private newEmergencyProtocol(): JsonObject {
    const drugs = [this.protocolDrug({ dosage_from: this.number(), dosage_to: this.number() })]
    return { species: 0, name: this.word(), drugs }
  }

  /** A clinic needs a few of each. */
  private async some(tablet: FleetDevice, collection: Library, content: () => JsonObject): Promise<void> {
    if ((await this.live(tablet, collection)).length < 3) await this.create(tablet, collection, content())
  }

  private async create(tablet: FleetDevice, collection: Library, content: JsonObject): Promise<void> {
    const _id = tablet.newId()
    this.provenance.note(collection, _id, content)
    await this.save(tablet, 'record.create', [{ op: 'create', collection, _id, content }])
  }

  private async addSection(tablet: FleetDevice): Promise<void> {
    const key = await sectionKeyOf(tablet.clinic)
    if (key !== null)
      await this.create(tablet, 'sections', { key, title_s: this.word(), title_p: this.word() })
  }

  /** One number of a dose, or some of them. */
  private doseEdit(): JsonObject {
    const fields: [string, () => Json][] = [
      ['concentration', () => this.number()],
      ['dosage', () => [this.number(), this.number()]],
      ['dosage_from', () => [this.number(), this.number()]],
      ['dosage_to', () => [this.number(), this.number()]],
      ['species', () => (this.dice.chance(0.5) ? [0] : [0, 1])],
    ]
    const some = fields.filter(() => this.dice.chance(0.4)).map(([field, value]) => [field, value()] as const)
    return Object.fromEntries(some)
  }

  private async edit(tablet: FleetDevice, collection: Library, over: () => JsonObject): Promise<void> {
    const record = await this.any(tablet, collection)
    if (!record) return
    const next = { ...record.content, ...over() }
    const op = updateOp(collection, record, next)
    if (!op) return
    this.provenance.note(collection, record._id, next)
    await this.save(tablet, 'record.update', [op])
  }

  /** To a section that this tablet shows, or by an old client anywhere. */
  private async move(tablet: FleetDevice): Promise<void> {
    const section = await this.any(tablet, 'sections')
    const key = this.dice.chance(0.1) ? EMERGENCY_SECTION : (section?.content['key'] ?? -1)
    await this.edit(tablet, 'drugs', () => ({ section_key: key }))
  }

  private async editProtocol(tablet: FleetDevice): Promise<void> {
    const luck = this.dice.below(4)
    if (luck === 0) return this.edit(tablet, 'anesthesia_protocols', () => ({ name: this.word() }))
    if (luck === 1) return this.edit(tablet, 'emergency_protocols', () => this.newEmergencyProtocol())
    if (luck === 2) {
      const fluids = () => ({ fluids: [{ name: this.word(), rate: this.number() }] })
      return this.edit(tablet, 'anesthesia_protocols', fluids)
    }
    return this.edit(tablet, 'anesthesia_protocols', () => ({ sections: [this.protocolSection()] }))
  }

  private async copy(tablet: FleetDevice): Promise<void> {
    const record = await this.any(tablet, 'drugs')
    if (record) await this.create(tablet, 'drugs', { ...record.content, name: this.word() })
  }

  private async remove(tablet: FleetDevice, count: number): Promise<void> {
    const collection = this.dice.chance(0.5) ? 'drugs' : (this.dice.pick(LIBRARY) ?? 'drugs')
    const some = (await this.live(tablet, collection)).slice(0, count)
    if (some.length === 0) return
    const id = await this.save(
      tablet,
      'record.delete',
      some.map(({ _id, version, content }, index) => ({
        op: 'delete',
        collection,
        _id,
        base: version,
        ...(index % 2 === 0 && { was: content }),
      })),
    )
    this.deleted.set(
      tablet,
      some.map(({ _id, content }, index) => ({ collection, _id, content, undoes: conflictOf(id, index) })),
    )
  }

  private async undo(tablet: FleetDevice): Promise<void> {
    const some = this.deleted.get(tablet)
    if (!some) return
    this.deleted.delete(tablet)
    const ops: Op[] = []
    for (const { collection, _id, content, undoes } of some) {
      const present = await viewOf(tablet.clinic, collection).get(_id)
      if (present) ops.push({ op: 'restore', collection, _id, base: present.version, content, undoes })
    }
    if (ops.length > 0) await this.save(tablet, 'record.restore', ops)
  }

  private async settle(tablet: FleetDevice): Promise<void> {
    const open = (await this.live(tablet, 'conflicts')).filter(({ content }) => !content['settled'])
    const conflict = this.dice.pick(open)
    if (!conflict) return
    const { record, groups } = conflict.content as {
      record: { collection: Library; _id: string }
      groups: never
    }
    const clash = (groups as { group: string; mine: JsonObject }[]).find(({ group }) => group === 'dose')
    const choice = this.dice.pick(['theirs', 'mine', 'restore', 'edited'] as const) ?? 'theirs'
    const op = { op: 'settle', collection: 'conflicts', _id: conflict._id, base: conflict.version } as const
    if (choice !== 'edited' || record.collection !== 'drugs' || !clash) {
      {
        await this.save(tablet, 'conflict.settle', [{ ...op, choice: choice === 'edited' ? 'mine' : choice }])
        return
      }
    }
    const set = { concentration: this.number() }
    this.provenance.note('drugs', record._id, { ...clash.mine, ...set })
    await this.save(tablet, 'conflict.settle', [{ ...op, choice, set }])
  }

  private async dismiss(tablet: FleetDevice): Promise<void> {
    const refused = (await this.live(tablet, 'attention')).filter(({ content }) => !content['settled'])
    const one = this.dice.pick(refused)
    if (!one) return
    await this.save(tablet, 'attention.discard', [
      { op: 'settle', collection: 'attention', _id: one._id, base: one.version, choice: 'dismiss' },
    ])
  }
}
