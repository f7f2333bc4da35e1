import { updateOp } from 'sync-protocol/merge/update-op'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { kinds } from 'sync-protocol/records/kinds'
import type { Collection } from 'sync-protocol/records/envelope'
import { CHOICES, type Op } from 'sync-protocol/records/mutation'
import { viewOf } from '../../data/database/clinic-database.ts'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { saveDraftAs } from '../../data/drafts/drafts.ts'
import { saveAs } from '../../data/outbox/save.ts'
import type { Dice } from './dice.ts'
import type { FleetDevice } from './fleet-device.ts'
import { balance, draw, drug, procedure, sheet, sheetDraft, singleDraw } from './samples.ts'

/** What was saved: nothing of it may ever be lost. */
export interface Entered {
  /** Null for a call of another program. */
  tablet: FleetDevice | null
  user_id: string
  mutation_id: string
  /** Values that must be found somewhere in the end. */
  marks: string[]
  /** Facts that it made: what happened is never refused. */
  facts?: string[]
}

/** Records that a person looks at before they do something else. */
const TRIES = 6

/** People who work on tablets, with values that can be told apart. */
export class FleetPeople {
  readonly entered = new Map<string, Entered>()
  /** Everything that was said to be saved; typing that goes out as one change counts each time. */
  writes = 0
  private readonly dice: Dice
  private marks = 0
  /** The newest mark typed into a field of a draft; older ones were typed over by the same hand. */
  private readonly drafts = new Map<string, string>()
  private readonly typed = new Set<string>()
  readonly openMarks = new Map<string, Set<string>>()

  constructor(dice: Dice) {
    this.dice = dice
  }

  /**
   * The server's epoch is lost: what was typed into drafts comes back as the drafts then stand, not change by change. What
   * they show now must be found in the end, unless somebody who sees it types over it or ends the draft.
   */
  async forgetTyped(tablets: readonly FleetDevice[]): Promise<void> {
    for (const id of this.typed) this.entered.delete(id)
    for (const { clinic } of tablets) {
      const lanes = new Set(await clinic.lanes.toCollection().primaryKeys())
      const open = await viewOf(clinic, 'drafts')
        .filter(({ deleted, content, meta }) => {
          if (deleted) return false
          return content?.['kind'] === 'balance' || lanes.has(meta.author_id)
        })
        .toArray()
      for (const { _id, content } of open)
        this.openMarks.set(_id, new Set([...(this.openMarks.get(_id) ?? []), ...marksIn(content)]))
    }
  }

  private typedOver(draft: string, value: unknown): void {
    for (const mark of marksIn(value)) this.openMarks.get(draft)?.delete(mark)
  }

  private mark = () => `t${++this.marks}t`

  /** Something that a person at this tablet does; nothing when nobody is signed in or there is nothing to do it to. */
  async act(tablet: FleetDevice): Promise<void> {
    if (!tablet.user) return
    const acts = [
      () => this.create(tablet),
      () => this.create(tablet),
      () => this.edit(tablet, 'drugs', 'name'),
      () => this.edit(tablet, 'procedures', 'notes'),
      () => this.edit(tablet, 'drugs', 'section_key'),
      () => this.remove(tablet),
      () => this.saveSheet(tablet),
      () => this.voidFact(tablet),
      () => this.drawOnce(tablet),
      () => this.closeBalance(tablet),
      () => this.type(tablet),
      () => this.type(tablet),
      () => this.typeTable(tablet),
      () => this.settle(tablet, 'conflicts'),
      () => this.settle(tablet, 'attention'),
    ]
    await this.dice.pick(acts)?.()
  }

  private async save(tablet: FleetDevice, action: string, ops: Op[], marks: string[]): Promise<void> {
    const { saver } = tablet
    const { mutation_id } = await saveAs(tablet.clinic, saver, { action, ops })
    const facts = ops.flatMap((op) =>
      op.op === 'create' && kinds[op.collection].sort === 'fact' ? [op._id] : [],
    )
    this.note(tablet, saver.user_id, mutation_id, marks, facts)
  }

