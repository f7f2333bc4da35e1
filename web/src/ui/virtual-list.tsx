import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { anchorShift, type ShownRow } from './list-anchor.ts'
import { rowAfterKey } from './list-keys.ts'
import { keepScrollPlace, scrollPlace } from './scroll-memory.ts'
import { useRowFocus } from './use-row-focus.ts'
import { virtualListText as text } from './virtual-list-text.ts'
import './virtual-list.css'

export interface VirtualListProps {
  count: number
  /** Another function only for other rows: all of them are looked at anew for each. */
  itemKey: (index: number) => string
  renderItem: (index: number) => ReactNode
  label: string
  /** Guess of a row's height in px; the real one is measured. */
  estimate?: number
  /** Most rows have one height, which is learnt from the first ones: each row that differs from the guess costs all others' places. */
  isEven?: boolean
  gap?: number
  /** The scroll position is kept under this name while the app is open: one for each way of searching and sorting. */
  scrollKey?: string
  /** For a list without `scrollKey`: with another way of searching or sorting it begins at its top. */
  arrangement?: string
  /** The row that is to be seen, by its key: it is brought into sight once. */
  inSight?: string | undefined
  /** Called when the last rows come near. */
  onNearEnd?: () => void
  /** Scrolls with the rows. */
  header?: ReactNode
  className?: string
}

const OVERSCAN = 6

/** A windowed list that scrolls in itself: give it a height. Arrows, Page, Home and End walk its rows. */
export function VirtualList(props: VirtualListProps) {
  const {
    count,
    itemKey,
    renderItem,
    label,
    estimate = 96,
    isEven = false,
    gap = 8,
    scrollKey,
    arrangement,
    inSight,
    onNearEnd,
    header,
    className,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  const place = scrollPlace(scrollKey)
  const [headerPx, measureHeader] = useMeasured()
  const guess = useRef(estimate)
  const virtualizer = useVirtualizer({
    count,
    gap,
    overscan: OVERSCAN,
    scrollMargin: headerPx,
    getScrollElement: () => scroller.current,
    estimateSize: () => guess.current,
    getItemKey: itemKey,
    initialOffset: place?.offset ?? 0,
    initialMeasurementsCache: place?.measured ?? [],
  })
  const items = virtualizer.getVirtualItems()
  useLayoutEffect(() => {
    // Once: another guess later on would move rows that were passed over unmeasured.
    if (isEven && guess.current === estimate)
      guess.current = commonest(items.map(({ size }) => size)) ?? estimate
  })
  useScrollPlace({ virtualizer, items, count, itemKey, scrollKey, arrangement })
  const goTo = (row: number) => {
    virtualizer.scrollToIndex(row, { align: 'auto' })
    if (!focusRow(scroller.current, row)) wanted.current = row
  }
  useRowFocus({ scroller, count, itemKey, onFar: goTo })

  useInSight({ virtualizer, count, itemKey, inSight })

  const lastShown = items.at(-1)?.index ?? -1
  const nearEnd = useRef(onNearEnd)
  useEffect(() => {
    nearEnd.current = onNearEnd
  })
  useEffect(() => {
    if (count > 0 && lastShown >= count - OVERSCAN) nearEnd.current?.()
  }, [count, lastShown])

  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    if (focusRow(scroller.current, wanted.current)) wanted.current = undefined
  })

  useKeys(scroller, (event) => {
    if (isItsOwn(event) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const visible = Math.floor((scroller.current?.clientHeight ?? 0) / (estimate + gap))
    const row = rowAfterKey(event.key, rowOf(event.target), count, visible)
    if (row === undefined) return
    event.preventDefault()
    goTo(row)
  })

  return (
    <div ref={scroller} className={['virtual-list', className].filter(Boolean).join(' ')}>
      <div ref={measureHeader}>{header}</div>
      <ul aria-label={label} className="virtual-rows" style={{ blockSize: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-row-key={item.key}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className="virtual-row"
            style={{ transform: `translateY(${item.start - headerPx}px)` }}
          >
            {renderItem(item.index)}
          </li>
        ))}
      </ul>
      {items.length < count && <p className="print-only">{text.partPrinted(items.length, count)}</p>}
    </div>
  )
}

