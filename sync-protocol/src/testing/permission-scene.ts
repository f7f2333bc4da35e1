import { updateOp } from '../merge/update-op.ts'
import { COLLECTIONS, type Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { derivedId } from '../records/mutation-hash.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { BALANCE_TABLE, CONTENTS } from './contents.ts'
import { mutationOf, testId } from './examples.ts'
import type { Subject } from './permission-table.ts'

/** `self` is whose permissions the table is about; `other` a colleague, `stranger` of another clinic, both with all of them. */
export type Person = 'self' | 'other' | 'stranger'
/** Each person has two tablets. */
export type Tablet = 0 | 1
export interface Name {
  collection: Collection
  _id: string
}
/** Something that the server will have made: its id is known once its mutation is put together. */
export interface Pending {
  _id: string
}

interface Step {
  person: Person
  tablet: Tablet
  op: Op
  conflict?: Pending
}

export const collectionOf = (subject: Subject): Collection =>
  subject === 'open sheet' || subject === 'open balance table' ? 'drafts' : subject
export const sampleOf = (subject: Exclude<Subject, 'conflicts' | 'attention'>) =>
  subject === 'open balance table' ? BALANCE_TABLE : CONTENTS[subject === 'open sheet' ? 'drafts' : subject]
export const isServers = (subject: Subject): subject is 'conflicts' | 'attention' =>
  subject === 'conflicts' || subject === 'attention'
export const SUBJECTS: readonly Subject[] = [
  ...COLLECTIONS.filter((collection) => collection !== 'drafts'),
  'open sheet',
  'open balance table',
]

/** Everything that stands before the first permission is asked for. */
export class Scene {
  /** Done one after the other, each by people who may do it. */
  readonly steps: [Step[], Step[], Step[]] = [[], [], []]
  readonly parked: { person: Person; mutation: Mutation; fact: Name }[] = []
  private count = 0

  readonly newId = (): string => testId(0xa0, ++this.count)

  /** What another section, or a single one, has not. */
  content(subject: Exclude<Subject, 'conflicts' | 'attention'>): JsonObject {
    const { content } = sampleOf(subject)
    return subject === 'sections' ? { ...content, key: ++this.count } : content
  }

  made(person: Person, subject: Exclude<Subject, 'conflicts' | 'attention'>): Name & { content: JsonObject } {
    const name = { collection: collectionOf(subject), _id: this.newId(), content: this.content(subject) }
    this.steps[0].push({ person, tablet: 0, op: { op: 'create', ...name } })
    return name
  }

  /** A record that was made and deleted again. */
  ended(
    person: Person,
    subject: Exclude<Subject, 'conflicts' | 'attention'>,
  ): Name & { content: JsonObject } {
    const made = this.made(person, subject)
    const { collection, _id } = made
    this.steps[1].push({ person, tablet: 0, op: { op: 'delete', collection, _id, base: 1 } })
    return made
  }

  /** A conflict over a record of `owner`: a colleague’s edit stands, that of `sender` waits. */
  clash(of: 'drugs' | 'sections', owner: Person, sender: Person): { conflict: Pending; record: Name } {
    const { content, ...record } = this.made(owner, of)
    const edit = (values: JsonObject): Op => {
      const op = updateOp(of, { _id: record._id, version: 1, content }, { ...content, ...values })
      if (!op) throw new Error('An edit differs.')
      return op
    }
    const field = of === 'drugs' ? 'name' : 'title_s'
    const first: Person = sender === 'stranger' ? 'stranger' : 'other'
    const conflict = { _id: '' }
    this.steps[1].push({ person: first, tablet: 0, op: edit({ [field]: 'First' }) })
    this.steps[2].push({ person: sender, tablet: 1, op: edit({ [field]: 'Second' }), conflict })
    return { conflict, record }
  }

  /** A fact that its author was no longer allowed to save. */
  waiting(person: Person): { attention: Pending; fact: Name } {
    const fact: Name = { collection: 'draws', _id: this.newId() }
    const op: Op = { op: 'create', ...fact, content: CONTENTS.draws.content }
    const mutation = mutationOf(1, this.newId(), 'draw.save', [op])
    this.parked.push({ person, mutation, fact })
    return { attention: { _id: derivedId(mutation.id, 'attention') }, fact }
  }

  /** The steps of one stage as few mutations, in order, and the ids that the server will give to what they make. */
  *mutations(stage: 0 | 1 | 2): Generator<{ person: Person; tablet: Tablet; mutation: Mutation }> {
    const byLane = new Map<string, Step[]>()
    for (const step of this.steps[stage]) {
      const lane = `${step.person}/${step.tablet}`
      byLane.set(lane, [...(byLane.get(lane) ?? []), step])
    }
    for (const steps of byLane.values()) {
      for (let from = 0; from < steps.length; from += OPS) {
        const some = steps.slice(from, from + OPS)
        const mutation = mutationOf(
          1,
          this.newId(),
          'drug.create',
          some.map(({ op }) => op),
        )
        for (const [index, { conflict }] of some.entries()) {
          if (conflict) conflict._id = derivedId(mutation.id, `conflict/${index}`)
        }
        const [{ person, tablet }] = some as [Step]
        yield { person, tablet, mutation }
      }
    }
  }
}
const OPS = 400
