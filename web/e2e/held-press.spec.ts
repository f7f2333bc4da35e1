import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { signIn } from './steps.ts'

let server: Server
let tablet: Tablet

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  tablet = await openTablet()
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

const help = (page: Page) => page.getByRole('link', { name: 'Help', exact: true })

/** Opens the menu of who is signed in, and gives the middle of one of its links. */
async function overLink(page: Page): Promise<{ x: number; y: number }> {
  await page.goto(server.url)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await help(page).hover()
  const box = await help(page).boundingBox()
  if (!box) throw new Error('The link is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Something comes in above while the finger is down, and pushes what it is held on away. */
const pushDown = (page: Page) =>
  page.evaluate(() => {
    const row = document.createElement('div')
    row.style.height = '60px'
    document.querySelector('.panel-links')?.prepend(row)
  })

test('a press counts for what it came down on, although the page moved before it was lifted', async () => {
  const { page } = tablet
  await signIn(page, server.url, 'lead@demo.test', demonstrationPassword(server))
  await overLink(page)
  await page.mouse.down()
  await pushDown(page)
  await page.mouse.up()
  await page.waitForURL(`${server.url}/help`)
})

test('so does one by a finger, and what lies there by then is not pressed', async () => {
  const { page } = tablet
  const at = await overLink(page)
  const devtools = await tablet.context.newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await pushDown(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForURL(`${server.url}/help`)
  await devtools.detach()
})

test('one that was dragged away presses nothing, and neither does one whose control is gone', async () => {
  const { page } = tablet
  const { x, y } = await overLink(page)
  const clicks = () => page.evaluate(() => (window as { clicks?: number }).clicks ?? 0)
  await page.evaluate(() =>
    document.addEventListener('click', () => ((window as { clicks?: number }).clicks = 1)),
  )
  await page.mouse.down()
  await page.mouse.move(x - 150, y - 40, { steps: 4 })
  await page.mouse.up()
  expect(page.url()).toBe(`${server.url}/`)
  await overLink(page)
  await page.evaluate(() =>
    document.addEventListener('mouseup', () => ((window as { clicks?: number }).clicks ??= 0)),
  )
  await page.mouse.down()
  await page.evaluate(() => document.querySelector('.panel-links')?.remove())
  await page.mouse.up()
  await page.waitForFunction(() => 'clicks' in window)
  expect(await clicks()).toBe(0)
  expect(page.url()).toBe(`${server.url}/`)
})

const MENU = 'More for this sheet'

/** The menu of a phone's open sheet, and its last row. */
async function overMenu(page: Page): Promise<Locator> {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`${server.url}/new-sheet`)
  await page.getByRole('button', { name: MENU }).click()
  return page.getByRole('menuitem', { name: 'RESET SHEET' })
}

test('a row of a menu counts for what the mouse came down on too', async () => {
  const { page } = tablet
  const row = await overMenu(page)
  await row.hover()
  await page.mouse.down()
  await page.evaluate(() => {
    const above = document.createElement('div')
    const menu = document.querySelector<HTMLElement>('.menu')
    above.style.height = `${menu?.querySelector<HTMLElement>('.menu-item')?.offsetHeight}px`
    menu?.prepend(above)
  })
  await page.mouse.up()
  const question = page.getByRole('alertdialog', { name: 'Reset Sheet?' })
  await question.getByRole('button', { name: 'NO' }).click()
  expect(page.url()).toBe(`${server.url}/new-sheet`)
})

test('a menu stands where it opened, and nothing behind it moves when a row of it is brought into view', async () => {
  const { page } = tablet
  const devtools = await tablet.context.newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const row = await overMenu(page)
  const opened = await row.boundingBox()
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
  expect(await row.boundingBox()).toEqual(opened)
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await devtools.detach()
  const at = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight > innerHeight])
  const before = await at()
  expect(before[1]).toBe(true)
  await row.scrollIntoViewIfNeeded()
  expect(await at()).toEqual(before)
  await row.waitFor()
})
