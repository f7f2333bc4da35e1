import { useCallback, useEffect, useRef, useState } from 'react'
import type { LogFilter } from 'sync-protocol/wire/action-log'
import { OfflineError } from '../../data/people/server-call.ts'
import { readLog } from './log-calls.ts'
import { firstPage, freshShown, withFresh, withOlder, type LogPages } from './log-pages.ts'

const LOOK_AGAIN_MS = 10_000
/** A search goes on by itself until the screen has something to show. */
const ENOUGH = 30

export type Trouble = 'offline' | 'failed'
interface LogState {
  pages: LogPages | null
  trouble: Trouble | null
  older: boolean
}
const BEGIN: LogState = { pages: null, trouble: null, older: false }

/**
 * The server's log as one filter sees it, the same for the life of its component: pages, older ones on demand, and what is new
 * as it comes.
 */
export function useLog(filter: LogFilter) {
  const [state, setState] = useState<LogState>(BEGIN)
  const latest = useRef(state)
  const run = useRef<object>(undefined)
  const busy = useRef(false)
  const { search, user, from, to } = filter

  const change = useCallback((next: LogState) => {
    latest.current = next
    setState(next)
  }, [])

  /** One call at a time; an answer that comes when the screen is gone is dropped. */
  const ask = useCallback(
    async (call: (now: LogState) => Promise<LogPages>, older = false) => {
      if (busy.current) return
      const own = run.current
      busy.current = true
      if (older) change({ ...latest.current, older: true })
      try {
        const pages = await call(latest.current)
        if (run.current === own) change({ pages, trouble: null, older: false })
      } catch (error) {
        if (run.current !== own) return
        console.error(error)
        const trouble = error instanceof OfflineError ? 'offline' : 'failed'
        change({ ...latest.current, trouble, older: false })
      } finally {
        if (run.current === own) busy.current = false
      }
    },
    [change],
  )

  const first = useCallback(
    async () => ask(async () => firstPage(await readLog({ search, user, from, to }))),
    [ask, search, user, from, to],
  )
  const older = useCallback(async () => {
    const cursor = latest.current.pages?.cursor
    if (typeof cursor !== 'string' || latest.current.trouble !== null) return
    await ask(async ({ pages }) => {
      const reply = await readLog({ search, user, from, to }, { cursor })
      return pages === null ? firstPage(reply) : withOlder(pages, reply)
    }, true)
  }, [ask, search, user, from, to])

  /** Begins where nothing is there yet, else looks for what is new. */
  const again = useCallback(async () => {
    const since = latest.current.pages?.since
    if (since === undefined) return first()
    await ask(async ({ pages }) => {
      const reply = await readLog({ search, user, from, to }, { received_since: since })
      return pages === null ? firstPage(reply) : withFresh(pages, reply)
    })
  }, [ask, first, search, user, from, to])

  useEffect(() => {
    run.current = {}
    busy.current = false
    void first()
    return () => {
      run.current = undefined
    }
  }, [first])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void again()
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])

  const { pages, trouble } = state
  useEffect(() => {
    if (search === undefined || pages === null || pages.entries.length >= ENOUGH) return
    void older()
  }, [search, pages, older])

  const showFresh = () => {
    if (pages) change({ pages: freshShown(pages), trouble, older: state.older })
  }
  return { ...state, loadOlder: () => void older(), retry: () => void again(), showFresh }
}
