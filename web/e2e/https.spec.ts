import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn } from './steps.ts'

const HOST = 'clinic.test'
/** Another name: the one that spoke TLS is asked for by nothing else from then on. */
const PLAIN_HOST = 'plain.test'

/** Made once as the README says, for a hundred years: a machine that runs the tests needs no openssl. */
const certificate = join(import.meta.dirname, '../../api/src/testing-certificate/clinic.test.crt')
const key = certificate.replace(/crt$/, 'key')

/** The digest by which Chromium is told to trust it. */
function digestOf(path: string): string {
  const { publicKey } = new X509Certificate(readFileSync(path))
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

describe('over https under a host name, and over plain http', () => {
  let server: Server
  let plain: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer({ TLS_CERT: certificate, TLS_KEY: key }, HOST)
    plain = await startServer({}, PLAIN_HOST)
    tablet = await openTablet({
      flags: [
        `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP ${PLAIN_HOST} 127.0.0.1`,
        `--ignore-certificate-errors-spki-list=${digestOf(certificate)}`,
      ],
    })
  })
  afterAll(async () => {
    await tablet.close()
    await Promise.all([server.stop(), plain.stop()])
  })

  test('the app works without a network in a secure context', async () => {
    const { page } = tablet
    const refusals: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refusals.push(message.text())
    })
    await signIn(page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await readyForOffline(page)
    expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
    await server.stop()
    await page.goto(`${server.url}/new-sheet`)
    await page.getByRole('heading', { name: 'New Anesthesia Sheet', level: 1 }).waitFor()
    await page.goto(`${server.url}/patients/canine`)
    await page.getByRole('button', { name: /Sort/ }).first().click()
    await page.getByRole('listbox').waitFor()
    expect(refusals).toEqual([])
  })

  test('a page opened over plain http under a host name says so and what to do', async () => {
    const { page } = tablet
    await page.goto(`${plain.url}/login`)
    await page.getByText('This address is not secure, so the app cannot run here.').waitFor()
    await page.getByText(/the address that starts with https/).waitFor()
  })
})
