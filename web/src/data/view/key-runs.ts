import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { ServerState } from '../database/clinic-rows.ts'

/** So many are asked for one by one: to ask first what lies between them would take longer. */
const FEW = 20

interface Ends {
  first: string
  last: string
}
/** Names of records of one collection, as collection/_id. */
interface Run extends Ends {
  keys: string[]
}

/**
 * What was made in one go lies together, since ids begin with their time: one question about all between the first and the
 * last costs what a question about one of them does.
 */
function runsOf(keys: Iterable<string>): Run[] {
  const runs = new Map<string, Run>()
  for (const key of keys) {
    const collection = key.slice(0, key.indexOf('/'))
    const run = runs.get(collection)
    if (!run) {
      runs.set(collection, { first: key, last: key, keys: [key] })
      continue
    }
    run.keys.push(key)
    if (key < run.first) run.first = key
    if (key > run.last) run.last = key
  }
  return [...runs.values()]
}

const statesBetween = (clinic: ClinicDatabase, { first, last }: Ends) =>
  clinic.server_state.where('key').between(first, last, true, true)

/** What is kept beside the view of these records. */
export async function statesOf(clinic: ClinicDatabase, names: readonly string[]): Promise<ServerState[]> {
  const found = await Promise.all(
    runsOf(names).map(async (run) => {
      const { keys } = run
      const there = keys.length > FEW ? await statesBetween(clinic, run).count() : keys.length
      if (there === 0) return []
      // Read at once if that reads little else; which of it was asked for is looked at here.
      if (keys.length > FEW && there <= 2 * keys.length) return statesBetween(clinic, run).toArray()
      return clinic.server_state.bulkGet(keys)
    }),
  )
  const wanted = new Set(names)
  return found.flat().filter((state) => state !== undefined && wanted.has(state.key)) as ServerState[]
}

/** Removes what is kept beside the view of these records; each of them has something beside it. */
export async function dropStates(clinic: ClinicDatabase, names: readonly string[]): Promise<void> {
  await Promise.all(
    runsOf(names).map(async (run) => {
      const { keys } = run
      const parts = keys.length > FEW ? partsOf(keys, await statesBetween(clinic, run).primaryKeys()) : []
      if (keys.length <= FEW || parts.length > FEW) return clinic.server_state.bulkDelete(keys)
      await Promise.all(parts.map((part) => statesBetween(clinic, part).delete()))
    }),
  )
}

/** What of these lies together: from key to key with nothing else between them, of all that `there` is. */
function partsOf(keys: readonly string[], there: readonly string[]): Ends[] {
  const wanted = new Set(keys)
  const parts: Ends[] = []
  let part: Ends | undefined
  for (const key of there) {
    if (!wanted.has(key)) part = undefined
    else if (part) part.last = key
    else parts.push((part = { first: key, last: key }))
  }
  return parts
}

/** The rows of the outbox that touch these records, also such as are not shown, by their order. */
export async function ordersOf(clinic: ClinicDatabase, names: readonly string[]): Promise<Set<number>> {
  const { outbox } = clinic
  const found = await Promise.all(
    runsOf(names).map(async ({ first, last, keys }) => {
      // Side by side and without a cursor, which waits at each of them.
      const each = () => Promise.all(keys.map((key) => outbox.where('keys').equals(key).primaryKeys()))
      const isNone =
        keys.length > FEW && (await outbox.where('keys').between(first, last, true, true).count()) === 0
      return isNone ? [] : (await each()).flat()
    }),
  )
  return new Set(found.flat())
}

/** Of these records those that rows of the outbox touch, also such as are not shown. */
export async function pendingAmong(clinic: ClinicDatabase, names: readonly string[]): Promise<Set<string>> {
  const { outbox } = clinic
  const found = await Promise.all(
    runsOf(names).map(async ({ first, last, keys }) => {
      const there = outbox.where('keys').between(first, last, true, true)
      const count = keys.length > FEW ? await there.count() : Infinity
      if (count === 0) return []
      if (count <= FEW) return (await there.toArray()).flatMap((row) => row.keys)
      const counts = await Promise.all(keys.map((key) => outbox.where('keys').equals(key).count()))
      return keys.filter((_, index) => (counts[index] ?? 0) > 0)
    }),
  )
  const touched = new Set(found.flat())
  return new Set(names.filter((name) => touched.has(name)))
}
