import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { startServer, type Server } from './server.ts'

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

test('[API-33] the page of the calls shows and searches them under the security headers of every page', async () => {
  const { page } = tablet
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.goto(`${server.url}/documentation`)
  const group = page.getByRole('link', { name: 'Controlled substances', exact: true })
  await group.waitFor()
  const path = (text: string) => page.locator('.opblock-summary-path').filter({ hasText: text })
  await path('/controlled-substances/prev-balance').waitFor()

  await page.getByPlaceholder('Filter by tag').fill('export LOG')
  await page.getByRole('link', { name: 'Action log', exact: true }).waitFor()
  await group.waitFor({ state: 'detached' })
  await path('/organization/action-log/export').click()
  await page.getByText('Needs permission 0').waitFor()
  await page.getByText('Date and time,Received,User').first().waitFor()
  expect(await page.getByRole('button', { name: /^(Try it out|Authorize)/ }).count()).toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
  expect(faults).toEqual([])
  expect(
    asked.filter((url) => !url.startsWith(`${server.url}/documentation`) && !url.startsWith('data:')),
  ).toEqual([])
})
