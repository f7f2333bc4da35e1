import type * as z from 'zod/mini'
import { isObject, sameJson, type Json, type JsonObject } from '../records/json.ts'
import { asKnown } from '../records/known.ts'

/**
 * A content as it is wanted, with the fields of a later release that stand in it now: whoever made it could not see them
 * (sync contract W2). A row of a list keeps its own wherever it has gone, and also when its numbers are changed.
 */
export function withCarried(schema: z.ZodMiniType, stands: JsonObject, wanted: JsonObject): JsonObject {
  const read = asKnown(schema, stands) as JsonObject | null
  if (read === null || sameJson(read, stands)) return wanted
  return carried(stands, read, wanted) as JsonObject
}

/** `bare` is `stands` without what is not known. */
function carried(stands: Json, bare: Json, wanted: Json): Json {
  if (Array.isArray(stands) && Array.isArray(bare) && Array.isArray(wanted)) {
    const from = rowsBefore(bare, wanted)
    return wanted.map((row, nth) => {
      const before = from[nth]
      return before === undefined ? row : carried(stands[before] ?? null, bare[before] ?? null, row)
    })
  }
  if (!isObject(stands) || !isObject(bare) || !isObject(wanted)) return wanted
  const next = { ...wanted }
  for (const [field, value] of Object.entries(stands)) {
    if (!Object.hasOwn(bare, field)) next[field] ??= value
    else if (Object.hasOwn(wanted, field))
      next[field] = carried(value, bare[field] ?? null, wanted[field] ?? null)
  }
  return next
}

/** Which row each wanted one was: the same, else the next that is called the same, else, of rows without names, the one in its place. */
function rowsBefore(before: readonly Json[], wanted: readonly Json[]): (number | undefined)[] {
  const taken = new Set<number>()
  const take = (is: (row: Json, nth: number) => boolean) => {
    const found = before.findIndex((row, nth) => !taken.has(nth) && is(row, nth))
    if (found < 0) return undefined
    taken.add(found)
    return found
  }
  const same = wanted.map((row) => take((one) => sameJson(one, row)))
  return same.map(
    (found, place) =>
      found ??
      take((one, nth) => {
        const [name, wantedName] = [nameOf(one), nameOf(wanted[place] ?? null)]
        return name === undefined && wantedName === undefined ? nth === place : name === wantedName
      }),
  )
}

/** Two rows of one name may be for two species. */
const nameOf = (row: Json): string | undefined =>
  isObject(row) && ('key' in row || 'name' in row)
    ? JSON.stringify([row['key'] ?? null, row['name'] ?? null, row['species'] ?? null])
    : undefined
