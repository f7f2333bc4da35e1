import type { Page } from 'playwright-core'
import { accessibilityFaults, contrastFaults } from './accessibility-faults.ts'
import { lostInSpacing } from './accessibility-spacing.ts'
import {
  brokenNumbers,
  raggedStrikes,
  lostInReflow,
  lostStates,
  smallTargets,
  TARGET_PX,
  watchMotion,
} from './accessibility-measures.ts'

/** A tablet, as the sweep uses it between two looks. */
const TABLET = { width: 1180, height: 820 }
const PHONE = { width: 390, height: 844 }
const LETTERS = 16
/** A window of 1280 x 1024, magnified four times. */
const MAGNIFIED = { width: 320, height: 256 }

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

export interface Sweep {
  page: Page
  url: string
  /** Everybody's. */
  password: string
  /** Opens an address as a person types it. */
  open(path: string): Promise<void>
  /** Looks at what is open now, in every way that is measured. */
  look(what: string): Promise<void>
  /** Closes what stands over the screen. */
  close(): Promise<void>
}

export interface Looked {
  what: string
  path: string
  /** A dialog was open, or a message or question. */
  dialog: boolean
  faults: string[]
}

/** Takes the looks of the whole sweep; `looked` grows with each. */
export async function beginSweep(
  page: Page,
  { url, password }: Pick<Sweep, 'url' | 'password'>,
  looked: Looked[],
): Promise<Sweep> {
  await page.addInitScript(watchMotion)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(TABLET)
  const under = (where: string, faults: string[]) => faults.map((fault) => `${where}: ${fault}`)

  /** Dialogs follow the size of the window a moment later. */
  async function resize(size: typeof TABLET): Promise<void> {
    await page.setViewportSize(size)
    await page.waitForFunction(({ width, height }) => {
      const overlays = [...document.querySelectorAll('.overlay')]
      const follows = overlays.every((one) => Math.abs(one.getBoundingClientRect().height - height) < 1)
      return innerWidth === width && innerHeight === height && follows
    }, size)
    await frames()
  }

  /** What lies over the screen finds its place anew, a moment later too. */
  const frames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })

  /** What stays lost once the screen has found its place: a busy machine may draw its last size for some frames. */
  async function reflowFaults(): Promise<string[]> {
    for (let tries = 0; ; tries++) {
      const faults = await page.evaluate(lostInReflow)
      if (faults.length === 0 || tries === 30) return faults
      await frames()
    }
  }

  const devtools = await page.context().newCDPSession(page)
  /** How large the reader wants letters that say nothing else, in px. */
  async function letters(standard: number): Promise<void> {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.waitForFunction(
      (px) => getComputedStyle(document.documentElement).fontSize === `${px}px`,
      standard,
    )
    await frames()
  }

  async function look(what: string): Promise<void> {
    const faults = under('light', await accessibilityFaults(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    faults.push(...under('dark', await contrastFaults(page)))
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    faults.push(...under('forced colours', await page.evaluate(lostStates)))
    await page.emulateMedia({ forcedColors: 'none' })
    faults.push(...under('tablet', await page.evaluate(smallTargets, TARGET_PX)))
    faults.push(...under('a number in two pieces', await page.evaluate(brokenNumbers)))
    faults.push(...under('struck at several heights', await page.evaluate(raggedStrikes)))
    faults.push(...under('tablet, wide text', await page.evaluate(lostInSpacing)))
    await resize(PHONE)
    faults.push(...under('phone', await page.evaluate(smallTargets, TARGET_PX)))
    faults.push(...under('phone, wide text', await page.evaluate(lostInSpacing)))
    await letters(2 * LETTERS)
    faults.push(...under('phone, letters twice as large', await reflowFaults()))
    await letters(LETTERS)
    await resize(MAGNIFIED)
    faults.push(...under('magnified', await reflowFaults()))
    await resize(TABLET)
    faults.push(...under('motion', await page.evaluate<string[]>('moved.splice(0)')))
    const dialog = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
    looked.push({ what, path: new URL(page.url()).pathname, dialog, faults })
  }
  return {
    page,
    url,
    password,
    look,
    open: async (path) => {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    close: async () => {
      const before = await page.locator(OVERLAYS).count()
      await page.keyboard.press('Escape')
      await page.waitForFunction(([overlays, count]) => document.querySelectorAll(overlays).length < count, [
        OVERLAYS,
        before,
      ] as const)
    },
  }
}
