import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standForElection, type Channel, type LeaderElection, type ElectionPorts } from './leader-election.ts'
import { PageLocks } from './testing/page-locks.ts'

/** What the pages of one browser share. */
class Browser {
  readonly locks = new PageLocks()
  private readonly pages = new Set<Page>()
  readonly said: string[] = []

  open(name: string, looked = true): Page {
    const page = new Page(this, name, looked, this.locks)
    this.pages.add(page)
    return page
  }
  openWithoutLocks(name: string): Page {
    const page = new Page(this, name, true, undefined)
    this.pages.add(page)
    return page
  }
  tell(from: Page, words: string): void {
    this.said.push(words)
    for (const page of this.pages) if (page !== from) page.hear(words)
  }
  /** Who leads, in the order in which they began and as far as they know. */
  leading(): string[] {
    return [...this.pages].filter((page) => page.leads > 0).map(({ name }) => name)
  }
  async close(): Promise<void> {
    for (const page of this.pages) {
      page.thaw()
      page.ending.abort()
    }
    await Promise.all([...this.pages].map(({ election }) => election.done))
  }
}

class Page {
  leads = 0
  began = 0
  moving = true
  looked: boolean
  /** The server reads no more for an app of its age. */
  outdated = false
  readonly name: string
  readonly ending = new AbortController()
  readonly election: LeaderElection
  /** Another's term has begun, as this one's next write finds out. */
  oust: () => void = () => undefined
  private frozen: (() => void)[] | undefined
  private readonly ears = new Set<(words: unknown) => void>()

  constructor(browser: Browser, name: string, looked: boolean, locks: PageLocks | undefined) {
    this.name = name
    this.looked = looked
    const channel: Channel = {
      say: (words) => browser.tell(this, words),
      hear: (listener) => {
        this.ears.add(listener)
        return () => this.ears.delete(listener)
      },
    }
    const ports: ElectionPorts = {
      name: 'sync',
      locks: locks as unknown as LockManager | undefined,
      channel,
      timers: {
        set: (work, ms) => setTimeout(() => this.run(work), ms),
        clear: (timer) => clearTimeout(timer as number),
      },
      looked: () => this.looked,
      givesWay: (question) => this.outdated || (question === 'wanted?' && !this.looked),
      asks: () => !this.outdated,
    }
    const begin = async (over: () => void) => {
      this.oust = over
      this.leads++
      this.began++
      return { alive: () => this.moving, stop: async () => void this.leads-- }
    }
    this.election = standForElection(ports, begin, this.ending.signal)
  }

  /** Nothing of a frozen page runs; what came meanwhile runs when it thaws. */
  freeze(): void {
    this.frozen ??= []
  }
  thaw(): void {
    const late = this.frozen ?? []
    this.frozen = undefined
    for (const work of late) work()
  }
  private run(work: () => void): void {
    if (this.frozen) this.frozen.push(work)
    else work()
  }
  hear(words: string): void {
    for (const ear of this.ears) this.run(() => ear(words))
  }
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let browser: Browser
beforeEach(() => {
  vi.useFakeTimers()
  browser = new Browser()
})
afterEach(async () => {
  await browser.close()
  vi.useRealTimers()
})

describe('one engine over the tabs of a browser', () => {
  test('[T4] one tab leads, the others stand for election, and the next leads at once when it is closed', async () => {
    const first = browser.open('first')
    browser.open('second')
    await after(60_000)
    expect(browser.leading()).toEqual(['first'])
    first.ending.abort()
    await after(0)
    expect(browser.leading()).toEqual(['second'])
  })

  test('[T4] a frozen tab that holds the lock is ousted after a bounded time, and thawed it stands for election again', async () => {
    const first = browser.open('first')
    const second = browser.open('second')
    await after(1_000)
    first.freeze()
    await after(20_000)
    expect(second.leads).toBe(1)
    first.thaw()
    await after(60_000)
    expect(browser.leading()).toEqual(['second'])
    second.ending.abort()
    await after(0)
    expect(browser.leading()).toEqual(['first'])
  })

  test('[T4] a tab whose round hangs is ousted although it still runs', async () => {
    const first = browser.open('first')
    browser.open('second')
    await after(0)
    first.moving = false
    await after(20_000)
    expect(browser.leading()).toEqual(['second'])
  })

  test('[T4] a hidden tab gives way to one that somebody looks at, not to another hidden one', async () => {
    const first = browser.open('first')
    await after(0)
    first.looked = false
    const hidden = browser.open('hidden', false)
    await after(60_000)
    expect(browser.leading()).toEqual(['first'])
    hidden.looked = true
    hidden.election.ask()
    await after(0)
    expect(browser.leading()).toEqual(['hidden'])
  })

  test('[T8] a tab that the server reads no more for gives way to a newer one, and two such tabs keep their order', async () => {
    const old = browser.open('old')
    const alike = browser.open('alike')
    await after(1_000)
    old.outdated = alike.outdated = true
    await after(60_000)
    expect(browser.leading()).toEqual(['old'])
    expect(old.began + alike.began).toBe(1)
    alike.ending.abort()
    browser.open('new')
    await after(0)
    expect(browser.leading()).toEqual(['new'])
    await after(60_000)
    expect(browser.leading()).toEqual(['new'])
  })

  test('[T4] after a sleep of the whole tablet nobody is ousted', async () => {
    const first = browser.open('first')
    const second = browser.open('second')
    await after(2_000)
    first.freeze()
    second.freeze()
    await after(3_600_000)
    second.thaw()
    await after(1)
    first.thaw()
    await after(60_000)
    expect([first.began, second.began]).toEqual([1, 0])
  })

  test('[T4] one that cannot begin lets the next go before, and tries again', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const ports = { looked: () => true, givesWay: () => false, name: 'sync' }
    const channel = { say: () => undefined, hear: () => () => undefined }
    const timers = {
      set: (work: () => void, ms: number) => setTimeout(work, ms),
      clear: (timer: unknown) => clearTimeout(timer as number),
    }
    const ending = new AbortController()
    let tries = 0
    const election = standForElection(
      { ...ports, channel, timers, locks: browser.locks as unknown as LockManager },
      async () => {
        if (++tries < 3) throw new Error('The database does not open.')
        return { alive: () => true, stop: async () => undefined }
      },
      ending.signal,
    )
    await after(0)
    expect(tries).toBe(1)
    await after(10_000)
    expect(tries).toBe(3)
    expect(log).toHaveBeenCalledTimes(2)
    ending.abort()
    await election.done
    log.mockRestore()
  })

  test('[T4] without Web Locks the tab that was opened last leads, and one that was ousted waits for its silence', async () => {
    const first = browser.openWithoutLocks('first')
    await after(0)
    const second = browser.openWithoutLocks('second')
    await after(0)
    expect(browser.leading()).toEqual(['first', 'second'])
    first.oust()
    await after(60_000)
    expect(browser.leading()).toEqual(['second'])
    second.ending.abort()
    await after(20_000)
    expect(browser.leading()).toEqual(['first'])
  })
})
