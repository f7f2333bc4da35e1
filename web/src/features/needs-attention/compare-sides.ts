import type { FieldLine } from './field-lines.ts'

export interface ComparedRow {
  label: string
  /** What each side says, in the order of the sides; null where it says nothing of it. */
  cells: readonly (string | null)[]
  /** The sides do not all say the same. */
  differs: boolean
}

/** Lines with a name of their own each: the second of one label is another line. */
function named(lines: readonly FieldLine[]): Map<string, string> {
  const byName = new Map<string, string>()
  for (const { label, value } of lines) {
    let name = label
    for (let count = 2; byName.has(name); count++) name = `${label} (${count})`
    byName.set(name, value)
  }
  return byName
}

/** The labels of all sides in one order: one that only a later side has stands after the label before it there. */
function orderOf(sides: readonly ReadonlyMap<string, string>[]): string[] {
  const order: string[] = []
  for (const side of sides) {
    let at = -1
    for (const label of side.keys()) {
      const known = order.indexOf(label)
      if (known < 0) order.splice(++at, 0, label)
      else at = known
    }
  }
  return order
}

/** The same labels in the same order for every side, and which lines differ. */
export function compareSides(sides: readonly (readonly FieldLine[])[]): ComparedRow[] {
  const known = sides.map(named)
  return orderOf(known).map((label) => {
    const cells = known.map((side) => side.get(label) ?? null)
    return { label, cells, differs: cells.some((cell) => cell !== cells[0]) }
  })
}
