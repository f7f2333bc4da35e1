import { useLayoutEffect, useState, type RefObject } from 'react'
import { roomPages, rowAir, type RoomPage } from './room-pages.ts'

/**
 * Sizes of digits and names (px), the largest first. At two metres 67 px are 16 arc minutes on a tablet, the least that is read
 * with ease, and 84 px are 20. A name whose longest word finds no room beside such digits becomes smaller before it is broken.
 */
const LEAST = { digits: 67, name: 38 }
const SIZES = [
  { digits: 96, name: 54 },
  { digits: 96, name: 47 },
  { digits: 84, name: 47 },
  { digits: 84, name: 38 },
  // A long name beside large digits: what is read from farthest away is the number.
  { digits: 84, name: 32 },
  LEAST,
] as const
const WITH_SMALL_NAMES = { ...LEAST, name: 30 }
/** px above and below each row, at most, where a page has room to spare. */
const MOST_AIR = 24

interface Parts {
  /** What the rows have: less where the foot is shown, which it is with several pages. */
  room: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  foot: RefObject<HTMLElement | null>
}

/** Which rows fit: as few pages as the smallest digits need, with the largest digits that need no more and break no word. */
function measure(parts: Parts, begins: (row: number) => boolean): RoomPage[] {
  const [room, list, foot] = [parts.room.current, parts.list.current, parts.foot.current]
  if (room === null || list === null || foot === null) return []
  const pagesAt = ({ digits, name }: typeof LEAST) => {
    list.style.setProperty('--digits', `${digits}px`)
    list.style.setProperty('--name', `${name}px`)
    list.style.setProperty('--air', '0px')
    const heights = [...list.children].map((row) => row.getBoundingClientRect().height)
    const above = room.clientHeight
    const one = roomPages(heights, above + foot.offsetHeight, begins)
    const pages = one.length > 1 ? roomPages(heights, above, begins) : one
    const air = rowAir(heights, one.length > 1 ? above : above + foot.offsetHeight, pages)
    list.style.setProperty('--air', `${Math.min(MOST_AIR, air)}px`)
    return pages
  }
  /** A volume or a word finds no room in its line. */
  const sticksOut = () => {
    list.classList.add('room-unbroken')
    const isWider = list.scrollWidth > list.clientWidth
    list.classList.remove('room-unbroken')
    return isWider
  }
  // All rows and the foot are there to be measured; nothing is painted until this is over.
  const all = [list, foot]
  for (const part of all) part.classList.add('room-measured')
  try {
    const few = pagesAt(LEAST).length
    for (const size of SIZES) {
      const pages = pagesAt(size)
      if (pages.length <= few && !sticksOut()) return pages
    }
    return pagesAt(WITH_SMALL_NAMES)
  } finally {
    for (const part of all) part.classList.remove('room-measured')
  }
}

const isSame = (some: readonly RoomPage[], others: readonly RoomPage[]) =>
  some.length === others.length &&
  some.every(({ from, to }, nth) => others[nth]?.from === from && others[nth]?.to === to)

interface RoomPages {
  /** Which page is shown, the first is 0. */
  page: number
  total: number
  shown: RoomPage
  turn: (by: 1 | -1) => void
}

/** The pages of the rows as they are now, and which one is shown: whatever changes, the row that was at its top stays in sight. */
export function useRoomPages(parts: Parts, rows: readonly { part?: string }[]): RoomPages {
  const { room, list, foot } = parts
  const [pages, setPages] = useState<readonly RoomPage[]>([])
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const again = () => {
      const now = measure({ room, list, foot }, (row) => rows[row]?.part !== undefined)
      setPages((before) => (isSame(before, now) ? before : now))
    }
    again()
    if (room.current === null) return undefined
    const sizes = new ResizeObserver(again)
    sizes.observe(room.current)
    // Letters may grow without it.
    if (list.current !== null) sizes.observe(list.current)
    return () => sizes.disconnect()
  }, [room, list, foot, rows])
  const found = pages.findIndex(({ from, to }) => from <= top && top < to)
  const page = found < 0 ? Math.max(0, pages.length - 1) : found
  return {
    page,
    total: pages.length,
    shown: pages[page] ?? { from: 0, to: 0 },
    turn: (by) => {
      const next = pages[page + by]
      if (next !== undefined) setTop(next.from)
    },
  }
}
