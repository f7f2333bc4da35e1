import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { Client } from '../src/client.ts'

const PACKAGE = resolve(import.meta.dirname, '../client-package')
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title><script type="module">
import { openClient } from '/client-package/client.js'
window.client = await openClient()
</script>`

declare global {
  interface Window {
    client: Client
  }
}

/** A page of the server's address with nothing in it but the client package: no React, no app. */
export async function openBarePage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  page.on('pageerror', (error) => console.error(error))
  await page.route(`${url}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
  for (const file of readdirSync(PACKAGE).filter((name) => name.endsWith('.js')))
    await page.route(`${url}/client-package/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(PACKAGE, file), 'utf8') }),
    )
  return page
}

/** Goes there; from here on no request passes through the driver. */
export async function enterBarePage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/bare`)
  await page.waitForFunction(() => window.client !== undefined)
  await page.unrouteAll()
}
