import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'

/** Bytes of bodies that a page sent and got. */
export interface WireBytes {
  up: number
  /** As they came, packed where the server packs them. */
  down: number
  /** The same unpacked. */
  unpacked: number
  requests: number
}

declare global {
  interface Window {
    wireProbe: WireBytes
  }
}

/** Counts what a page sends to a path and gets from there, from its next load on. */
export async function installWireProbe(page: Page, path: string): Promise<void> {
  await page.addInitScript((counted) => {
    const probe: WireBytes = { up: 0, down: 0, unpacked: 0, requests: 0 }
    window.wireProbe = probe
    const plain = window.fetch
    window.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      if (pathname === counted) {
        probe.requests++
        probe.up += new Blob([init?.body as BlobPart]).size
      }
      return plain(input, init)
    }
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries() as PerformanceResourceTiming[])
        if (new URL(entry.name).pathname === counted) {
          probe.down += entry.encodedBodySize
          probe.unpacked += entry.decodedBodySize
        }
    }).observe({ type: 'resource' })
  }, path)
}

/** Seconds of processor time, since each began. */
export interface CpuSeconds {
  page: number
  /** Chromium's own: IndexedDB and the network. */
  browser: number
  api: number
}

const TICKS_PER_SECOND = 100

/** Of the browser and of a server on Linux; what the database's processes cost is not in it. */
export async function cpuSeconds(context: BrowserContext, pid: number): Promise<CpuSeconds> {
  const browser = context.browser()
  if (!browser) throw new Error('This context has no browser.')
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const sum = (wanted: boolean) =>
    processInfo
      .filter(({ type }) => (type === 'renderer') === wanted)
      .reduce((all, { cpuTime }) => all + cpuTime, 0)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return {
    page: sum(true),
    browser: sum(false),
    api: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
  }
}

export const cpuSince = (from: CpuSeconds, to: CpuSeconds): CpuSeconds => ({
  page: to.page - from.page,
  browser: to.browser - from.browser,
  api: to.api - from.api,
})
