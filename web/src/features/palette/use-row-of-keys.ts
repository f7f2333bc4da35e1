import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { rowAfterKey } from '../../ui/list-keys.ts'
import { rowsOf, type Row, type ShownPart } from './palette-rows.ts'
import { GROUPS, type Group, type PaletteEntry } from './palette-entry.ts'

interface RowOfKeys {
  parts: readonly ShownPart[]
  typed: string
  /** More may be found for what is typed. */
  isPending: boolean
  onChoose: (entry: PaletteEntry) => void
  onMore: (group: Group) => void
}

const PAGE = 6
const isGroup = (id: string): id is Group => (GROUPS as readonly string[]).includes(id)

/** The row that Enter takes: the first one until an arrow or the pointer leads to another. */
export function useRowOfKeys({ parts, typed, isPending, onChoose, onMore }: RowOfKeys) {
  /** Kept by its key, so that what is found later does not put another in its place. */
  const [led, setLed] = useState<string | null>(null)
  /** Enter was pressed for these words before all was found: nobody gets what only stood first so far. */
  const waiting = useRef<string>(undefined)
  const rows = rowsOf(parts)
  const found = rows.findIndex(({ key }) => key === led)
  // Nothing is taken of all that nobody searched for.
  const at = found === -1 && typed.trim() !== '' ? 0 : found
  const row = rows[at]

  const take = ({ entry, more }: Row) => {
    if (entry !== undefined) onChoose(entry)
    else if (more !== undefined && isGroup(more)) onMore(more)
  }
  useEffect(() => {
    if (waiting.current !== undefined && waiting.current !== typed) waiting.current = undefined
    if (waiting.current === undefined || isPending) return
    waiting.current = undefined
    if (row !== undefined) take(row)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (isPending && led === null) waiting.current = typed
      else if (row !== undefined) take(row)
      return
    }
    // Home and End belong to what is typed.
    if (key === 'Home' || key === 'End') return
    const next = rowAfterKey(key, at, rows.length, PAGE)
    if (next === undefined) return
    event.preventDefault()
    setLed(rows[next]?.key ?? null)
  }
  return {
    at: row?.key,
    onKeyDown,
    point: setLed,
    /** What is typed leads to the first again. */
    begin: () => setLed(null),
  }
}
