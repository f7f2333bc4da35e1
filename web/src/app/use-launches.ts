import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { heardLaunches, launchQueue } from './launches.ts'

/** Called once for the page: the queue takes one consumer, and none can be taken back. */
let follow: ((path: string) => void) | undefined

function begin(): void {
  const queue = launchQueue()
  if (queue === undefined) return
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  heardLaunches(queue, { url: loading?.name ?? location.href, reload: loading?.type === 'reload' }, (path) =>
    follow?.(path),
  )
}

/** A shortcut of the installed app opens its screen here, as a press on a link would: what is open asks before it is left. */
export function useLaunches(): void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  })
  useEffect(() => {
    const fresh = follow === undefined
    follow = (path) => {
      if (path !== location.pathname + location.search) void latest.current(path)
    }
    if (fresh) begin()
  }, [])
}