  private note(
    tablet: FleetDevice,
    user_id: string,
    mutation_id: string,
    marks: string[],
    facts: string[] = [],
  ): void {
    this.writes++
    const known = this.entered.get(mutation_id)
    this.entered.set(mutation_id, {
      tablet,
      user_id,
      mutation_id,
      marks: [...(known?.marks ?? []), ...marks],
      facts,
    })
  }

  private async any(tablet: FleetDevice, collection: Collection): Promise<ViewRecord | undefined> {
    const view = viewOf(tablet.clinic, collection)
    const keys = await view.toCollection().primaryKeys()
    for (let tries = 0; tries < TRIES && keys.length > 0; tries++) {
      const record = await view.get(this.dice.pick(keys) ?? '')
      if (record && !record.deleted && !record.voided && !record.content?.['settled']) return record
    }
    return undefined
  }

  private async create(tablet: FleetDevice): Promise<void> {
    const mark = this.mark()
    const collection = this.dice.pick(['drugs', 'drugs', 'procedures', 'sections'] as const) ?? 'drugs'
    const content =
      collection === 'drugs'
        ? drug(mark)
        : collection === 'procedures'
          ? procedure(mark)
          : { key: this.marks, title_s: mark, title_p: mark }
    await this.save(
      tablet,
      'record.create',
      [{ op: 'create', collection, _id: tablet.newId(), content }],
      [mark],
    )
  }

  private async edit(tablet: FleetDevice, collection: 'drugs' | 'procedures', field: string): Promise<void> {
    const record = await this.any(tablet, collection)
    if (!record?.content) return
    const mark = this.mark()
    const value = field === 'section_key' ? this.dice.below(5) : mark
    const op = updateOp(
      collection,
      { ...record, content: record.content },
      { ...record.content, [field]: value },
    )
    if (op) await this.save(tablet, 'record.update', [op], value === mark ? [mark] : [])
  }

  private async remove(tablet: FleetDevice): Promise<void> {
    const collection = this.dice.pick(['drugs', 'procedures'] as const) ?? 'drugs'
    const record = await this.any(tablet, collection)
    if (!record) return
    await this.save(
      tablet,
      'record.delete',
      [{ op: 'delete', collection, _id: record._id, base: record.version }],
      [],
    )
  }

  private async saveSheet(tablet: FleetDevice): Promise<void> {
    const mark = this.mark()
    const sheetId = tablet.newId()
    const draft = this.dice.chance(0.5) ? await this.ownDraft(tablet) : undefined
    const ops: Op[] = [
      { op: 'create', collection: 'sheets', _id: sheetId, content: sheet(mark) },
      { op: 'create', collection: 'draws', _id: tablet.newId(), content: draw(mark, sheetId) },
    ]
    if (draft) ops.push({ op: 'delete', collection: 'drafts', _id: draft._id, base: draft.version })
    await this.save(tablet, 'sheet.save', ops, [mark])
    // A revoked tablet may hold this: the server never hears then that the draft has ended.
    if (draft) this.typedOver(draft._id, draft.content)
  }

  private async voidFact(tablet: FleetDevice): Promise<void> {
    const record = await this.any(
      tablet,
      this.dice.pick(['sheets', 'draws', 'balances'] as const) ?? 'sheets',
    )
    if (!record) return
    const { collection, _id, version } = record
    await this.save(
      tablet,
      'fact.void',
      [{ op: 'void', collection, _id, base: version, reason: 'Twice' }],
      [],
    )
  }

  private async drawOnce(tablet: FleetDevice): Promise<void> {
    const mark = this.mark()
    const content = singleDraw(mark)
    await this.save(
      tablet,
      'draw.create',
      [{ op: 'create', collection: 'draws', _id: tablet.newId(), content }],
      [mark],
    )
  }

  /** Closes a balance sheet, on from one that this tablet shows; the table that it was made in ends with it. */
  private async closeBalance(tablet: FleetDevice): Promise<void> {
    const mark = this.mark()
    const previous = this.dice.chance(0.7) ? await this.any(tablet, 'balances') : undefined
    const content = balance(mark, previous?._id)
    const ops: Op[] = [{ op: 'create', collection: 'balances', _id: tablet.newId(), content }]
    const table = this.dice.chance(0.5) ? this.dice.pick(await this.tables(tablet)) : undefined
    if (table) ops.push({ op: 'delete', collection: 'drafts', _id: table._id, base: table.version })
    await this.save(tablet, 'balance.save', ops, [mark])
    if (table) this.typedOver(table._id, table.content)
  }

