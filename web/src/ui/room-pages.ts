/** The rows from `from` up to the one before `to`. */
export interface RoomPage {
  from: number
  to: number
}

/**
 * Pages of rows of these heights in a room of this height: each row stands on exactly one, in order, and a page begins where
 * `begins` says so. A row that is higher than the room has a page to itself.
 */
export function roomPages(
  heights: readonly number[],
  room: number,
  begins: (row: number) => boolean = () => false,
): RoomPage[] {
  const pages: RoomPage[] = []
  let filled = 0
  heights.forEach((height, row) => {
    const page = pages.at(-1)
    filled += height
    const fits = /* @rule room-page-fits */ filled <= room
    if (page !== undefined && fits && !begins(row)) page.to = row + 1
    else {
      pages.push({ from: row, to: row + 1 })
      filled = height
    }
  })
  return pages
}

/** What each row may have above and below it so that the fullest page still fits into a room of this height; 0 where one is fuller. */
export function rowAir(heights: readonly number[], room: number, pages: readonly RoomPage[]): number {
  const spare = pages.map(({ from, to }) => {
    const filled = heights.slice(from, to).reduce((sum, height) => sum + height, 0)
    return Math.floor((room - filled) / (2 * (to - from)))
  })
  return Math.max(0, Math.min(...spare))
}
