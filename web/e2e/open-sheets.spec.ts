import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'

describe('several open sheets of one person', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    tablet = await openTablet()
    other = await openTablet()
    for (const { page } of [tablet, other]) {
      await signIn(page, server.url, TECHNICIAN, password)
      await readyForOffline(page)
    }
  })
  afterAll(async () => {
    await tablet.close()
    await other.close()
    await server.stop()
  })

  const nameOn = (page: Page) => page.getByLabel('Patient Name')

  async function begin(page: Page, name: string): Promise<void> {
    await page.bringToFront()
    await page.goto(`${server.url}/new-sheet`)
    await nameOn(page).fill(name)
    await page.getByRole('button', { name: 'RESET SHEET' }).waitFor()
    await syncSays(page, 'All sent')
  }

  test('each tab comes back with its own after a reload, whichever was typed into last', async () => {
    const { page } = tablet
    await begin(page, 'Of the first tab')
    const second = await tablet.context.newPage()
    await begin(second, 'Of the second tab')
    for (const [tab, name] of [
      [page, 'Of the first tab'],
      [second, 'Of the second tab'],
      [page, 'Of the first tab'],
    ] as const) {
      await tab.bringToFront()
      await tab.reload()
      await expect.poll(() => nameOn(tab).inputValue()).toBe(name)
    }
    await second.close()
  })

  test('one of another tablet is offered again after nobody answered, and can be gone on with', async () => {
    const { page } = other
    await page.bringToFront()
    await page.goto(server.url)
    const goOn = page.getByRole('button', { name: 'CONTINUE' })
    for (let time = 0; time < 3; time++) {
      await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
      await goOn.waitFor()
      expect(await nameOn(page).inputValue()).toBe('')
      if (time < 2) await page.getByRole('button', { name: 'Return to Home' }).click()
    }
    await goOn.click()
    await expect.poll(() => nameOn(page).inputValue()).toMatch(/^Of the (first|second) tab$/)
  })

  test('who presses the one on Home goes on with it at once, unless another tab has it open', async () => {
    const { page } = other
    const third = 'Of the first tablet, later'
    await begin(tablet.page, third)
    await page.bringToFront()
    await page.goto(server.url)
    await page.getByRole('link', { name: `Continue the open sheet for ${third}` }).click()
    await expect.poll(() => nameOn(page).inputValue()).toBe(third)

    const second = await other.context.newPage()
    await second.goto(server.url)
    await second.getByRole('link', { name: `Continue the open sheet for ${third}` }).click()
    await second.getByText(`The sheet of ${third} is open in another tab of this browser.`).waitFor()
    await expect.poll(() => nameOn(second).inputValue()).not.toBe(third)
    await second.close()
  })

  test('who logged out left no way back', async () => {
    const { page } = other
    await page.bringToFront()
    // Reached from Home, so there is a way back as long as somebody is signed in.
    await page.getByRole('button', { name: 'Return to Home' }).waitFor()
    await page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.getByLabel('Email').waitFor()
    expect(await page.getByRole('button', { name: /^Return to/ }).count()).toBe(0)
  })
})
