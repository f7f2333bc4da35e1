import type { CDPSession, Locator, Page } from 'playwright-core'

interface Press {
  /** What was pressed, in the words on it. */
  on: string
  /** From the input event's own time stamp until the next frame was painted. */
  ms: number
}
interface LongTask {
  start: number
  ms: number
}

declare global {
  interface Window {
    watched: {
      presses: Press[]
      longTasks: LongTask[]
      /** Layout shifts that no input explains. */
      shifts: number[]
      /** What they moved: class, first words, from and to where. */
      moved: string[]
      frames: number[]
      /** When the first such element with this text stands on the screen, since the page was asked for. */
      painted(selector: string, text?: string): Promise<number>
    }
  }
}

/** Watches the app from outside, in every page that the tablet opens from now on. */
export async function watchScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** A task begun in a frame's callback runs once that frame was painted. */
    const afterPaint = (then: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', then)
      port1.start()
      port2.postMessage(null)
    }
    window.watched = {
      presses: [],
      longTasks: [],
      shifts: [],
      moved: [],
      frames: [],
      painted: (selector, text) =>
        new Promise((resolve) => {
          const look = () => {
            const found = [...document.querySelectorAll(selector)]
            if (found.some((one) => text === undefined || one.textContent === text))
              afterPaint(() => resolve(performance.now()))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }),
    }
    const { presses, longTasks, shifts, moved, frames } = window.watched
    for (const type of ['pointerdown', 'click', 'keydown'] as const) {
      const listen = (event: Event) => {
        const pressed =
          event.target instanceof Element ? event.target.closest('button, a, input, label') : null
        const words = pressed?.getAttribute('aria-label') ?? pressed?.textContent ?? ''
        const on = `${type} ${words.slice(0, 40)}`
        requestAnimationFrame(() =>
          afterPaint(() => presses.push({ on, ms: performance.now() - event.timeStamp })),
        )
      }
      addEventListener(type, listen, { capture: true })
    }
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        longTasks.push({ start: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        shifts.push(entry.value)
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const words = node?.textContent?.trim().slice(0, 30) ?? ''
          const places = [from, to].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          )
          moved.push(`${element?.getAttribute('class') ?? ''} "${words}": ${places.join(' -> ')}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const frame = (at: number) => {
      frames.push(at)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/**
 * The place to press on something. By place, nobody waits until it stands still, which takes longer than a person does, and nothing
 * looks at the page while it answers.
 */
export async function placeOf(target: Locator): Promise<{ press: (page: Page) => Promise<void> }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to press.')
  return { press: (page) => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2) }
}

/** Of a first load on fast 3G, as Lighthouse names it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const FAST_3G = { latency: 150, downloadThroughput: (1.6 * 1e6) / 8, uploadThroughput: (750 * 1e3) / 8 }

/** A processor so many times as slow, as Chromium plays it; workers are not slowed down. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return session
}

export async function onFast3g(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_3G })
}
