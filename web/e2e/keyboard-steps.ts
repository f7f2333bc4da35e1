import type { Page } from 'playwright-core'

interface Focused {
  /** As a screen reader names it, near enough to tell controls apart. */
  name: string
  /** It lies in sight and wears a frame. */
  seen: boolean
}

export const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', seen: false }
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const name =
      element.getAttribute('aria-label') ??
      ([...by.map((id) => document.getElementById(id)), ...labels]
        .map((one) => one?.textContent ?? '')
        .join(' ') ||
        element.textContent)
    const frames = [element, element.closest('.field-box'), element.closest('label')]
    const framed = frames.some((one) => one !== null && getComputedStyle(one).outlineStyle !== 'none')
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return {
      name: name.trim(),
      seen: framed && hit !== null && (element.contains(hit) || hit.contains(element)),
    }
  })

/** More stops than any screen has. */
const MOST_STOPS = 80

/** Tab until what is named so has the focus, and is seen to have it. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    const now = await focused(page)
    if (name.test(now.name)) {
      if (!now.seen) throw new Error(`${now.name} has the focus, and nobody sees it.`)
      return
    }
    passed.push(now.name.slice(0, 30))
    await page.keyboard.press(key)
  }
  throw new Error(`${String(name)} is not reached: ${passed.join(' | ')}`)
}

export async function pressOn(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** The focus comes to stand here by itself. */
export async function focusReturns(page: Page, name: RegExp): Promise<void> {
  const until = Date.now() + 15_000
  for (let now = ''; !name.test(now); now = (await focused(page)).name)
    if (Date.now() > until) throw new Error(`The focus is on “${now}”, not on ${String(name)}.`)
}

/** What the frame around what has the focus loses to the boxes that scroll around it. */
export const cutFrame = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null) return ['nothing has the focus']
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none') return ['no frame']
    const beyond = parseFloat(outlineWidth) + parseFloat(outlineOffset)
    const shown = element.getBoundingClientRect()
    const cut: string[] = []
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue
      const room = box.getBoundingClientRect()
      if (shown.left - beyond < room.left || shown.right + beyond > room.right)
        cut.push(`side: ${box.className}`)
      if (shown.top - beyond < room.top || shown.bottom + beyond > room.bottom)
        cut.push(`end: ${box.className}`)
    }
    return cut
  })
