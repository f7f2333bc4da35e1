import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { rowAfterKey } from './list-keys.ts'
import { keepScrollPlace, scrollPlace } from './scroll-memory.ts'
import './virtual-list.css'

export interface VirtualListProps {
  count: number
  itemKey: (index: number) => string
  renderItem: (index: number) => ReactNode
  label: string
  /** Guess of a row's height in px; the real one is measured. */
  estimate?: number
  gap?: number
  /** The scroll position is kept under this name while the app is open. */
  scrollKey?: string
  /** Called when the last rows come near. */
  onNearEnd?: () => void
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
    gap = 8,
    scrollKey,
    onNearEnd,
    header,
    className,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  const place = scrollPlace(scrollKey)
  const virtualizer = useVirtualizer({
    count,
    gap,
    overscan: OVERSCAN,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: itemKey,
    initialOffset: place?.offset ?? 0,
    initialMeasurementsCache: place?.measured ?? [],
  })
  useScrollMemory(virtualizer, scrollKey)

  const items = virtualizer.getVirtualItems()
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
    if (isTyping(event.target) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
      return
    const visible = Math.floor((scroller.current?.clientHeight ?? 0) / (estimate + gap))
    const row = rowAfterKey(event.key, rowOf(event.target), count, visible)
    if (row === undefined) return
    event.preventDefault()
    virtualizer.scrollToIndex(row, { align: 'auto' })
    if (!focusRow(scroller.current, row)) wanted.current = row
  })

  return (
    <div ref={scroller} className={['virtual-list', className].filter(Boolean).join(' ')}>
      {header}
      <ul aria-label={label} className="virtual-rows" style={{ blockSize: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className="virtual-row"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {renderItem(item.index)}
          </li>
        ))}
      </ul>
    </div>
  )
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

function useScrollMemory(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  scrollKey: string | undefined,
): void {
  useEffect(
    () => () => {
      keepScrollPlace(scrollKey, {
        offset: virtualizer.scrollOffset ?? 0,
        measured: virtualizer.measurementsCache,
      })
    },
    [virtualizer, scrollKey],
  )
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}
