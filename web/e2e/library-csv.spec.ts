import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn } from './steps.ts'

async function fromMenu(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More for the library' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** What EXPORT makes, as text. */
async function exported(page: Page): Promise<{ name: string; file: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    fromMenu(page, 'Export all drugs (CSV)'),
  ])
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), 'drugs.csv')
  await download.saveAs(path)
  return { name: download.suggestedFilename(), file: readFileSync(path, 'utf8') }
}

describe('the drug library as a file, without a network', () => {
  let server: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', demonstrationPassword(server))
    await readyForOffline(tablet.page)
    await tablet.context.setOffline(true)
    await tablet.page.goto(`${server.url}/drugs/canine`)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('one press makes a file of all drugs of both species', async () => {
    const { page } = tablet
    const { name, file } = await exported(page)
    expect(name).toMatch(/^Drugs \d\d\.\d\d\.\d{4}\.csv$/)
    const lines = file.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Drug name","Section","Drug concentration \(per ml\)","Measured in",/)
    // The demonstration has 31 drugs and 12 emergency drugs; the last line is ended too.
    expect(lines).toHaveLength(1 + 43 + 1)
    await page.getByText(`43 drugs of both species are in ${name}.`).waitFor()
  })
})
