import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { installation } from '../e2e/installation.ts'
import { startServer, type Server } from '../e2e/server.ts'
import { signIn, syncSays, workerControls } from '../e2e/steps.ts'
import { SIZES } from './camera.ts'
import { emptyClinic } from './clinics/empty.ts'
import { extremeClinic } from './clinics/extreme.ts'
import { PASSWORD, TIME_ZONE, type Clinic } from './clinics/make-clinic.ts'
import { realisticClinic } from './clinics/realistic.ts'

/** What the clinic of a picture holds; a guest has none. */
export const DATA = ['realistic', 'extreme', 'empty', 'guest'] as const
export type DataName = (typeof DATA)[number]

const CLINICS = { realistic: realisticClinic, extreme: extremeClinic, empty: emptyClinic }

/** A page, and what the browser complained about on it. */
export interface Set {
  page: Page
  context: BrowserContext
  clinic: Clinic | null
  complaints: string[]
  errors: string[]
}

export interface Stage {
  server: Server
  /** What the server was built into, where the app can be replaced. */
  folder: string
  /** The signed-in page of this data, made at its first use. */
  of: (data: DataName) => Promise<Set>
  /** Another tablet, of this user of the realistic clinic, made at its first use; a phone has two pixels to each of the page's. */
  tablet: (email: string, pixels?: number) => Promise<Set>
  close: () => Promise<void>
}

/** A server with a clinic for each kind of data, and one browser that has a tablet for each. */
export async function openStage(): Promise<Stage> {
  const folder = installation()
  const server = await startServer(
    { REGISTRATION: 'open', LOG_LEVEL: 'warn', BACKUP_AT: '02:00' },
    '127.0.0.1',
    folder,
  )
  const tablet: Tablet = await openTablet({ flags: ['--hide-scrollbars'] })
  const browser = tablet.context.browser()
  if (browser === null) throw new Error('There is no browser.')
  const sets = new Map<string, Promise<Set>>()

  async function signedIn(set: Set, clinic: Clinic | null): Promise<Set> {
    if (clinic === null) return set
    await signIn(set.page, server.url, clinic.email, PASSWORD)
    // Also where something waits for a person already.
    await syncSays(set.page, /^Sync: (All sent|\d+ needs? attention(, all sent)?)$/)
    await workerControls(set.page)
    return { ...set, clinic }
  }
  const make = async (data: DataName): Promise<Set> =>
    signedIn(await newSet(browser), data === 'guest' ? null : await CLINICS[data](server.url))
  function once(name: string, making: () => Promise<Set>): Promise<Set> {
    const made = sets.get(name) ?? making()
    sets.set(name, made)
    return made
  }
  const of = (data: DataName) => once(data, () => make(data))
  return {
    server,
    folder,
    of,
    tablet: (email, pixels = 1) =>
      once(email, async () => {
        const { clinic } = await of('realistic')
        return signedIn(await newSet(browser, pixels), clinic && { ...clinic, email })
      }),
    close: async () => {
      await tablet.close()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function newSet(browser: Browser, pixels = 1): Promise<Set> {
  const context = await browser.newContext({
    deviceScaleFactor: pixels,
    viewport: SIZES.tablet,
    reducedMotion: 'reduce',
    timezoneId: TIME_ZONE,
    locale: 'en-US',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('dialog', (dialog) => void dialog.accept())
  return { page, context, clinic: null, complaints, errors }
}
