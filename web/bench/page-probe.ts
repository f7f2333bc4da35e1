import type { Page } from 'playwright-core'

/** The first such element is there (absent with `text: null`), with this text or attribute. */
export interface Shown {
  selector: string
  attribute?: string
  text?: string | null
}
export interface Seen {
  /** From the input event's own time stamp until the frame that shows its effect was painted. */
  ms: number
  /** 1: the very next frame showed it. */
  frames: number
}
export interface SavedOnDisk {
  action: string
  durability: string
  /** From the beginning of the transaction until it was complete. */
  ms: number
  /** The same from the last click. */
  msFromClick: number
}

declare global {
  interface Window {
    probe: {
      saves: SavedOnDisk[]
      /** From the last click until a PDF was handed to the browser. */
      papers: number[]
      longTasks: number[]
      seen: Promise<Seen>
      watch(event: 'keydown' | 'click', shown: Shown): void
    }
  }
}

/** Watches the app from outside, in every page that the tablet opens from now on. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let clicked = 0
    window.addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true })

    const shows = ({ selector, attribute, text }: Shown) => {
      const element = document.querySelector(selector)
      if (element === null || text === null) return element === null && text === null
      const found = attribute === undefined ? element.textContent : element.getAttribute(attribute)
      return text === undefined || found === text
    }
    const paintedAfter = (event: Event, shown: Shown) =>
      new Promise<Seen>((resolve) => {
        let frames = 0
        const look = () => {
          frames += 1
          if (!shows(shown)) {
            requestAnimationFrame(look)
            return
          }
          // A task begun in a frame's callback runs once that frame was painted.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            resolve({ ms: performance.now() - event.timeStamp, frames }),
          )
          port1.start()
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      })

    window.probe = {
      saves: [],
      papers: [],
      longTasks: [],
      seen: Promise.reject(new Error('Nothing is watched.')),
      watch(type, shown) {
        this.seen = new Promise((resolve) => {
          window.addEventListener(type, (event) => resolve(paintedAfter(event, shown)), {
            capture: true,
            once: true,
          })
        })
      },
    }
    window.probe.seen.catch(() => undefined)
    const { saves, papers, longTasks } = window.probe
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    }).observe({ type: 'longtask' })

    const addressOf = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (object) => {
      if (object instanceof Blob && object.type === 'application/pdf')
        papers.push(performance.now() - clicked)
      return addressOf(object)
    }

    const begun = new WeakMap<IDBTransaction, number>()
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
      const start = performance.now()
      const transaction = begin.apply(this, given)
      begun.set(transaction, start)
      return transaction
    }
    /** A row of the outbox that has no outcome yet is a save; the others are the engine's. */
    const note = (store: IDBObjectStore, row: { done?: number; body?: { action: string } }) => {
      const action = row.body?.action
      if (store.name !== 'outbox' || action === undefined || row.done !== 0) return
      const { transaction } = store
      transaction.addEventListener('complete', () => {
        const now = performance.now()
        saves.push({
          action,
          durability: transaction.durability,
          ms: now - (begun.get(transaction) ?? Number.NaN),
          msFromClick: now - clicked,
        })
      })
    }
    for (const method of ['add', 'put'] as const) {
      const write = IDBObjectStore.prototype[method]
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given) {
        note(this, given[0])
        return write.apply(this, given)
      }
    }
  })
}

/** Does one input, and says how long its effect took to be seen. */
export async function seenAfter(
  page: Page,
  event: 'keydown' | 'click',
  input: () => Promise<void>,
  shown: Shown,
): Promise<Seen> {
  await page.evaluate(([type, effect]) => window.probe.watch(type, effect), [event, shown] as const)
  await input()
  return page.evaluate(() => window.probe.seen)
}
