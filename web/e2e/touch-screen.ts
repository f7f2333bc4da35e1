import type { Page } from 'playwright-core'
import type { Tablet } from './browser.ts'

/** A window on this tablet whose main pointer is a finger, with storage of its own: a tablet that nobody used yet. */
export async function openTouchScreen(tablet: Tablet, width = 1180, height = 820): Promise<Page> {
  const browser = tablet.context.browser()
  if (browser === null) throw new Error('This tablet has no browser.')
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}
