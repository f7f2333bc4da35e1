import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from '../e2e/api-client.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn } from '../e2e/steps.ts'
import { installProbe, seenAfter } from './page-probe.ts'
import { newReport } from './report.ts'
import { seedDraws } from './seed-draws.ts'

const COUNT = 10_000
const VISITS = 7
const TYPED = ['bella', '0427', 'k-12', 'mia 9', 'nala 00']

const counted = (count: number) => ({
  selector: '.record-list-count',
  text: count === 1 ? '1 single draw' : `${count} single draws`,
})

describe('10,000 single draws of a species', () => {
  const report = newReport('single-draws')
  let server: Server
  let tablet: Tablet
  /** As the search by patient reads them. */
  let searched: string[]

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    const draws = await seedDraws(api, COUNT)
    searched = draws.map(({ patient }, n) => `${patient} K-${n}`.toLowerCase())
    await page.goto(`${server.url}/single-draws/canine`)
    await page.waitForFunction(
      ({ selector, text }) => document.querySelector(selector)?.textContent === text,
      counted(COUNT),
      { timeout: 120_000 },
    )
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  const matches = (text: string) => {
    const words = text.split(' ').filter((word) => word !== '')
    return searched.filter((name) => words.every((word) => name.includes(word))).length
  }

  /** Home, the tile, the species: the last press is measured until the first cards are painted. */
  async function openList(page: Page): Promise<number> {
    await page.getByRole('button', { name: /^Create and View Single Draws/ }).click()
    const canine = page.getByRole('button', { name: 'Canine' })
    await canine.waitFor()
    // As long as a person needs to choose; the list in memory is made meanwhile.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    await page.waitForTimeout(500)
    return (await seenAfter(page, 'click', () => canine.click(), counted(COUNT))).ms
  }

  test('the list opens', async () => {
    const { page } = tablet
    const first: number[] = []
    const again: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(`${server.url}/`)
      first.push(await openList(page))
      await page.getByRole('button', { name: 'Return to Home' }).click()
      again.push(await openList(page))
    }
    report.add('list of 10,000 single draws opens, first after a load of the page', 'ms', first, 100)
    report.add('list of 10,000 single draws opens, later', 'ms', again, 100)
  })

  test('the search answers each key', async () => {
    const { page } = tablet
    await page.getByRole('searchbox').click()
    const times: number[] = []
    const press = async (key: string, before: string, after: string) => {
      const count = matches(after)
      // The same count, or none: nothing would be seen to change.
      if (count === matches(before) || count === 0) {
        await page.keyboard.press(key)
        return
      }
      times.push((await seenAfter(page, 'keydown', () => page.keyboard.press(key), counted(count))).ms)
    }
    for (const text of TYPED) {
      for (let at = 1; at <= text.length; at++)
        await press(text.charAt(at - 1), text.slice(0, at - 1), text.slice(0, at))
      for (let at = text.length; at > 0; at--)
        await press('Backspace', text.slice(0, at), text.slice(0, at - 1))
    }
    expect(times.length).toBeGreaterThan(20)
    report.add('search in 10,000 single draws, per keystroke', 'ms', times, 50)
  })
})
