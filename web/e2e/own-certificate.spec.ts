import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn } from './steps.ts'

/** The home folder of a user who trusts this authority, or none, beside those of the browser itself. */
function homeThatTrusts(authority?: string): string {
  const home = mkdtempSync(join(tmpdir(), 'e2e-home-'))
  const store = join(home, '.pki/nssdb')
  mkdirSync(store, { recursive: true })
  const certutil = (...args: string[]) => execFileSync('certutil', ['-d', `sql:${store}`, ...args])
  certutil('-N', '--empty-password')
  if (authority !== undefined) certutil('-A', '-t', 'C,,', '-n', 'The clinic', '-i', authority)
  return home
}

describe('a server that makes its own certificate', () => {
  let server: Server
  let stranger: Tablet
  let trusting: Tablet | undefined

  picturesOfFailures(() => trusting ?? stranger)

  beforeAll(async () => {
    server = await startServer({ TLS: 'auto' }, 'localhost')
    stranger = await openTablet({ home: homeThatTrusts() })
  })
  afterAll(async () => {
    await Promise.all([stranger.close(), trusting?.close()])
    await server.stop()
  })

  test('a tablet that trusts nothing yet is led to what it needs, by plain http on the same port', async () => {
    const { page } = stranger
    const plain = server.url.replace('https', 'http')
    expect(server.output()).toMatch(/Tablets learn to trust this server at http:\/\/\S+\/trust\n/)
    expect(server.output()).not.toMatch(/warn|"level":[45]0|does not cover/i)
    const refusals: string[] = []
    page.on('console', (message) => refusals.push(message.text()))
    await page.goto(`${plain}/trust`)
    await page.getByRole('heading', { name: 'Let a tablet trust this server', level: 1 }).waitFor()
    await page.getByRole('img', { name: /^QR code of http:/ }).waitFor()
    expect(refusals).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const aside = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(aside).toBe(0)
    }
    // Its own page about that comes a moment later, and would get in the way of the next one here.
    for (const url of [server.url, plain]) {
      const other = await stranger.context.newPage()
      await expect(other.goto(`${url}/login`)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
    }
  })

  test('a tablet that trusts its authority alone logs in, and works without a network', async () => {
    const [download] = await Promise.all([
      stranger.page.waitForEvent('download'),
      stranger.page.getByRole('link', { name: 'DOWNLOAD CERTIFICATE' }).click(),
    ])
    const file = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), download.suggestedFilename())
    await download.saveAs(file)
    trusting = await openTablet({ home: homeThatTrusts(file) })
    const { page } = trusting
    await page.goto(`${server.url.replace('https', 'http')}/trust`)
    await page.getByRole('link', { name: 'OPEN THE APP' }).click()
    await page.waitForURL(`${server.url}/login`)
    await signIn(page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await readyForOffline(page)
    expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
    // The page is the server's, also where the app is kept.
    await page.goto(`${server.url}/trust`)
    await page.getByRole('heading', { name: 'Let a tablet trust this server', level: 1 }).waitFor()
    await server.stop()
    await page.goto(`${server.url}/new-sheet`)
    await page.getByRole('heading', { name: 'New Anesthesia Sheet', level: 1 }).waitFor()
  })
})
