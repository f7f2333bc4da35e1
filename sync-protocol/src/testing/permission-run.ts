import { keyOf, type SyncRecord } from '../records/envelope.ts'
import { canonical } from '../records/json.ts'
import type { Mutation } from '../records/mutation.ts'
import type { MutationResult } from '../records/outcome.ts'
import { mutationOf } from './examples.ts'
import { cellsIn } from './permission-cells.ts'
import { Scene, type Person, type Tablet } from './permission-scene.ts'
import { EVERY_SET, verdictOf, type Permission } from './permission-table.ts'

/** Two clinics on a server: `self` and `other` work in one, `stranger` in the other. */
export interface World {
  /** Gives a person these permissions, for all that they do from now on. */
  give(person: Person, perms: readonly Permission[]): Promise<void>
  /** Sends a tablet's next mutations; their numbers are the world's to fill in. */
  push(person: Person, tablet: Tablet, mutations: readonly Mutation[]): Promise<MutationResult[]>
  /** Every record of this person's clinic as it stands. */
  records(person: Person): Promise<SyncRecord[]>
}

const ALL = [0, 1, 2, 3] as const
type Stood = ReadonlyMap<string, SyncRecord>

/**
 * Puts every cell of the table to the server with every set of permissions, and tells which were answered or done otherwise
 * than the table says. All records of the clinic are compared with what they were.
 */
export async function runTable(world: World): Promise<{ cells: number; wrong: string[] }> {
  const scene = new Scene()
  const rounds = EVERY_SET.map((perms) => ({ perms, cells: cellsIn(scene) }))
  await setUp(world, scene)
  const before = await stood(world, 'self')
  const abroad = await allOf(world, 'stranger')
  const wrong: string[] = []
  const expected = new Map<string, { cell: string; done: boolean }>()
  for (const { perms, cells } of rounds) {
    await world.give('self', perms)
    const mutations = cells.map((cell) => mutationOf(1, scene.newId(), 'drug.update', cell.ops()))
    const results = await world.push('self', 0, mutations)
    for (const [index, cell] of cells.entries()) {
      const verdict = verdictOf(cell.needs, perms)
      const said = saidBy(results[index])
      const name = `[${perms.join()}] ${cell.name}`
      if (said !== verdict) wrong.push(`${name}: ${said}, not ${verdict}`)
      for (const watched of cell.watch())
        expected.set(keyOf(watched), { cell: name, done: verdict === 'done' })
    }
  }
  wrong.push(...differences(before, await stood(world, 'self'), expected))
  if ((await allOf(world, 'stranger')) !== abroad) wrong.push('another clinic was changed')
  return { cells: rounds.reduce((sum, { cells }) => sum + cells.length, 0), wrong }
}

async function setUp(world: World, scene: Scene): Promise<void> {
  for (const person of ['self', 'other', 'stranger'] as const) await world.give(person, ALL)
  for (const stage of [0, 1, 2] as const) {
    for (const { person, tablet, mutation } of scene.mutations(stage)) {
      const [result] = await world.push(person, tablet, [mutation])
      const meant = stage === 2 ? 'conflict' : 'applied'
      if (result?.status !== meant) throw new Error(`The scene was not set: ${JSON.stringify(result)}`)
    }
  }
  for (const person of ['self', 'other', 'stranger'] as const) {
    await world.give(person, [])
    const own = scene.parked.filter((each) => each.person === person).map(({ mutation }) => mutation)
    const results = await world.push(person, 0, own)
    if (results.some(({ code }) => code !== 'needs_approval')) throw new Error('A fact was not parked.')
    await world.give(person, ALL)
  }
}

/** In any order: records of one commit have one place in the feed. */
const allOf = async (world: World, person: Person) =>
  canonical(Object.fromEntries(await stood(world, person)))

async function stood(world: World, person: Person): Promise<Stood> {
  return new Map((await world.records(person)).map((record) => [keyOf(record), record]))
}

const PARKED: Readonly<Record<string, string>> = { needs_approval: 'parked', depends_on: 'waits' }

function saidBy(result: MutationResult | undefined): string {
  if (!result) return 'no answer'
  if (result.status === 'parked') return PARKED[result.code ?? ''] ?? `parked ${result.code}`
  if (result.status === 'rejected') return result.code ?? 'rejected'
  if (result.status === 'applied') return result.seq === undefined ? 'nothing' : 'done'
  return result.status
}

/** Done means that each record of the cell is another one now; everything else is what it was, to the byte. */
function differences(
  before: Stood,
  after: Stood,
  expected: ReadonlyMap<string, { cell: string; done: boolean }>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys(), ...expected.keys()])
  return [...names].flatMap((key) => {
    const is = after.get(key)
    const was = before.get(key)
    // What was refused is kept, as a record that was not there before.
    if (!was && is?.collection === 'attention') return []
    const same = was !== undefined && is !== undefined ? canonical(was) === canonical(is) : was === is
    const { cell = 'no cell at all', done = false } = expected.get(key) ?? {}
    if (same !== done) return []
    return [`${cell}: ${key} ${done ? 'did not change' : 'changed'}`]
  })
}
