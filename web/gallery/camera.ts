import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export const SIZES = {
  tablet: { width: 1180, height: 820 },
  upright: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const
export type SizeName = keyof typeof SIZES
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const sizes = Object.keys(SIZES) as SizeName[]
/** Of a long screen, all of it is shown at these widths too, as far as this many pixels. */
const WHOLE: readonly SizeName[] = ['tablet', 'phone']
const WHOLE_MOST = 3200

export interface Picture {
  file: string
  size: SizeName
  theme: Theme
  whole: boolean
}

export interface Faults {
  /** Wider than the screen. */
  overflows: string[]
  /** Words that end in an ellipsis. */
  cut: string[]
}

/** What is drawn has come to rest: a resized list has measured itself, and a chart has drawn. */
export const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let frames = 4
        const next = () => (--frames === 0 ? done() : requestAnimationFrame(next))
        requestAnimationFrame(next)
      }),
  )

/** Takes every picture of what the page shows now, at each size and in both themes. */
export async function takePictures(
  page: Page,
  folder: string,
  name: string,
): Promise<{ pictures: Picture[]; faults: Faults }> {
  mkdirSync(folder, { recursive: true })
  const devtools = await page.context().newCDPSession(page)
  const pictures: Picture[] = []
  const faults: Faults = { overflows: [], cut: [] }

  async function take(size: SizeName, theme: Theme, whole: boolean): Promise<void> {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 82,
      optimizeForSpeed: true,
    })
    const file = `${name}.${size}.${theme}${whole ? '.whole' : ''}.webp`
    writeFileSync(join(folder, file), Buffer.from(data, 'base64'))
    pictures.push({ file, size, theme, whole })
  }

  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await settled(page)
      await take(size, theme, false)
    }
    const found = await page.evaluate(facts)
    if (found.wide) faults.overflows.push(size)
    faults.cut.push(...found.cut.map((words) => `${size}: ${words}`))
    if (!WHOLE.includes(size) || found.height <= SIZES[size].height * 1.1) continue
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ ...SIZES[size], height: Math.min(found.height, WHOLE_MOST) })
    await settled(page)
    await take(size, 'light', true)
  }
  await page.setViewportSize(SIZES.tablet)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await devtools.detach()
  return { pictures, faults }
}

/** Runs in the page: its whole height, with what scrolls inside it, and what does not fit. */
function facts(): { wide: boolean; height: number; cut: string[] } {
  const root = document.documentElement
  let height = root.scrollHeight
  const cut = new Set<string>()
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    const more = element.scrollHeight - element.clientHeight
    if ((overflowY === 'auto' || overflowY === 'scroll') && more > 0)
      height = Math.max(height, innerHeight + more)
    const clipped =
      (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
      (webkitLineClamp !== 'none' && more > 1)
    if (clipped && element.clientWidth > 1) cut.add((element.textContent ?? '').trim().slice(0, 60))
  }
  return { wide: root.scrollWidth > innerWidth, height, cut: [...cut] }
}
