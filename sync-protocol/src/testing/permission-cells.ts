import type { Op } from '../records/mutation.ts'
import {
  ATTENDING,
  DELETING_MANY,
  RULES,
  rulesAbroad,
  SETTLING,
  type Act,
  type Needs,
  type Subject,
} from './permission-table.ts'
import { CONTENTS } from './contents.ts'
import {
  collectionOf,
  isServers,
  sampleOf,
  type Scene,
  SUBJECTS,
  type Name,
  type Person,
} from './permission-scene.ts'

/** One question to the server: may this be done, and by whom? */
export interface Cell {
  name: string
  needs: Needs
  ops: () => Op[]
  /** What is different afterwards, or the same. */
  watch: () => Name[]
}
const WHOSE = [
  ['own', 'self'],
  ["another's", 'other'],
  ["another clinic's", 'stranger'],
] as const

/** Every cell of the table once, upon records of its own in the scene. */
export function cellsIn(scene: Scene): Cell[] {
  return [
    ...SUBJECTS.map((subject) => creation(scene, subject)),
    ...SUBJECTS.flatMap((subject) =>
      (['update', 'delete', 'restore', 'void'] as const).flatMap((act) =>
        WHOSE.map(([whose, person], index) => ({
          ...change(scene, subject, act, person),
          name: `${act} ${whose} of ${subject}`,
          needs: RULES[subject][act][index] ?? rulesAbroad(subject, act),
        })),
      ),
    ),
    ...settling(scene),
    ...attending(scene),
    ...deletingMany(scene),
  ]
}

function creation(scene: Scene, subject: Subject): Cell {
  const name: Name = { collection: collectionOf(subject), _id: scene.newId() }
  const content = isServers(subject) ? CONTENTS.draws.content : scene.content(subject)
  return {
    name: `create of ${subject}`,
    needs: RULES[subject].create,
    ops: () => [{ op: 'create', ...name, content }],
    watch: () => [name],
  }
}

/** The thing that a change is tried on. */
function thing(scene: Scene, subject: Subject, act: Act, person: Person): () => Name {
  if (subject === 'conflicts') {
    const { conflict } = scene.clash('drugs', person, person)
    return () => ({ collection: 'conflicts', _id: conflict._id })
  }
  if (subject === 'attention') {
    const { attention } = scene.waiting(person)
    return () => ({ collection: 'attention', _id: attention._id })
  }
  const deleted = act === 'restore' && RULES[subject].restore[0] !== 'immutable'
  const { collection, _id } = deleted ? scene.ended(person, subject) : scene.made(person, subject)
  return () => ({ collection, _id })
}

function change(scene: Scene, subject: Subject, act: Act, person: Person): Pick<Cell, 'ops' | 'watch'> {
  const named = thing(scene, subject, act, person)
  const sample = isServers(subject) ? { content: {}, edit: { message: 'x' } } : sampleOf(subject)
  const ops: Record<Act, () => Op> = {
    update: () => ({ op: 'update', ...named(), base: 1, set: sample.edit, was: {} }),
    delete: () => ({ op: 'delete', ...named(), base: 1 }),
    restore: () => ({
      op: 'restore',
      ...named(),
      base: 2,
      content: restored(scene, named(), sample.content),
    }),
    void: () => ({ op: 'void', ...named(), base: 1, reason: 'Entered twice' }),
  }
  return { ops: () => [ops[act]()], watch: () => [named()] }
}

/** What it was created with: each section has a key of its own. */
function restored(scene: Scene, { _id }: Name, otherwise: Record<string, unknown>) {
  const created = scene.steps[0].find(({ op }) => op._id === _id)?.op
  return created?.op === 'create' ? created.content : (otherwise as never)
}

function settling(scene: Scene): Cell[] {
  const person = { own: 'self', "another's": 'other' } as const
  const known = SETTLING.flatMap(({ of, record: whose, sent, ...choices }) =>
    (['mine', 'theirs'] as const).map((choice): Cell => {
      const { conflict, record } = scene.clash(of, person[whose], person[sent])
      return {
        name: `settle as ${choice} a conflict over ${whose} of ${of}, ${sent} change`,
        needs: choices[choice],
        ops: () => [{ op: 'settle', collection: 'conflicts', _id: conflict._id, base: 1, choice }],
        watch: () => [{ collection: 'conflicts', _id: conflict._id }, ...(choice === 'mine' ? [record] : [])],
      }
    }),
  )
  const { conflict } = scene.clash('drugs', 'stranger', 'stranger')
  const abroad: Cell = {
    name: "settle another clinic's conflict",
    needs: 'unknown_record',
    ops: () => [{ op: 'settle', collection: 'conflicts', _id: conflict._id, base: 1, choice: 'theirs' }],
    watch: () => [],
  }
  return [...known, abroad]
}

function attending(scene: Scene): Cell[] {
  return (['dismiss', 'mine', 'theirs'] as const).flatMap((choice) =>
    WHOSE.map(([whose, person], index): Cell => {
      const { attention, fact } = scene.waiting(person)
      const _id = attention._id
      return {
        name: `${choice === 'mine' ? 'approve' : choice} ${whose} parked fact`,
        needs: ATTENDING[choice][index] ?? 'unknown_record',
        ops: () => [{ op: 'settle', collection: 'attention', _id, base: 1, choice }],
        watch: () =>
          person === 'stranger'
            ? []
            : [{ collection: 'attention', _id }, ...(choice === 'mine' ? [fact] : [])],
      }
    }),
  )
}

function deletingMany(scene: Scene): Cell[] {
  const third = {
    own: 'self',
    "with one of another's": 'other',
    "with one of another clinic's": 'stranger',
  } as const
  return Object.entries(DELETING_MANY).flatMap(([of, needs]) =>
    (
      ['drugs', 'fluids', 'anesthesia_protocols', 'emergency_protocols', 'injections', 'procedures'] as const
    ).map((subject): Cell => {
      const owners: Person[] = ['self', third[of as keyof typeof third], 'self']
      const names = owners.map((person) => ({ person, ...scene.made(person, subject) }))
      return {
        name: `delete many ${subject}, ${of}`,
        needs,
        ops: () => names.map(({ collection, _id }) => ({ op: 'delete', collection, _id, base: 1 })),
        watch: () => names.filter(({ person }) => person !== 'stranger'),
      }
    }),
  )
}
