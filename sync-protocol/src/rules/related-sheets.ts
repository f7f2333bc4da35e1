import { beginningOf } from '../records/sheet-id.ts'

/** What a saved sheet says of others. */
export interface SheetLinks {
  _id: string
  /** The patient of the day list for whom it was made. */
  day_row?: string | undefined
  /** The sheet that it corrects. */
  corrects?: string | undefined
}

/**
 * Which saved sheets are of one patient: from one open sheet, for one patient of the day list, or one the other's correction, over
 * several steps too. Gives what names the group of a sheet, by its id or by that of the open sheet.
 */
export function groupsOfSheets(links: Iterable<SheetLinks>): (sheetId: string) => string {
  const above = new Map<string, string>()
  const top = (token: string): string => {
    let at = token
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next
    return at
  }
  const join = (one: string, other: string) => {
    const [a, b] = [top(one), top(other)]
    if (a !== b) above.set(a, b)
  }
  for (const { _id, day_row, corrects } of links) {
    if (day_row !== undefined) join(beginningOf(_id), day_row)
    if (corrects !== undefined) join(beginningOf(_id), beginningOf(corrects))
  }
  return (sheetId) => top(beginningOf(sheetId))
}

/** The sheets that one of these corrects, over several steps too; `corrects` also knows deleted ones. */
export function correctedBy(
  sheetIds: Iterable<string>,
  corrects: (sheetId: string) => string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const sheetId of sheetIds)
    for (let id = corrects(sheetId); id !== undefined && id !== sheetId && !found.has(id); id = corrects(id))
      found.add(id)
  return found
}
