import type { Page } from 'playwright-core'

interface Stop {
  /** The focused element, in short; '' where nothing has the focus. */
  what: string
  /** The same element as at an earlier stop of this walk. */
  again: boolean
  covered: string | null
}

/** Where the focus is once the browser has scrolled to it, and what lies over the whole of it. */
const stopHere = (page: Page, walk: string): Promise<Stop> =>
  page.evaluate(async (name) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body)
      return { what: '', again: false, covered: null }
    const again = element.dataset['walked'] === name
    element.dataset['walked'] = name
    const short = (one: Element | null) => (one === null ? 'the edge' : one.outerHTML.slice(0, 140))
    // What is seen of a field or a choice is its frame or its label.
    const shown = element.closest('.field-box') ?? element.closest('label') ?? element
    const { left, top, width, height } = shown.getBoundingClientRect()
    let over: Element | null = null
    for (const across of [0.05, 0.25, 0.5, 0.75, 0.95]) {
      for (const down of [0.08, 0.3, 0.5, 0.7, 0.92]) {
        const [x, y] = [left + width * across, top + height * down]
        const [hit] = document.elementsFromPoint(x, y)
        if (hit !== undefined && shown.contains(hit)) return { what: short(element), again, covered: null }
        over = hit ?? over
      }
    }
    return { what: short(element), again, covered: `${short(element)} lies under ${short(over)}` }
  }, walk)

/** More stops than any screen has. */
const MOST_STOPS = 200

/**
 * Goes from control to control, past the end of the page, until it comes round; gives what had the focus wholly out of sight (WCAG 2.2,
 * 2.4.11), and how many stops there were.
 */
async function hiddenFocus(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
): Promise<{ hidden: string[]; stops: number }> {
  const walk = `${key} ${performance.now()}`
  const hidden: string[] = []
  let stops = 0
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    await page.keyboard.press(key)
    const { what, again, covered } = await stopHere(page, walk)
    if (again) return { hidden, stops }
    if (what !== '') stops++
    if (covered !== null) hidden.push(covered)
  }
  throw new Error(`${MOST_STOPS} stops, and no end.`)
}

const TABLET = { width: 1180, height: 820 }
const PHONE = { width: 390, height: 844 }
/** A window of 1280 x 1024, magnified four times. */
const MAGNIFIED = { width: 320, height: 256 }

/** Both ways: what stays at the bottom is met going on, what stays at the top going back. */
const WALKS = [
  [TABLET, 'Shift+Tab'],
  [PHONE, 'Tab'],
  [PHONE, 'Shift+Tab'],
  [MAGNIFIED, 'Shift+Tab'],
] as const

/**
 * What a screen of at least `least` stops hides of the focus, at each size; `backwards` only where nothing stays at its bottom.
 */
export async function hiddenAtEachSize(page: Page, least: number, backwards = false): Promise<string[]> {
  const found: string[] = []
  for (const [size, key] of WALKS) {
    if (backwards && key === 'Tab') continue
    await page.setViewportSize(size)
    await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
    const { hidden, stops } = await hiddenFocus(page, key)
    const where = `${size.width} x ${size.height}, ${key}`
    if (stops < least) found.push(`${where}: ${stops} stops only`)
    found.push(...hidden.map((one) => `${where}: ${one}`))
  }
  await page.setViewportSize(TABLET)
  return found
}
