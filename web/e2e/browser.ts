import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from 'playwright-core'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a busy machine goes on drawing, and nothing takes it for hung.
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-gpu-watchdog',
  '--remote-debugging-port=0',
]

export interface Tablet {
  profile: string
  context: BrowserContext
  page: Page
  /** As a power cut does: every process of this browser, at once. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Names a profile folder in which the app of the workers' ports is kept by its service worker, and nothing else. */
export const FIRST_VISIT = 'E2E_FIRST_VISIT'

/** A new profile: a copy of the first visit's, which saves every tablet the fetching of the app. */
function newProfile(isNew: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-tablet-'))
  const first = isNew ? undefined : process.env[FIRST_VISIT]
  if (first !== undefined) copyProfile(first, folder)
  return folder
}

/** All of a closed browser's profile but its lock, which would keep another from the copy, and its passing tracking database. */
export function copyProfile(profile: string, folder: string): void {
  const isKept = (file: string) => !/^(Singleton|DIPS)/.test(basename(file))
  cpSync(profile, folder, { recursive: true, filter: isKept })
}

/** '' of a process that is gone. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether a process of a killed browser lives on. One that only waits to be counted by its parent holds nothing, unless a
 * thread of it still ends.
 */
const livesOn = (group: number): boolean =>
  readdirSync('/proc').some((pid) => {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : ''
    const told = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, ofGroup, threads] = [told[0], told[2], told[17]]
    return ofGroup === String(group) && (state !== 'Z' || Number(threads) > 1)
  })

/**
 * The processes of a browser do not end at the same moment, and one of them has its databases locked: a browser that was opened
 * with the same profile would find them so, and empty them.
 */
async function allGone(group: number | undefined): Promise<void> {
  if (group === undefined || !existsSync('/proc')) return
  for (let lives = livesOn(group); lives; lives = livesOn(group)) await after(10)
}

/** A tablet: Chromium with a profile folder of its own, which outlives it. A new one has never visited the app. */
export async function openTablet(
  options: {
    profile?: string
    isNew?: boolean
    flags?: string[]
    /** Where the system keeps what its user trusts. */
    home?: string
    width?: number
    height?: number
  } = {},
): Promise<Tablet> {
  const profile = options.profile ?? newProfile(options.isNew ?? false)
  const size = `--window-size=${options.width ?? 1180},${options.height ?? 820}`
  const child = spawn(
    process.env['CHROMIUM'] ?? 'chromium-headless-shell',
    [...flags, size, ...(options.flags ?? []), `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: options.home === undefined ? process.env : { ...process.env, HOME: options.home },
    },
  )
  const endpoint = await debuggingAddress(child)
  const browser = await chromium.connectOverCDP(endpoint)
  const context = browser.contexts()[0]
  if (!context) throw new Error('Chromium has no context.')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: options.width ?? 1180, height: options.height ?? 820 })
  page.setDefaultTimeout(30_000)
  const gone = once(child, 'exit')
  return {
    profile,
    context,
    page,
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await gone
      await allGone(child.pid)
    },
    close: async () => {
      await browser.close()
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        process.kill(-child.pid, 'SIGTERM')
        await gone
      }
      await allGone(child.pid)
    },
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address) found(address)
    })
    child.once('exit', () => failed(new Error(`Chromium ended:\n${said}`)))
    child.once('error', failed)
  })
}