function commonest(sizes: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The height of an element in px, kept up. */
function useMeasured(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [px, setPx] = useState(0)
  const [measure] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined
    setPx(element.offsetHeight)
    const observer = new ResizeObserver(() => setPx(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [px, measure]
}

function useKeys(element: RefObject<HTMLElement | null>, onKeyDown: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  useEffect(() => {
    const found = element.current
    const listen = (event: KeyboardEvent) => latest.current(event)
    found?.addEventListener('keydown', listen)
    return () => found?.removeEventListener('keydown', listen)
  }, [element])
}

interface Placed {
  virtualizer: Virtualizer<HTMLDivElement, Element>
  items: readonly VirtualItem[]
  count: number
  itemKey: (index: number) => string
  scrollKey: string | undefined
  arrangement: string | undefined
}

interface Before {
  scrollKey: string | undefined
  arrangement: string | undefined
  rows: readonly ShownRow[]
}

/** Keeps the rows in sight where they are when others come or go above them, and the place of each `scrollKey`. */
function useScrollPlace(placed: Placed): void {
  const { virtualizer, items, count, itemKey, scrollKey, arrangement = scrollKey } = placed
  const before = useRef<Before>({ scrollKey, arrangement, rows: [] })
  useLayoutEffect(() => {
    const { rows, ...last } = before.current
    before.current = {
      scrollKey,
      arrangement,
      rows: items.map((item) => ({ ...item, key: String(item.key) })),
    }
    const offset = virtualizer.scrollOffset ?? 0
    if (last.arrangement !== arrangement) {
      keepScrollPlace(last.scrollKey, { offset, measured: [] })
      const place = scrollPlace(scrollKey)?.offset ?? 0
      if (place !== offset) virtualizer.scrollToOffset(place)
      return
    }
    const startAt = (index: number) => virtualizer.measurementsCache[index]?.start ?? 0
    const shift = anchorShift(rows, offset, { count, keyAt: itemKey, startAt })
    if (shift !== 0) virtualizer.scrollToOffset(offset + shift)
  })
  useLayoutEffect(
    () => () => {
      keepScrollPlace(before.current.scrollKey, {
        offset: virtualizer.scrollOffset ?? 0,
        measured: virtualizer.measurementsCache,
      })
    },
    [virtualizer],
  )
}

type Wanted = Pick<Placed, 'virtualizer' | 'count' | 'itemKey'> & Pick<VirtualListProps, 'inSight'>

/** Once for each key: what comes in later leaves the rows where they are. */
function useInSight({ virtualizer, count, itemKey, inSight }: Wanted): void {
  const latest = useRef({ count, itemKey })
  useLayoutEffect(() => {
    latest.current = { count, itemKey }
  })
  useEffect(() => {
    if (inSight === undefined) return
    const { count: rows, itemKey: keyAt } = latest.current
    const row = Array.from({ length: rows }, (_, index) => keyAt(index)).indexOf(inSight)
    if (row >= 0) virtualizer.scrollToIndex(row, { align: 'center' })
  }, [inSight, virtualizer])
}

function rowOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  return Number(row?.getAttribute('data-index') ?? -1)
}

/** False while the row is not rendered yet. */
function focusRow(list: HTMLElement | null, row: number): boolean {
  const found = list?.querySelector(`[data-index="${row}"]`)
  if (!found) return false
  const control =
    found.querySelector<HTMLElement>('[data-item-focus]') ??
    found.querySelector<HTMLElement>('button, a, input')
  control?.focus()
  return true
}

/** Keys for typing, and the one that opens the menu of a row. */
function isItsOwn({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isTyping = target.matches('input:not([type=checkbox]), textarea, select')
  return isTyping || (key === 'ArrowDown' && target.matches('[aria-haspopup=menu]'))
}