  private tables = ({ clinic }: FleetDevice): Promise<ViewRecord[]> =>
    viewOf(clinic, 'drafts')
      .filter((record) => !record.deleted && record.content?.['kind'] === 'balance')
      .toArray()

  private async ownDraft(tablet: FleetDevice): Promise<ViewRecord | undefined> {
    const own = await viewOf(tablet.clinic, 'drafts')
      .where('meta.author_id')
      .equals(tablet.user?.id ?? '')
      .filter((record) => !record.deleted && record.content?.['kind'] === 'sheet')
      .toArray()
    return this.dice.pick(own)
  }

  private async type(tablet: FleetDevice): Promise<void> {
    const { saver } = tablet
    const record = this.dice.chance(0.8) ? await this.ownDraft(tablet) : undefined
    const id = record?._id ?? tablet.newId()
    const field = this.dice.pick(['name', 'weight', 'patient_id'] as const) ?? 'name'
    const mark = this.mark()
    const before = record?.content ?? {}
    const content = { ...sheetDraft(), ...before, [field]: mark } as ReturnType<typeof sheetDraft>
    const saved = await saveDraftAs(tablet.clinic, saver, id, content)
    if (!saved) return
    this.typedOver(id, before[field])
    this.noteTyped(tablet, saver.user_id, saved.mutation_id, id, field, mark)
  }

  private async typeTable(tablet: FleetDevice): Promise<void> {
    const { saver } = tablet
    const tables = await this.tables(tablet)
    const id = (this.dice.chance(0.8) ? this.dice.pick(tables)?._id : undefined) ?? tablet.newId()
    const mark = this.mark()
    const shown = tables.find(({ _id }) => _id === id)
    const saved = await saveDraftAs(tablet.clinic, saver, id, { kind: 'balance', table: { note: mark } })
    if (!saved) return
    this.typedOver(id, shown?.content)
    this.noteTyped(tablet, saver.user_id, saved.mutation_id, id, 'table', mark)
  }

  /** What the same person types over before it is sent is gone by their own hand. */
  private noteTyped(
    tablet: FleetDevice,
    user: string,
    mutation: string,
    draft: string,
    field: string,
    mark: string,
  ): void {
    const key = `${mutation}/${draft}/${field}`
    const over = this.drafts.get(key)
    const known = this.entered.get(mutation)
    if (known && over) known.marks = known.marks.filter((each) => each !== over)
    this.drafts.set(key, mark)
    this.note(tablet, user, mutation, [mark])
    this.typed.add(mutation)
  }

  private async settle(tablet: FleetDevice, collection: 'conflicts' | 'attention'): Promise<void> {
    const record = await this.any(tablet, collection)
    if (!record || kinds[collection].sort !== 'server') return
    const choice =
      this.dice.pick(collection === 'attention' ? (['dismiss', 'mine'] as const) : CHOICES) ?? 'dismiss'
    const op = { op: 'settle', collection, _id: record._id, base: record.version, choice } as const
    const mark = this.mark()
    const field = choice === 'edited' ? contestedText(record) : undefined
    if (field !== undefined)
      return this.save(tablet, 'conflict.settle', [{ ...op, set: { [field]: mark } }], [mark])
    // What was refused is done once more, and goes with the settling: somebody else may have settled it first.
    if (collection === 'attention' && choice === 'dismiss' && this.dice.chance(0.5)) {
      const again: Op = {
        op: 'create',
        collection: 'procedures',
        _id: tablet.newId(),
        content: procedure(mark),
      }
      return this.save(tablet, 'record.create', [again, op], [mark])
    }
    await this.save(tablet, 'attention.settle', [op], [])
  }
}

const marksIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/t\d+t/g) ?? []

/** A field of what clashed into which text can be typed. */
function contestedText({ content }: ViewRecord): 'name' | 'notes' | undefined {
  const { record, groups } = content as unknown as ConflictContent
  const fields = groups.flatMap(({ group }) => kinds[record.collection].groups[group] ?? [])
  return (['name', 'notes'] as const).find((field) => fields.includes(field))
}
